import { afterAll, expect, test } from 'vitest';
import en from '../../src/messages/en.json' with { type: 'json' };
import { refusal } from '../support/gate.ts';
import { openGated } from '../support/gate-fixture.ts';
import { demoUrl, settle } from '../support/operator.ts';
import { seenBy, walkAll } from '../support/walks.ts';

/**
 * Walks generated paths of a list, of the confirmation before an action and of a download through its
 * buttons. The calls are stubs, so nothing is written.
 */
const texts: Readonly<Record<string, string>> = en;
const { page, gate, troubles, close } = await openGated('en');
afterAll(close);

const LIST = '/ad/category-setting?list=types&product_id=1';
const lost = { lost: true } as const;
const button = (message: string) => page.getByRole('button', { name: texts[message]!, exact: true });
const dialog = () => page.getByRole('alertdialog');
const yes = () => dialog().getByRole('button', { name: texts['action.remove']!, exact: true });
const no = () => dialog().getByRole('button', { name: texts['confirm.no']!, exact: true });
const removeOne = async () => {
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page
    .getByRole('group', { name: texts['list.selected_actions']! })
    .getByRole('button', { name: texts['action.remove']!, exact: true })
    .click();
};
const removed = { json: { data: { removed: { ids: [1], __typename: 'x' } } } };
const [one, two, three] = [1, 2, 3].map(id => ({
  id,
  label: `é ${id}`,
  product_id: 1,
  sequence: 1,
  title: `é ${id}`,
  status: true,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  __typename: 'x',
}));
const answered = (count: number, results: readonly unknown[]) => ({
  json: { data: { page: { count, page: 1, page_size: 50, results, __typename: 'x' } } },
});

test('every generated path of a list can be walked', async () => {
  const box = page.getByRole('searchbox', { name: texts['list.search']!, exact: true }).first();
  const drawn = () => page.locator('[role="rowheader"]').count();
  const gathering = () => page.getByText(/^Selecting…/);
  const says = (message: string) => page.getByText(texts[message]!.split('{')[0]!).first().isVisible();
  await walkAll('list', {
    startsAnew: true,
    begin: async () => {
      gate.hold('AdTypes', 'AdTypesRemove');
      await page.goto(`${demoUrl()}${LIST}`);
      await box.waitFor();
    },
    // Missing rows cannot be selected, and while rows are loading there is no button to retry.
    offers: (eventName, { places, context }) => {
      if (eventName === 'reload') return places.includes('rows.failed') && places.includes('work.idle');
      if (eventName === 'select a row' || eventName === 'delete a row')
        return places.includes('rows.filled') && places.includes('work.idle');
      if (eventName === 'gather')
        return (
          places.includes('rows.filled') &&
          places.includes('work.idle') &&
          (context as { readonly selected: readonly number[] }).selected.length > 0
        );
      return eventName === 'rows are requested'
        ? places.includes('rows.loading')
        : eventName !== 'search for something' || !places.includes('work.running');
    },
    act: {
      // The list itself requests its rows whenever its query changes.
      'rows are requested': () => undefined,
      'rows come': () => gate.answer('AdTypes', answered(3, [one, two])),
      'none on this page, some on others': () => gate.answer('AdTypes', answered(2, [])),
      'no rows come': () => gate.answer('AdTypes', answered(0, [])),
      'no answer comes': () => gate.answer('AdTypes', lost),
      'it is not allowed': () => gate.answer('AdTypes', refusal('forbidden', 403)),
      'search for something': async () => {
        const before = gate.callCount('AdTypes');
        await box.fill('é');
        await expect.poll(() => gate.callCount('AdTypes')).toBeGreaterThan(before);
      },
      'select a row': () => page.getByRole('row').nth(1).getByRole('checkbox').check(),
      reload: () => button('state.retry').click(),
      'delete a row': removeOne,
      gather: () => page.getByRole('button', { name: /^Select all 3 / }).click(),
      cancel: () => button('list.stop').click(),
      'the rows of all pages come': () => gate.answer('AdTypes', answered(3, [one, two, three])),
      'gathering fails': () => gate.answer('AdTypes', lost),
      'it is done': async () => {
        await yes().click();
        await gate.answer('AdTypesRemove', removed);
      },
      'thought better of it': () => no().click(),
      'it fails': async () => {
        await yes().click();
        await gate.answer('AdTypesRemove', lost);
        await dialog().getByRole('alert').waitFor();
        await no().click();
      },
    },
    missing: seenBy({
      'rows.loading': async () => (await page.locator('[aria-busy="true"]').count()) > 0,
      'rows.filled': async () => (await drawn()) === 2,
      'rows.pastLastPage': async () => (await drawn()) === 0 && !(await says('list.empty')),
      'rows.noMatches': () => says('list.no_matches'),
      'rows.empty': () => says('list.empty'),
      'rows.failed': () => button('state.retry').isVisible(),
      'rows.denied': () => says('state.denied_hint'),
      'work.idle': async () => (await dialog().count()) === 0 && (await gathering().count()) === 0,
      'work.gathering': () => gathering().isVisible(),
      'work.running': () => dialog().isVisible(),
    }),
  });
  expect(troubles).toEqual([]);
});

test('every generated path of the confirmation can be walked', async () => {
  gate.hold('AdTypesRemove');
  await page.goto(`${demoUrl()}${LIST}`);
  await settle(page);
  const busy = async () =>
    (await dialog().isVisible()) && (await yes().getAttribute('aria-disabled')) === 'true';
  await walkAll('confirm', {
    begin: removeOne,
    act: {
      confirm: () => yes().click(),
      cancel: () => no().click(),
      'it is done': () => gate.answer('AdTypesRemove', removed),
      'it fails': () => gate.answer('AdTypesRemove', lost),
    },
    missing: seenBy({
      open: async () => (await dialog().isVisible()) && !(await busy()),
      running: busy,
      closed: async () => (await dialog().count()) === 0,
    }),
    end: async ([place]) => {
      if (place === 'running') await gate.answer('AdTypesRemove', lost);
      if (place !== 'closed') await no().click();
      await settle(page);
    },
  });
  expect(troubles).toEqual([]);
});

test('every generated path of a download can be walked', async () => {
  gate.hold('download');
  await page.goto(`${demoUrl()}/config/agency?product_id=1`);
  await settle(page);
  const bar = page.getByRole('progressbar');
  const failed = page.getByRole('alert').filter({ hasText: 'The download failed' });
  const files: string[] = [];
  page.on('download', file => files.push(file.suggestedFilename()));
  let due = 0;
  const within = (message: string) =>
    page.locator('.tp-download').getByRole('button', { name: texts[message]!, exact: true });
  const begun = async ([place]: readonly string[]) => {
    if (place !== 'fetching.receiving') await gate.answer('download', { file: 'begin' });
  };
  await walkAll('download', {
    begin: async () => {
      if ((await bar.count()) > 0) await within('download.cancel').click();
      if ((await failed.count()) > 0) await within('download.dismiss').click();
    },
    act: {
      start: async () => {
        await button('download.button').click();
        await page.getByRole('button', { name: /^CSV/ }).click();
      },
      'some of it comes': async at => {
        await begun(at);
        await gate.answer('download', { file: 'part' });
      },
      'all of it has come': async at => {
        await begun(at);
        await gate.answer('download', { file: 'end' });
        due += 1;
      },
      'it fails': ([place]) =>
        gate.answer('download', place === 'fetching.receiving' ? { file: 'break' } : lost),
      cancel: () => within('download.cancel').click(),
      retry: () => within('state.retry').click(),
      dismiss: () => within('download.dismiss').click(),
    },
    missing: seenBy({
      idle: async () => (await bar.count()) === 0 && (await failed.count()) === 0,
      'fetching.preparing': async () =>
        (await bar.getAttribute('aria-valuetext')) === texts['download.preparing'],
      'fetching.receiving': async () => (await bar.getAttribute('aria-valuetext')) === '1 of 2 rows',
      finished: async () => (await bar.count()) === 0 && files.length === due,
      failed: () => failed.isVisible(),
    }),
  });
  expect(troubles).toEqual([]);
});
