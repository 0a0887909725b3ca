import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeFaults, FEWER_LOOKS, axeFaultsIn } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { isLong } from '../support/long.ts';
import {
  choose,
  demoUrl,
  operator,
  rest,
  restyle,
  settle,
  tokensOf,
  tokyoDay,
  type Who,
} from '../support/operator.ts';
import { goTo, sharedVisit } from '../support/shared-visit.ts';
import { tokyoTime } from '../support/tokyo-time.ts';

/**
 * From a figure of an analysis to the conversions that it counts, and from a conversion to the explanation of
 * its credit.
 */
const browser = await launchBrowser();
/** Opens a screen of the administrator in the page of the file. */
const open = sharedVisit(browser);

const UNITS = 1_000_000_000;
interface Weight {
  readonly model: number;
  readonly units: number;
}
interface Contact {
  readonly ad_name: string;
  readonly reference_time: string;
  readonly hidden: boolean;
  readonly weights: readonly Weight[];
}
interface Credit {
  readonly path: readonly Contact[];
  readonly left_out: readonly object[];
  readonly results: readonly object[];
  readonly conversion: { readonly amount: number };
}
interface DrillDown {
  readonly figure: { readonly value: number; readonly conversions: number };
  readonly results: readonly { readonly conversion_id: string; readonly contacts: number }[];
}
interface Report {
  readonly rows: readonly {
    readonly key: string;
    readonly label: string;
    readonly cv: number;
    readonly cv_division: number;
  }[];
}

/** A fixed period, so that screens and answers compare equal across midnight. */
const span = `product_id=1&from=${tokyoDay(6)}&to=${tokyoDay()}`;
const days = `${span}&axis=1`;
const ask = async <Answer>(path: string, who: Who = 'admin') =>
  rest<Answer>(path, (await tokensOf(who)).access);
/** The row with the most credit of the last seven days, and its drill-down. */
const readTopRow = async (who: Who = 'admin', metric = 'cv_division') => {
  const {
    rows: [row],
  } = await ask<Report>(`analyses/attributions/?${days}`, who);
  if (row === undefined) throw new Error('the demo company has no conversions');
  return {
    row,
    drillDown: await ask<DrillDown>(
      `drilldown/conversions/?${days}&key=${row.key}&metric=${metric}&limit=500`,
      who,
    ),
  };
};
/** @param tried rules of a what-if, as parameters */
const creditOf = (id: string, tried = '') =>
  ask<Credit>(`conversions/credit/?product_id=1&conversion_id=${id}${tried}`);
const fact = (page: Page, name: string) => page.locator(`[data-drilldown="${name}"] dd`);

describe('the drill-down of a figure', () => {
  test("opens from a row's menu, lists conversions that sum to the figure, and links each to its explanation", async () => {
    const { row, drillDown } = await readTopRow('admin', 'cv');
    const { page, troubles } = await open(`/analyze/attribution?${span}`);
    const line = page
      .getByRole('grid')
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell', { name: row.label, exact: true }) })
      .or(page.getByRole('row').filter({ hasText: row.label }))
      .first();
    await line.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: '内訳のCVを見る' }).click();
    const dialog = page.getByRole('dialog');
    await fact(page, 'sum').waitFor();
    expect(await fact(page, 'figure').innerText()).toBe(
      new Intl.NumberFormat('en').format(drillDown.figure.value),
    );
    await dialog.getByText('レポートの値と一致しています').waitFor();
    expect(await fact(page, 'sum').innerText()).toBe(await fact(page, 'figure').innerText());
    await dialog.getByRole('grid').getByRole('row').nth(1).waitFor();
    await dialog.getByRole('grid').getByRole('link').first().click();
    await page.getByRole('heading', { name: 'モデルごとの貢献度' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/log/cv/${drillDown.results[0]?.conversion_id}`);
    await page.goBack();
    await fact(page, 'sum').waitFor();
    expect(troubles).toEqual([]);
  });

  test('can be switched to another figure, is kept in the address, and leaves the address when closed', async () => {
    const { row } = await readTopRow();
    const { page, troubles } = await open(
      `/analyze/attribution?${span}&drilldown=${row.key}&drilldown_metric=cv_division`,
    );
    await fact(page, 'sum').waitFor();
    expect(await fact(page, 'figure').innerText()).toBe(
      new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
        row.cv_division,
      ),
    );
    await choose(page, '指標', 'CV');
    await page.waitForFunction(
      expected => document.querySelector('[data-drilldown="figure"] dd')?.textContent === expected,
      new Intl.NumberFormat('en').format(row.cv),
    );
    expect(new URL(page.url()).searchParams.get('drilldown_metric')).toBe('cv');
    expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
    await page.getByRole('dialog').getByRole('grid').press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.has('drilldown')).toBe(false);
    expect(troubles).toEqual([]);
  });

  // In the long form only: figures.test.ts opens the figures of the dashboard, and follows one to its ads.
  test.runIf(isLong)(
    'opens from nested rows, paths and months, and lists contacts in their log',
    async () => {
      const { page, troubles, close } = await operator(browser);
      const inner = (column: string) =>
        page.locator(`.tp-body .tp-row[aria-level="2"] [data-figure][data-column="${column}"]`).first();
      for (const [address, figure] of [
        ['attribution?view=paths', page.locator('.tp-path-cv .tp-figure').first()],
        ['attribution?axis=ad&by=device&f=device%3Dmobile', inner('cv')],
        ['term?', page.locator('.tp-heat td:not(.tp-fact) .tp-figure').first()],
      ] as const) {
        await page.goto(`${demoUrl()}/analyze/${address}&${span}`);
        await figure.waitFor();
        const shownValue = await figure.innerText();
        await figure.click();
        await page.getByText('レポートの値と一致しています').waitFor();
        expect([address, await fact(page, 'figure').innerText()]).toEqual([address, shownValue]);
        expect(new URL(page.url()).searchParams.get('drilldown')).not.toBeNull();
      }
      // A visitor may convert several times, so a number of visitors has no list of conversions.
      await page.goto(`${demoUrl()}/analyze/term?product_id=1&cell=visitors`);
      await page.locator('.tp-heat .tp-fact .tp-figure').first().waitFor();
      expect(await page.locator('.tp-heat td:not(.tp-fact) .tp-figure').count()).toBe(0);
      await page.goto(`${demoUrl()}/analyze/attribution?${span}&axis=ad&by=device`);
      await inner('clicks').waitFor();
      const clicks = await inner('clicks').innerText();
      await inner('clicks').click();
      await page.getByRole('button', { name: 'リファレンスログで見る' }).click();
      await page.getByText(`${clicks}件`).first().waitFor();
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
        period: 'custom',
        device: expect.any(String) as string,
      });
      expect(troubles).toEqual([]);
      await close();
    },
  );
});

describe('the explanation of a credit', () => {
  test("shows the path of a conversion with the server's weights, which sum to one for each of the five models", async () => {
    const { drillDown } = await readTopRow();
    const conversion = drillDown.results.find(one => one.contacts >= 2);
    if (conversion === undefined) throw new Error('no conversion of the demo company has two contacts');
    const credit = await creditOf(conversion.conversion_id);
    const { page, troubles, close } = await operator(browser, { ...FEWER_LOOKS[0], speaking: 'ja' });
    await page.goto(`${demoUrl()}/log/cv/${conversion.conversion_id}?product_id=1`);
    await page.locator('[data-place="1"]').waitFor();
    for (const [index, contact] of credit.path.entries()) {
      const line = page.locator(`[data-place="${index + 1}"]`);
      expect(await line.innerText()).toContain(contact.ad_name);
      expect(await line.innerText()).toContain(tokyoTime(contact.reference_time));
      expect(
        await line
          .locator('[data-units]')
          .evaluateAll(cells => cells.map(cell => Number(cell.getAttribute('data-units')))),
      ).toEqual(contact.weights.map(({ units }) => units));
    }
    for (const model of [1, 2, 3, 4, 5])
      expect(
        credit.path.reduce(
          (sum, { weights }) => sum + (weights.find(weight => weight.model === model)?.units ?? 0),
          0,
        ),
      ).toBe(UNITS);
    expect(await page.locator('[data-reason]').count()).toBe(credit.left_out.length);
    expect(await page.locator('[data-judgement]').count()).toBe(credit.results.length * 4);
    expect(await page.getByRole('img', { name: new RegExp(`接触 ${credit.path.length}件`) }).count()).toBe(1);
    await settle(page);
    expect(await axeFaults(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });

  test.runIf(isLong)('has no axe faults', async () => {
    const { drillDown } = await readTopRow();
    const id = drillDown.results.find(one => one.contacts >= 2)?.conversion_id ?? '';
    const [first] = FEWER_LOOKS;
    const { page, troubles, close } = await operator(browser, first);
    await page.goto(`${demoUrl()}/log/cv/${id}?product_id=1`);
    for (const look of FEWER_LOOKS) {
      if (look !== first) await restyle(page, look);
      await page.locator('[data-place="1"]').waitFor();
      await settle(page);
      expect(await axeFaults(page), look.speaking).toEqual([]);
    }
    expect(troubles).toEqual([]);
    await close();
  });

  test('opened from a figure of a what-if follows the rules of the what-if, and says so', async () => {
    const { page, troubles } = await open(`/analyze/attribution?${span}&view=what_if&if_term=1&if_decay=90`);
    await page.locator('.tp-body [data-figure][data-column="what_if"]').first().click();
    await page.getByText('レポートの値と一致しています').waitFor();
    await page.getByRole('dialog').getByRole('grid').getByRole('link').first().click();
    const note = page.getByText('計測期間1日、重複とみなす間隔1秒、減衰率90%');
    await note.waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const unitsShown = () =>
      page
        .locator('[data-place] [data-units]')
        .evaluateAll(cells => cells.map(cell => Number(cell.getAttribute('data-units'))));
    const unitsOf = ({ path }: Awaited<ReturnType<typeof creditOf>>) =>
      path.flatMap(({ weights }) => weights.map(({ units }) => units));
    expect(await unitsShown()).toEqual(unitsOf(await creditOf(id, '&term=1&decay=90')));
    await page.getByRole('link', { name: 'プロダクトの設定で表示' }).click();
    await note.waitFor({ state: 'detached' });
    await expect.poll(unitsShown).toEqual(unitsOf(await creditOf(id)));
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ product_id: '1' });
    expect(troubles).toEqual([]);
  });

  test('reports an unknown conversion, and a failed request with a way to retry', async () => {
    const { page } = await open('/log/cv/1?product_id=1');
    await page.getByText('このCVは見つかりません').waitFor();
    await page.route('**/graphql', route =>
      route.request().postData()?.includes('query Credit') === true
        ? route.fulfill({ status: 500, body: '{}' })
        : route.continue(),
    );
    await goTo(page, '/log/cv/2?product_id=1');
    await page.getByRole('button', { name: '再試行' }).first().waitFor();
    await page.unrouteAll();
  });
});
