import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults, axeFaultsIn } from '../support/axe.ts';
import { visit } from '../support/browser.ts';
import {
  faultOf,
  field,
  isClosed,
  openJourney,
  selectOption,
  save,
  type Journey,
} from '../support/journey-fixture.ts';
import { sharedJourney } from '../support/shared-visit.ts';
import { openSite, type Site } from '../support/site.ts';

/** A product, from its form to the first detection of its tag. */
let journey: Journey;
/** Opens a screen in the page of the file. */
const open = sharedJourney(() => journey, { permissions: ['clipboard-read', 'clipboard-write'] });
let site: Site;
let pages: Record<string, string>;
const PERSON =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
interface Product {
  readonly id: number;
  readonly excluded_ips: readonly string[];
  readonly updated_at: string;
}

beforeAll(async () => {
  journey = await openJourney({
    landing: async collector => {
      pages = {};
      site = await openSite('new.localhost', collector, pages);
      return { host: 'shop.localhost', page: 'http://shop.localhost/' };
    },
  });
});
afterAll(async () => {
  await site?.close();
});

test('a product is added after its invalid addresses are corrected, and can then be chosen', async () => {
  const { page, troubles } = await open('/config/product?modal=add');
  await field(page, 'name').fill('新しい店 é');
  await field(page, 'domain').fill('ｎｅｗ．．ｌｏｃａｌｈｏｓｔ');
  await field(page, 'url').fill(`${site.origin}/`);
  await field(page, 'tracking_term').fill('０');
  await field(page, 'excluded_ips').fill('203.0.113.7、198.51.100.0/33，2001:db8::/32');
  await page.getByRole('switch', { name: 'IPアドレスの短縮保存' }).click();
  await field(page, 'retention_days').fill('400');
  await selectOption(page, '週の始まり', '月曜日');
  await selectOption(page, 'アトリビューションモデル', '減衰（30%）');
  await save(page);
  expect(await faultOf(page, 'domain').innerText()).toBe('ドメインの形式が正しくありません');
  expect(await faultOf(page, 'tracking_term').innerText()).toBe('正の整数で入力してください');
  // The message names the invalid address.
  expect(await faultOf(page, 'excluded_ips').innerText()).toContain('198.51.100.0/33');
  expect(await faultOf(page, 'excluded_ips').innerText()).toContain('IPアドレスの形式が正しくありません');
  expect(await axeFaults(page)).toEqual([]);
  await field(page, 'domain').fill('ｎｅｗ．ｌｏｃａｌｈｏｓｔ');
  await field(page, 'tracking_term').fill('９０');
  await field(page, 'excluded_ips').fill('203.0.113.7、198.51.100.0/24，2001:db8::/32');
  await save(page);
  await isClosed(page);
  await page.getByRole('grid').getByText('新しい店 é').waitFor();
  const {
    results: [made],
  } = await journey.call<{ results: Product[] }>(`products/?name=${encodeURIComponent('新しい店 é')}`);
  expect(made).toMatchObject({
    domain: 'new.localhost',
    tracking_term: 90,
    excluded_ips: ['203.0.113.7', '198.51.100.0/24', '2001:db8::/32'],
    shorten_ips: true,
    retention_days: 400,
    week_start: 1,
    attribution_model: 2,
  });

  // The list of products is updated without a reload.
  await page.getByRole('button', { name: 'プロダクト：旅の店' }).click();
  await page.getByRole('menuitemradio', { name: '新しい店 é' }).click();
  await page.waitForURL(`**product_id=${made!.id}*`);
  expect(troubles).toEqual([]);
});

test('the tag of a product is copied, embedded and detected', async () => {
  const {
    results: [made],
  } = await journey.call<{ results: Product[] }>(`products/?name=${encodeURIComponent('新しい店 é')}`);
  const { page, troubles } = await open(`/config/product?modal=detail&id=${made!.id}`);
  const check = page.getByRole('dialog').getByRole('region', { name: 'タグの設置状況' });
  await check.getByText('タグはまだ一度も検出されていません。').waitFor();
  await check.getByText('ほかのドメインのページは計測されません。').waitFor();
  await check.getByRole('button', { name: 'コピー：計測タグ' }).click();
  await page.getByText('クリップボードにコピーしました').waitFor();
  const tag = await page.evaluate(() => navigator.clipboard.readText());
  expect(tag).toBe(`<script async src="${journey.program.url}/t/${made!.id}.js"></script>`);
  pages['/'] = `<h1>新しい店</h1>${tag}`;
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);

  // The collector knows a new product after some seconds; until then its tag is not found.
  await expect.poll(async () => (await fetch(`${journey.program.url}/t/${made!.id}.js`)).status).toBe(200);
  const visitor = await visit(journey.browser, { userAgent: PERSON });
  const seen = visitor.page.waitForResponse(
    answer => answer.url() === `${journey.program.url}/e` && answer.request().method() === 'POST',
  );
  await visitor.page.goto(`${site.origin}/`);
  expect((await seen).ok()).toBe(true);
  expect(visitor.troubles).toEqual([]);
  await visitor.close();

  await expect
    .poll(async () => {
      await check.getByRole('button', { name: 'もう一度確認' }).click();
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      return check.getByText(/タグは正常に検出されています。24時間のアクセス：1/).count();
    })
    .toBe(1);
  const host = check.getByRole('listitem').filter({ hasText: 'new.localhost' });
  expect(await host.innerText()).toContain('プロダクトのドメイン');
  expect(troubles).toEqual([]);
});

test('a CV setting shows the matching recent pages while it is typed, and is refused when it can match nothing', async () => {
  const {
    results: [made],
  } = await journey.call<{ results: Product[] }>(`products/?name=${encodeURIComponent('新しい店 é')}`);
  const { page, troubles, close } = await journey.at('/ad/cv-setting?modal=add', { product: made!.id });
  const found = page.getByRole('dialog').getByRole('region', { name: 'この条件に当てはまる最近のページ' });
  await found.getByText('「CVページURL」を入力すると、当てはまるページが表示されます。').waitFor();
  await field(page, 'name').fill('訪問');
  await field(page, 'cv_page_url').fill('https//new.localhost/');
  await found
    .getByText('「CVページURL」に当てはまるページはありません。入力内容を確認してください。')
    .waitFor();
  await save(page);
  await faultOf(page, 'cv_page_url').waitFor();
  expect(await faultOf(page, 'cv_page_url').innerText()).toContain(
    '「shop.example/thanks」のようにホストとパスを入力する',
  );
  await field(page, 'cv_page_url').fill('/thanks');
  await found.getByText('最近の1件のアクセスに、当てはまるページはありません。').waitFor();
  await field(page, 'cv_page_url').fill('new.localhost');
  await found.getByText('最近の1件のアクセスのうち、1件が当てはまります。').waitFor();
  expect(await found.getByRole('listitem').innerText()).toContain(`${site.origin}/`);
  expect(await axeFaults(page)).toEqual([]);
  await selectOption(page, 'CV条件', 'ボタンクリック');
  await field(page, 'button_selector').fill('###((');
  await found
    .getByText('「ボタンのセレクタ」に当てはまる要素はありません。入力内容を確認してください。')
    .waitFor();
  await save(page);
  await faultOf(page, 'button_selector').waitFor();
  await field(page, 'button_selector').fill('#buy');
  await found.getByText('ボタンがページにあるかどうかは、アクセスの記録からは確かめられません。').waitFor();
  await save(page);
  await isClosed(page);
  expect(troubles).toEqual([]);
  await close();
});

test('the conversion key of a product is copied and replaced, and the previous key is revoked', async () => {
  const {
    results: [made],
  } = await journey.call<{ results: Product[] }>(`products/?name=${encodeURIComponent('新しい店 é')}`);
  const keyOf = async () =>
    (await journey.call<{ conversion_key: string }>(`products/${made!.id}/`)).conversion_key;
  const { page, troubles } = await open(`/config/product?modal=detail&id=${made!.id}`);
  const panel = page.getByRole('region', { name: 'サーバーからのCVの送信方法' });
  await panel.getByRole('button', { name: 'コピー：呼び出しの例' }).click();
  await page.getByText('クリップボードにコピーしました').waitFor();
  const key = await keyOf();
  // The detail is read-only; the key is replaced in the form.
  expect(await panel.getByRole('button', { name: 'キーを再発行' }).count()).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: '編集', exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    `-H 'x-conversion-key: ${key}'`,
  );
  await panel.getByRole('button', { name: 'キーを再発行' }).click();
  await page.getByRole('button', { name: '再発行する' }).click();
  await panel.getByText(/以前のキーは .+ まで使えます。/).waitFor();
  const next = await keyOf();
  expect(next).not.toBe(key);
  await panel.getByText(next, { exact: true }).waitFor();
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  await panel.getByRole('button', { name: '以前のキーを今すぐ無効化' }).click();
  await page.getByRole('button', { name: '無効化する' }).click();
  await panel.getByRole('button', { name: 'キーを再発行' }).waitFor();
  expect(troubles).toEqual([]);
});
