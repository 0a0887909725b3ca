import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCENTS, SKINS } from '../../machines/appearance.ts';
import { LOCALES } from '../../machines/language.ts';
import en from '../../src/messages/en.json' with { type: 'json' };
import ja from '../../src/messages/ja.json' with { type: 'json' };
import zh from '../../src/messages/zh-CN.json' with { type: 'json' };
import { axeFaults } from '../support/axe.ts';
import { launchBrowser, resize, type Visit } from '../support/browser.ts';
import { either, isLong } from '../support/long.ts';
import { demoUrl, operator } from '../support/operator.ts';
import { boxesOf, focusFaults, lookAt, textFaults } from '../support/pictures.ts';

/** The catalogue of components in every language and theme. One page is switched by its own controls. */
const browser = await launchBrowser();
const TEXTS: Readonly<Record<(typeof LOCALES)[number], Readonly<Record<string, string>>>> = {
  ja,
  en,
  'zh-CN': zh,
};
const IDS = Object.keys(ja).filter(id => id.includes('.'));
const SAMPLES = '.demo-sample';
/** The themes of a language. Outside the long form one language is compared in both; the other takes the same way. */
const themesOf = (locale: (typeof LOCALES)[number]) =>
  isLong || locale === 'en' ? (['light', 'dark'] as const) : (['light'] as const);
/** Token values differ between themes, and so do the lengths of their texts. */
const ARRANGED_SAMPLES = '.demo-sample:not(#colour-tokens, #colour-contrast)';
/** Samples whose contrast cannot be computed from style sheets: drawings, masks and overlays. */
const DRAWN = ['#chart-line', '#chart-flow', '#badge-status', '#icon-all', '#banner-kinds', '#cells-numbers'];
/**
 * Axe depends on the theme; of the language it needs only names, which all languages have. Two looks are
 * enough, in the long form; in the other, the journeys of the screens cover light ones. The contrast of texts takes
 * two thirds of the time: outside the long form the colour pairs and the dark screens cover it, and two targets of each
 * kind are measured.
 */
const SEEN_BY_AXE = new Set<string>(either('en dark', 'ja light'));

let visit: Visit;
const drawn = async (): Promise<void> => {
  const { page } = visit;
  await page.locator('#space-lengths').waitFor();
  await page.waitForFunction(
    () =>
      document.querySelectorAll('.p-dropdown[aria-busy]').length === 0 &&
      [...document.querySelectorAll('[id^="chart-"] .tp-canvas')].every(
        canvas => canvas.querySelector('svg') !== null,
      ),
  );
};
const press = async (label: string): Promise<void> => {
  await visit.page.locator('.demo-appearance label', { hasText: new RegExp(`^${label}$`) }).click();
  await visit.page.evaluate(
    () =>
      new Promise(done => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
  );
};
const speak = async (locale: (typeof LOCALES)[number]): Promise<void> => {
  await press({ ja: '日本語', en: 'English', 'zh-CN': '简体中文' }[locale]);
  await visit.page.locator(`html[lang="${locale}"]`).waitFor({ state: 'attached' });
};

beforeAll(async () => {
  // The role with the fewest permissions sees the whole catalogue.
  visit = await operator(browser, { who: 'agency', speaking: 'ja' });
  await visit.page.goto(`${demoUrl()}/demo`);
  await drawn();
});
afterAll(() => visit.close());

// English texts are the longest. That no language lacks one is held by tests/laws/messages.test.ts.
describe.each(isLong ? LOCALES : (['en'] as const))('the catalogue in %s', locale => {
  test('has all its texts, clips and covers nothing, and has the same layout in its themes', async () => {
    const { page } = visit;
    await speak(locale);
    const boxes = [];
    for (const theme of themesOf(locale)) {
      await press(TEXTS[locale][`shell.theme.${theme}`] ?? '?');
      await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' });
      if (SEEN_BY_AXE.has(`${locale} ${theme}`))
        expect(await axeFaults(page, undefined, isLong), theme).toEqual([]);
      boxes.push(await boxesOf(page, ARRANGED_SAMPLES));
    }
    expect(boxes.at(-1)).toEqual(boxes[0]);
    expect(await textFaults(page, SAMPLES)).toEqual([]);
    const text = await page.locator('main').innerText();
    expect(IDS.filter(id => text.includes(id))).toEqual([]);
    await resize(page, { width: 390, height: 844 });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await textFaults(page, SAMPLES), 'narrow').toEqual([]);
    await resize(page, { width: 1440, height: 900 });
  });
});

test.each(either('dark', 'light'))(
  'the catalogue in the %s theme has enough contrast in its drawings and a visible focus everywhere',
  async theme => {
    const { page } = visit;
    await speak('ja');
    await press(ja[`shell.theme.${theme}`]);
    for (const sample of DRAWN) {
      const { faint, light } = await lookAt(page, sample);
      expect(faint, sample).toEqual([]);
      expect(light > 0.5, `brightness of ${sample}: ${light.toFixed(2)}`).toBe(theme === 'light');
    }
    expect(await focusFaults(page, '.demo')).toEqual([]);
  },
);

test.runIf(isLong)(
  'the checks of the catalogue find clipped, covered, hidden and pale parts and an invisible focus',
  async () => {
    const { page } = visit;
    await page.evaluate(() => {
      const style = (selector: string, index = 0) =>
        document.querySelectorAll<HTMLElement>(selector)[index]!.style;
      Object.assign(style('#button-tones button'), {
        width: '20px',
        padding: '0',
        overflow: 'hidden',
        whiteSpace: 'nowrap',
      });
      Object.assign(style('#badge-tags .tp-tag', 1), { position: 'relative', left: '-40px' });
      style('#letter-figures').display = 'none';
      style('#icon-all li code').color = 'var(--hover)';
      for (const button of document.querySelectorAll<HTMLElement>('#button-classes button'))
        button.style.setProperty('outline', 'none', 'important');
    });
    const found = await textFaults(page, SAMPLES);
    expect(found.map(fault => fault.split(/[ :]/)[0])).toEqual(
      expect.arrayContaining(['button-tones', 'badge-tags', 'letter-figures']),
    );
    expect((await lookAt(page, '#icon-all')).faint).toHaveLength(1);
    expect((await focusFaults(page, '#button-classes')).length).toBeGreaterThan(0);
    await page.reload();
    await drawn();
  },
);

// In the long form only: appearance.test.ts holds the contrast of the colours in every skin, colour and theme.
test.runIf(isLong)(
  'the colour pairs have the required contrast in every theme, skin and primary colour',
  async () => {
    const { page } = visit;
    await page.locator('.demo-search input').fill('colour-contrast');
    await page.locator('#widgets').waitFor({ state: 'detached' });
    const low = await page.evaluate(
      async ([skins, accents]) => {
        const root = document.documentElement.dataset;
        const before = { ...root };
        const faults: string[] = [];
        for (const theme of ['light', 'dark'])
          for (const skin of skins)
            for (const accent of accents) {
              Object.assign(root, { theme, skin, accent });
              await new Promise(done => {
                requestAnimationFrame(() => requestAnimationFrame(done));
              });
              const pairs = [...document.querySelectorAll<HTMLElement>('[data-ratio]')];
              if (pairs.length < 40) faults.push(`only ${pairs.length} pairs`);
              faults.push(
                ...pairs
                  .filter(({ dataset }) => Number(dataset['ratio']) < Number(dataset['least']))
                  .map(
                    ({ dataset }) =>
                      `${theme} ${skin} ${accent}: ${dataset['front']} on ${dataset['ground']} ${dataset['ratio']}`,
                  ),
              );
            }
        Object.assign(root, before);
        return faults;
      },
      // appearance.test.ts checks the colours of all; these are the same in the pairs that the catalogue shows.
      [SKINS, isLong ? ACCENTS : ACCENTS.slice(0, 1)] as const,
    );
    expect(low).toEqual([]);
    await page.locator('.demo-search input').fill('');
    await drawn();
  },
);

test('the samples of the catalogue can be tried without requests to the server', async () => {
  const { page, troubles } = visit;
  const requests: string[] = [];
  page.on('request', request => {
    if (request.method() !== 'GET') requests.push(`${request.method()} ${request.url()}`);
  });
  const open = (sample: string, index: number) => page.locator(`#${sample} button`).nth(index).click();

  // The last state of the editor asks before it discards changes.
  await open('dialog-editor', (await page.locator('#dialog-editor button').count()) - 1);
  await page.getByText(ja['editor.leave']).waitFor();
  await page.getByRole('button', { name: ja['editor.leave.discard'] }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });

  await open('dialog-confirm', 3);
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await page.getByRole('alertdialog').getByText(ja['failure.conflict']).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });

  await page.locator('#banner-ways button').nth(1).click();
  await page.locator('.notices .banner').waitFor();
  await page.locator('.notices .banner .icon-button').click();

  const failed = page.locator('#state-list [data-is="failed"]');
  await failed.getByRole('button', { name: ja['state.retry'] }).click();
  await failed.waitFor({ state: 'detached' });
  expect(requests).toEqual([]);

  expect(troubles).toEqual([]);
});

test.runIf(isLong)('a link opens a sample of the catalogue', async () => {
  const { page, troubles } = visit;
  await page.goto(`${demoUrl()}/demo#icon-all`);
  await page.reload();
  await drawn();
  await expect
    .poll(() =>
      page.evaluate(() => Math.round(document.getElementById('icon-all')!.getBoundingClientRect().top)),
    )
    .toBeLessThan(200);
  expect(troubles).toEqual([]);
});
