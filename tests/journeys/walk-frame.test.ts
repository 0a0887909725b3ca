import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTION_NOTICE_DURATION_MS, NOTICE_DURATION_MS } from '../../machines/banner.ts';
import { modelNamed } from '../../machines/charts/models/index.ts';
import en from '../../src/messages/en.json' with { type: 'json' };
import { launchBrowser } from '../support/browser.ts';
import { openDevPage, type DevPage, type Seen } from '../support/dev-page.ts';
import { walkAll, type Walker } from '../support/walks.ts';

/**
 * Walks generated paths of the banner and the layout. /dev/machines sends events to the actors of the frame
 * around it, on one page with a paused clock.
 */
let dev: DevPage;
beforeAll(async () => {
  dev = await openDevPage(await launchBrowser());
  await dev.page.clock.pauseAt(new Date(Date.now() + 60_000));
});
afterAll(() => dev.close());

/**
 * What each state shows in the frame. The other states of the layout are read from the attributes of the
 * page.
 */
const SHOWN: Readonly<Record<string, (seen: Seen) => boolean>> = {
  empty: ({ notice }) => notice === null,
  'showing.ticking': ({ notice }) => notice !== null,
  'showing.paused': ({ notice }) => notice !== null,
  'theme.system': ({ look }) => look['theme'] === 'light',
  'nav.inline.vertical.wide': ({ look }) => look['nav'] === 'wide',
  'nav.inline.vertical.collapsed': ({ look }) => look['nav'] === 'collapsed',
  'nav.inline.horizontal': ({ look }) => look['nav'] === 'horizontal',
  'nav.overlay.closed': ({ look, menu }) => look['nav'] === 'over' && !menu,
  'nav.overlay.open': ({ look, menu }) => look['nav'] === 'over' && menu,
  'customizer.open': ({ looks }) => looks,
  'customizer.closed': ({ looks }) => !looks,
};
const isShown = (place: string, seen: Seen): boolean => {
  const [group = '', word = ''] = place.split('.');
  return SHOWN[place]?.(seen) ?? seen.look[group] === word;
};

const walker = (machine: string, back: readonly string[]): Walker => {
  const { events } = modelNamed(machine);
  return {
    begin: async () => {
      await dev.choose(machine);
      for (const name of back) await dev.happen(name);
    },
    act: Object.fromEntries(
      Object.entries(events).map(([name, { type }]) => [
        name,
        async () => {
          if (!type.startsWith('xstate.')) return dev.happen(name);
          return dev.page.clock.runFor(
            (await dev.page.locator('.banner-action').count()) > 0
              ? ACTION_NOTICE_DURATION_MS
              : NOTICE_DURATION_MS,
          );
        },
      ]),
    ),
    missing: async places => {
      const seen = await dev.happen(null);
      const missing = places.filter(place => !seen.places.includes(place) || !isShown(place, seen));
      // Parts drawn by a lazily loaded module appear while the clock runs.
      if (missing.length > 0) await dev.page.clock.runFor(20);
      return missing;
    },
    end: async () => {
      for (const name of back) await dev.happen(name);
    },
  };
};

test.each([
  // The events that return each machine to the start of a path.
  ['banner', ['sign out']],
  ['appearance', ['the screen becomes wide', 'close the appearance panel', 'reset']],
] as const)('every generated path of %s can be walked in the frame', async (machine, back) => {
  await walkAll(machine, walker(machine, back));
});

test('a notice shows the text of its message', async () => {
  await dev.choose('banner');
  const { notice } = await dev.happen('an error');
  expect(notice).toBe(en['message.unknown_error']);
  await dev.happen('close it');
  expect(dev.troubles).toEqual([]);
});
