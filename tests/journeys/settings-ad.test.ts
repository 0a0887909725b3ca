import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults, axeFaultsIn } from '../support/axe.ts';
import { visit } from '../support/browser.ts';
import {
  faultOf,
  field,
  isClosed,
  openJourney,
  optionsOf,
  selectOption,
  save,
  type Journey,
} from '../support/journey-fixture.ts';
import { isLong } from '../support/long.ts';
import { narrowFaults } from '../support/narrow.ts';
import { choose, settle } from '../support/operator.ts';
import { sharedJourney } from '../support/shared-visit.ts';
import { openSite, type Site } from '../support/site.ts';

/**
 * The life of an ad, from its form to its first click, its edits and its deletion, with a real program,
 * landing page and browser.
 */
let journey: Journey;
/** Opens a screen in the page of the file. */
const open = sharedJourney(() => journey);
let site: Site;
const NAME = '秋のセール「最大50%」é 🍁';
const PERSON =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
interface Ad {
  readonly id: number;
  readonly product_id: number;
  readonly name: string;
  readonly redirect_url: string;
  readonly updated_at: string;
  readonly click_cost: number;
  readonly cv_cost: number;
  readonly ad_fee: number;
  readonly period_from: string;
  readonly lpo_entries: readonly object[];
  readonly parameters: object;
  readonly result_flag: number;
  readonly auto_approval: object;
  readonly ad_category_name: string;
  readonly ad_type2_title: string;
  readonly ad_description: string;
}
const ad = async (name = NAME): Promise<Ad> =>
  (await journey.call<{ results: Ad[] }>(`ads/?name=${encodeURIComponent(name)}`)).results[0]!;

beforeAll(async () => {
  journey = await openJourney({
    landing: async collector => {
      const pages: Record<string, string> = {};
      site = await openSite('shop.localhost', collector, pages);
      for (const path of ['/lp.html', '/a.html', '/b.html'])
        pages[path] = `<h1>${path}</h1><script src="${collector}/t/1.js" async></script>`;
      return { host: 'shop.localhost', page: `${site.origin}/lp.html` };
    },
  });
  const product_id = journey.shop.productId;
  const { id: other } = await journey.call<{ id: number }>('products/', {
    name: '別の店',
    domain: 'other.localhost',
    url: 'http://other.localhost/',
  });
  for (const [product, mark] of [
    [product_id, ''],
    [other, '（別の店）'],
  ] as const) {
    await journey.call('ad_categories/', { product_id: product, name: `季節${mark}` });
    for (const sequence of [1, 2, 3])
      await journey.call('ad_types/', { product_id: product, sequence, title: `型${sequence}${mark}` });
  }
});
afterAll(async () => {
  await site?.close();
});

const openAd = async (opening?: Parameters<Journey['at']>[1]) => {
  const { id } = await ad();
  const visit = await journey.at(`/ad/setting/${id}`, opening);
  await visit.page.getByRole('heading', { level: 1, name: NAME }).waitFor();
  return visit;
};

describe('an ad', () => {
  test('is added with all its fields, and each invalid field shows its fault', async () => {
    const { page, troubles } = await open('/ad/setting');
    await page.getByRole('button', { name: '広告を追加' }).click();
    await save(page);
    expect(await faultOf(page, 'name').innerText()).toBe('必須項目です');
    expect(await faultOf(page, 'redirect_url').innerText()).toBe('必須項目です');

    await field(page, 'name').fill(NAME);
    await selectOption(page, '広告媒体', 'アフィリエイト網');
    // Only options of this product are offered.
    expect(await optionsOf(page, '広告カテゴリ')).toEqual(['指定なし', '季節']);
    expect(await optionsOf(page, '広告タイプ2')).toEqual(['指定なし', '型2']);
    await selectOption(page, '広告カテゴリ', '季節');
    for (const sequence of [1, 2, 3]) await selectOption(page, `広告タイプ${sequence}`, `型${sequence}`);
    await field(page, 'ad_post_url').fill('media.example/page');
    await field(page, 'period_from').fill('２０２６／９／１');
    await field(page, 'period_to').fill('2026-08-31');
    await field(page, 'click_cost').fill('１２．５');
    await field(page, 'cv_cost').fill('123456789');
    await field(page, 'ad_fee').fill('－３');
    await field(page, 'redirect_url').fill(`${site.origin}/lp.html`);
    await save(page);
    expect(await faultOf(page, 'ad_post_url').innerText()).toBe('URLの形式が正しくありません');
    expect(await faultOf(page, 'cv_cost').innerText()).toBe(
      'CV単価は整数部8桁以内、小数部2桁以内で入力してください',
    );
    expect(await faultOf(page, 'ad_fee').innerText()).toBe('0 以上で入力してください');
    expect(await field(page, 'click_cost').inputValue()).toBe('12.50');
    await field(page, 'ad_post_url').fill('https://media.example/page');
    await field(page, 'cv_cost').fill('１，２００');
    await field(page, 'ad_fee').fill('３００００');

    await field(page, 'lpo_flag').check();
    for (const [index, title, rate] of [
      [0, 'A案', '６０'],
      [1, 'B案', '30'],
    ] as const) {
      await page.locator('[data-do=add]').click();
      await field(page, `lpo_entries.${index}.title`).fill(title);
      await field(page, `lpo_entries.${index}.url`).fill(`${site.origin}/${index === 0 ? 'a' : 'b'}.html`);
      await field(page, `lpo_entries.${index}.rate`).fill(rate);
    }
    await page.getByText('配分の合計 90%（100% にしてください）').waitFor();
    if (isLong) {
      // The message of a fault names its field.
      await field(page, 'lpo_entries.1.rate').fill('30.125');
      await field(page, 'click_cost').fill('12.345');
      await save(page);
      expect(await faultOf(page, 'lpo_entries.1.rate').innerText()).toBe(
        '配分は0〜100の数値を小数部2桁以内で入力してください',
      );
      expect(await faultOf(page, 'click_cost').innerText()).toBe(
        'クリック単価は整数部8桁以内、小数部2桁以内で入力してください',
      );
      await field(page, 'lpo_entries.1.rate').fill('30');
      await field(page, 'click_cost').fill('12.5');
    }
    // Faults that concern several fields are found by the server.
    await save(page);
    await page
      .getByRole('group', { name: 'LPOのランディングページ' })
      .getByText('配分率の合計が100になるように入力してください')
      .waitFor();
    expect(await faultOf(page, 'period_to').innerText()).toBe('開始日以降の日付を入力してください');
    await field(page, 'lpo_entries.1.rate').fill('40');
    await field(page, 'period_to').fill('2027年12月31日');

    await field(page, 'own_parameters').check();
    await field(page, 'parameters.xclid').fill('click_id');
    await field(page, 'own_result_notice').check();
    await selectOption(page, '成果通知', '有効');
    await field(page, 'own_auto_approval').check();
    await field(page, 'auto_approval.approval_amount').check();
    await field(page, 'auto_approval.exclude_duplicate_ips').fill('３０');
    await field(page, 'ad_description').fill('一行目\n二行目 <b>');
    expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);

    const preview = page.getByRole('region', { name: 'クリックの遷移先' });
    await preview.getByText('LPOで選ばれたページへ移動します。').waitFor();
    await preview.getByText('60.00%').waitFor();
    await preview.getByText('click_id').waitFor();
    await save(page);
    // It ends with its click URL.
    const added = page.getByRole('dialog', { name: '広告を追加しました' });
    await added.getByText(/\/r\/\d+\?click_id=\{xclid\}$/).waitFor();
    await added.getByRole('img', { name: 'クリックURLのQRコード' }).waitFor();
    expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
    await added.getByRole('button', { name: '閉じる' }).last().click();
    await isClosed(page);
    await page.getByRole('link', { name: NAME }).waitFor();
    expect(await ad()).toMatchObject({
      click_cost: 12.5,
      cv_cost: 1200,
      ad_fee: 30_000,
      period_from: '2026-09-01',
      period_to: '2027-12-31',
      ad_category_name: '季節',
      ad_type1_title: '型1',
      ad_type2_title: '型2',
      ad_type3_title: '型3',
      ad_description: '一行目\n二行目 <b>',
      asp_name: 'アフィリエイト網',
      result_flag: 1,
      own_parameters: true,
      parameters: { xclid: 'click_id' },
      auto_approval: { approval_amount: true, exclude_duplicate_ips: 30 },
      lpo_entries: [
        { title: 'A案', url: `${site.origin}/a.html`, rate: 60 },
        { title: 'B案', url: `${site.origin}/b.html`, rate: 40 },
      ],
    });
    expect(troubles.filter(text => !text.includes('400'))).toEqual([]);
  });

  test.runIf(isLong)('is found by a search and by a filter on its category', async () => {
    const { page, troubles, close } = await journey.at('/ad/setting');
    await settle(page);
    await page.getByRole('searchbox', { name: 'キーワードで検索' }).fill('ｾｰﾙ ５０％');
    await page.waitForURL('**q=*');
    await settle(page);
    expect(await page.locator('[role="rowheader"] a').allInnerTexts()).toEqual([NAME]);
    await page.getByRole('searchbox', { name: 'キーワードで検索' }).fill('');
    await page.waitForURL(url => !url.searchParams.has('q'));
    await page.getByRole('button', { name: '絞り込み', exact: true }).click();
    const filter = page.getByRole('dialog', { name: '絞り込み' });
    // The choice of the field has the focus and is searched, as those of forms.
    await filter.locator('.p-dropdown:not([aria-busy])').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await filter.getByRole('textbox', { name: '検索' }).fill('カテゴリ');
    const options = page.getByRole('listbox', { name: '項目' }).getByRole('option');
    await options.nth(1).waitFor({ state: 'detached' });
    expect(await options.allInnerTexts()).toEqual(['広告カテゴリ']);
    await options.click();
    await options.waitFor({ state: 'detached' });
    await choose(filter, '条件', 'いずれかに一致');
    await filter.getByRole('checkbox', { name: '季節', exact: true }).check();
    await filter.getByRole('button', { name: '適用' }).click();
    await filter.waitFor({ state: 'detached' });
    await settle(page);
    expect(await page.locator('[role="rowheader"] a').allInnerTexts()).toEqual([NAME]);
    await page.getByRole('link', { name: NAME }).click();
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test('shows its click URL on its page, which can be copied and records a click, and gets more', async () => {
    const { page, troubles, close } = await openAd({ permissions: ['clipboard-read', 'clipboard-write'] });
    const links = page.getByRole('region', { name: 'リンクとタグ' });
    await links.getByRole('button', { name: /^コピー：クリックURL/ }).click();
    await page.getByText('クリップボードにコピーしました').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\/r\/\d+\?click_id=\{xclid\}$/);
    await links.getByRole('button', { name: 'クリックURLを追加' }).click();
    // The form is prefilled from the ad.
    await field(page, 'redirect_url').waitFor();
    expect(await page.locator('dialog .p-dropdown').first().innerText()).toContain(NAME);
    expect(await field(page, 'redirect_url').inputValue()).toBe(`${site.origin}/lp.html`);
    await save(page);
    await isClosed(page);
    await expect.poll(() => links.getByRole('button', { name: /^コピー：クリックURL/ }).count()).toBe(2);
    expect(await axeFaults(page)).toEqual([]);

    // The collector knows a new redirect after some seconds.
    const visitor = await visit(journey.browser, { userAgent: PERSON });
    const address = link.replace('{xclid}', 'net-1');
    await expect
      .poll(
        async () =>
          (await fetch(address, { redirect: 'manual', headers: { 'user-agent': 'probe bot' } })).status,
      )
      .toBe(302);
    await visitor.page.goto(address);
    expect(visitor.page.url()).toMatch(/\/[ab]\.html\?xclid=/);
    await visitor.close();

    await expect
      .poll(async () => {
        await page.goto(`${journey.program.url}/log/reference?product_id=${journey.shop.productId}`);
        await settle(page);
        return page.getByRole('grid').getByText(NAME).count();
      })
      .toBeGreaterThan(0);
    if (isLong)
      await expect
        .poll(async () => {
          await page.goto(`${journey.program.url}/ad/ad?product_id=${journey.shop.productId}`);
          await settle(page);
          return page
            .getByRole('row')
            .filter({ hasText: NAME })
            .locator('[data-column="clicks"]')
            .innerText();
        })
        .toBe('1');
    expect(troubles).toEqual([]);
    await close();
  });

  test('is duplicated with its settings, under a name and with a click URL of its own', async () => {
    const { page, troubles } = await open('/ad/setting');
    await page.getByRole('button', { name: `${NAME}の操作` }).click();
    await page.getByRole('menuitem', { name: '複製' }).click();
    await field(page, 'name').waitFor();
    expect(await field(page, 'name').inputValue()).toBe(`${NAME} のコピー`);
    await field(page, 'name').fill('もう一つの広告');
    expect(await field(page, 'cv_cost').inputValue()).toBe('1,200.00');
    expect(await field(page, 'lpo_entries.1.rate').inputValue()).toBe('40');
    expect(await narrowFaults(page, 'dialog')).toEqual([]);
    await save(page);
    const added = page.getByRole('dialog', { name: '広告を追加しました' });
    const link = await added.getByText(/\/r\/\d+\?click_id=\{xclid\}$/).innerText();
    expect(await narrowFaults(page, 'dialog')).toEqual([]);
    await added.getByRole('link', { name: '広告を開く' }).click();
    await page.getByRole('heading', { level: 1, name: 'もう一つの広告' }).waitFor();
    await page.getByRole('region', { name: 'リンクとタグ' }).getByText(link).waitFor();
    const [source, copy] = [await ad(), await ad('もう一つの広告')];
    for (const field of ['redirect_url', 'click_cost', 'period_from', 'lpo_entries', 'parameters'] as const)
      expect(copy[field], field).toEqual(source[field]);

    // The page of an ad duplicates it, too.
    if (isLong) await duplicateFromPage(page);
    expect(troubles).toEqual([]);
  });

  const duplicateFromPage = async (page: Page) => {
    const added = page.getByRole('dialog', { name: '広告を追加しました' });
    await page.getByRole('button', { name: '複製', exact: true }).click();
    await field(page, 'name').waitFor();
    await save(page);
    await added.getByRole('link', { name: '広告を開く' }).click();
    await page.getByRole('heading', { level: 1, name: 'もう一つの広告 のコピー' }).waitFor();
  };

  test.runIf(isLong)('that was changed concurrently is compared before it is saved', async () => {
    const { page, close } = await openAd();
    await page.getByRole('button', { name: '編集', exact: true }).click();
    await field(page, 'ad_description').fill('後からの説明');
    const { id, product_id, name, redirect_url, updated_at } = await ad();
    await journey.call(`ads/${id}/`, { product_id, name, redirect_url, updated_at, click_cost: 99 }, 'PUT');
    await save(page);
    await page.getByText('この内容がほかの画面またはほかのユーザーにより変更されました').waitFor();
    expect(
      await page
        .getByRole('group', { name: /クリック単価/ })
        .getByRole('radio', { name: /99/ })
        .isChecked(),
    ).toBe(true);
    await page.getByRole('button', { name: '選んだ内容で保存' }).click();
    await isClosed(page);
    expect(await ad()).toMatchObject({ ad_description: '後からの説明', click_cost: 99 });
    await close();
  });

  test('shows its history, is deleted after a confirmation and restored by Undo', async () => {
    const { id, product_id, name, redirect_url, updated_at } = await ad();
    await journey.call(
      `ads/${id}/`,
      { product_id, name, redirect_url, updated_at, ad_description: '変更後の説明' },
      'PUT',
    );
    const { page, troubles, close } = await openAd();
    const history = page.getByRole('region', { name: '変更履歴' });
    const changed = history.getByRole('listitem').filter({ hasText: '変更後の説明' });
    await changed.waitFor();
    const changeText = await changed.innerText();
    for (const part of ['変更', 'Zoë 山田', '広告の説明', isLong ? '後からの説明' : '一行目', '127.0.0.1'])
      expect(changeText).toContain(part);
    const created = history.getByRole('listitem').filter({ hasText: '追加' });
    expect((await created.locator('dt').allInnerTexts()).slice(0, 2)).toEqual(['遷移先URL', '広告名']);
    expect(await created.locator('.tp-shown-none').count(), 'fields that were not filled in').toBe(0);
    await page.getByRole('button', { name: '削除', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('クリックは計測されなくなります').waitFor();
    await question.getByRole('button', { name: '削除する' }).click();
    await page.getByText('削除済み', { exact: true }).waitFor();
    const preview = page.getByRole('region', { name: 'クリックの遷移先' });
    await preview.getByText('計測されず').first().waitFor();
    await page.getByRole('button', { name: '元に戻す' }).click();
    await page.getByText('削除済み', { exact: true }).waitFor({ state: 'detached' });
    await preview.getByText('計測されず').first().waitFor({ state: 'detached' });
    await expect
      .poll(async () =>
        (await history.getByRole('listitem').allInnerTexts()).slice(0, 2).map(text => text.split(/\s/)[0]),
      )
      .toEqual(['復元', '削除']);

    expect(troubles).toEqual([]);
    await close();
  });

  test.runIf(isLong)('is deleted and restored in the list of ads with their figures', async () => {
    const { page, troubles, close } = await openAd();
    await page.goto(`${journey.program.url}/ad/ad?product_id=${journey.shop.productId}`);
    const row = page.getByRole('row').filter({ hasText: NAME });
    const command = async (action: string) => {
      await row.getByRole('button', { name: /の操作$/ }).click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    };
    await command('削除');
    await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: '削除済みも表示' }).check();
    await row.getByText('削除済み').waitFor();
    await command('復元');
    await row.getByText('削除済み').waitFor({ state: 'detached' });
    expect(
      (await journey.call<{ results: object[] }>(`ads/?name=${encodeURIComponent(NAME)}`)).results,
    ).toHaveLength(1);
    expect(troubles).toEqual([]);
    await close();
  });
});
