import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults, axeFaultsIn } from '../support/axe.ts';
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
import { sharedJourney } from '../support/shared-visit.ts';

/** An ASP, from its form to a test notification that a real receiver accepts or refuses. */
let journey: Journey;
/** Opens a screen in the page of the file. */
const open = sharedJourney(() => journey);
let receiver: string;
const received: string[] = [];
const network = createServer((request, response) => {
  received.push(request.url ?? '');
  response
    .writeHead(request.url?.startsWith('/refuses') ? 503 : 200)
    .end(request.url?.startsWith('/refuses') ? '混雑しています' : '受け付けました');
});

beforeAll(async () => {
  await new Promise<void>(done => {
    network.listen(0, '127.0.0.1', done);
  });
  receiver = `http://127.0.0.1:${(network.address() as AddressInfo).port}`;
  journey = await openJourney();
});
afterAll(async () => {
  network.closeAllConnections();
  network.close();
});

test('an ad network is added with its parameters, its way of notification and its status values', async () => {
  const { page, troubles } = await open('/ad/asp-setting?modal=add');
  await field(page, 'asp_name').fill('新しい網 é');
  // The name of a parameter appears once the parameter is turned on.
  expect(await field(page, 'media_session_name').count()).toBe(0);
  await field(page, 'xclid_flag').check();
  await field(page, 'media_session_flag').check();
  expect([
    await field(page, 'xclid_name').inputValue(),
    await field(page, 'media_session_name').inputValue(),
  ]).toEqual(['a_xclid', 'a_ses']);
  await field(page, 'media_session_name').fill('a_xclid');
  await field(page, 'phone_number').fill('０３－１２３４－５６７８ まで');
  await selectOption(page, '成果通知', '有効');
  expect(await optionsOf(page, '通知方法')).toEqual(['Webhook URL', 'CVタグ']);
  const macros = page.getByRole('region', { name: '使えるマクロ' });
  expect(await macros.locator('dt').allInnerTexts()).toContain('{xclid}');
  await save(page);
  // The missing address is reported together with the other faults, before anything is sent.
  expect(
    await Promise.all(['phone_number', 'webhook_url'].map(name => faultOf(page, name).innerText())),
  ).toEqual(['電話番号の形式が正しくありません', '必須項目です']);
  await field(page, 'phone_number').fill('０３－１２３４－５６７８');
  await field(page, 'webhook_url').fill('https://n.example/cv');
  await save(page);
  // The server finds the fault that the form cannot find: two parameters with one name.
  await faultOf(page, 'media_session_name').waitFor();
  expect(await faultOf(page, 'media_session_name').innerText()).toBe('重複しています');
  await field(page, 'media_session_name').fill('session');
  await selectOption(page, '通知方法', 'CVタグ');
  expect(await field(page, 'webhook_url').count()).toBe(0);
  await field(page, 'cv_tag').fill('<img src="https://n.example/p?x={xclid}&v={amount}">');
  await selectOption(page, '通知方法', 'Webhook URL');
  await field(page, 'webhook_url').fill(`${receiver}/cv?x={xclid}&s={status}&v={amount}`);
  await field(page, 'approved_value').fill('OK');
  await field(page, 'auto_approval').check();
  await field(page, 'exclude_duplicate_ips').fill('３０');
  expect(await axeFaults(page)).toEqual([]);
  await save(page);
  await isClosed(page);
  await page.getByRole('link', { name: '新しい網 é' }).waitFor();
  const {
    results: [made],
  } = await journey.call<{ results: object[] }>(`asps/?asp_name=${encodeURIComponent('新しい網 é')}`);
  expect(made).toMatchObject({
    phone_number: '03-1234-5678',
    xclid_flag: true,
    media_session_flag: true,
    media_session_name: 'session',
    result_flag: 1,
    result_method: 2,
    approved_value: 'OK',
    auto_approval: true,
    exclude_duplicate_ips: 30,
  });
  expect(troubles.filter(text => !text.includes('400'))).toEqual([]);
});

test('a test notification before saving shows acceptance, refusal and a failed connection, and a tag is previewed', async () => {
  const {
    results: [made],
  } = await journey.call<{ results: { id: number }[] }>(`asps/?asp_name=${encodeURIComponent('新しい網 é')}`);
  const { page, troubles } = await open(`/ad/asp-setting/${made!.id}?modal=edit`);
  const trial = page.getByRole('dialog').getByRole('region', { name: '送信テスト' });
  const send = trial.getByRole('button', { name: 'テスト送信' });
  await send.click();
  await trial.getByText('受信側が受け付けました（HTTP 200）。').waitFor();
  await trial.getByText('受け付けました', { exact: true }).waitFor();
  expect(received).toEqual(['/cv?x=TEST-XCLID&s=OK&v=1200']);
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);

  await field(page, 'webhook_url').fill(`${receiver}/refuses`);
  await send.click();
  await trial.getByText('受信側が受け付けませんでした（HTTP 503）。').waitFor();
  await trial.getByText('混雑しています').waitFor();
  await field(page, 'webhook_url').fill('http://127.0.0.1:9/');
  await send.click();
  await trial.getByText('接続できませんでした。').waitFor();

  await selectOption(page, '通知方法', 'CVタグ');
  await field(page, 'cv_tag').fill('<img src="https://n.example/p?x={xclid}&v={amount}">');
  await trial.getByRole('button', { name: 'タグを確認' }).click();
  await trial.getByText('<img src="https://n.example/p?x=TEST-XCLID&v=1200">').waitFor();
  expect(received).toHaveLength(2);
  await save(page);
  await isClosed(page);
  expect(await journey.call(`asps/${made!.id}/`)).toMatchObject({
    result_method: 1,
    webhook_url: 'http://127.0.0.1:9/',
  });
  expect(troubles).toEqual([]);
});
