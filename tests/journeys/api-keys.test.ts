import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { axeFaults, axeFaultsIn } from '../support/axe.ts';
import { field, openJourney, type Journey } from '../support/journey-fixture.ts';
import { isLong } from '../support/long.ts';
import { settle } from '../support/operator.ts';
import { sharedJourney } from '../support/shared-visit.ts';

/** API keys: created in the console, used by a program, rotated and revoked. */
let journey: Journey;
/** Opens a screen in the page of the file. */
const open = sharedJourney(() => journey, { permissions: ['clipboard-read', 'clipboard-write'] });
beforeAll(async () => {
  journey = await openJourney();
});

/** Status of a call with a key. */
const call = async (secret: string, path = 'products/'): Promise<number> =>
  (await fetch(`${journey.program.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${secret}` } }))
    .status;

test('a key is created, calls the API, shows its last use, is rotated, and is refused once revoked', async () => {
  const name = `夜間バッチ é ${randomUUID().slice(0, 8)}`;
  const { page, troubles } = await open('/config/api-key?modal=add');
  await field(page, 'name').fill(name);
  const create = page.getByRole('button', { name: 'キーを作成', exact: true });
  await create.click();
  // A key needs a scope.
  await page.getByText('1つ以上選択してください').waitFor();
  await page
    .getByRole('radiogroup', { name: '設定', exact: true })
    .getByText('閲覧', { exact: true })
    .click();
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  await create.click();
  const created = page.getByRole('dialog', { name: 'APIキーを作成しました' });
  const first = await created.getByRole('code').first().innerText();
  expect(first).toMatch(/^tp_[0-9A-Za-z]{49}$/);
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);

  // A secret that was not copied is left only after a question.
  await created.getByRole('button', { name: '完了' }).click();
  const question = page.getByRole('alertdialog', { name: 'コピーせずに閉じますか？' });
  await question.waitFor();
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  await question.getByRole('button', { name: 'シークレットに戻る' }).click();
  expect(await created.getByRole('code').first().innerText()).toBe(first);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await created.getByRole('button', { name: 'コピー：シークレット' }).click();
  await page.getByText('コピーしました').first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await created.getByRole('button', { name: '完了' }).click();
  await created.waitFor({ state: 'detached' });

  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByText('有効', { exact: true }).waitFor();
  expect(await page.content()).not.toContain(first.slice(9));
  expect([await call(first), await call(first, 'users/me/'), await call(first, 'day_notes/')]).toEqual([
    200, 403, 403,
  ]);
  await page.reload();
  await settle(page);
  const { results } = await journey.call<{ results: { last_used_at: string | null }[] }>('api_keys/');
  expect(results[0]?.last_used_at).not.toBeNull();
  // The address of the last use.
  await row.getByText(/127\.0\.0\.1|::1/).waitFor();
  if (isLong) expect(await axeFaults(page)).toEqual([]);

  const choose = async (command: string) => {
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: command }).click();
  };
  await row.getByRole('link', { name }).click();
  await page.getByRole('dialog', { name }).getByText('すべて', { exact: true }).waitFor();
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  await page.keyboard.press('Escape');

  await choose('シークレットをローテーション');
  const rotation = page.getByRole('dialog', { name: 'シークレットをローテーション' });
  await rotation.getByRole('radio', { name: 'すぐに無効にする' }).check();
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  await rotation.getByRole('button', { name: '新しいシークレットを発行' }).click();
  const rotated = page.getByRole('dialog', { name: '新しいシークレットを発行しました' });
  const second = await rotated.getByRole('code').first().innerText();
  expect([await call(first), await call(second)]).toEqual([401, 200]);
  await rotated.getByRole('button', { name: 'コピー：シークレット' }).click();
  await rotated.getByRole('button', { name: '完了' }).click();

  await choose('キーを失効');
  await page.getByRole('alertdialog').getByRole('button', { name: 'キーを失効する' }).click();
  await row.waitFor({ state: 'detached' });
  expect(await call(second)).toBe(401);
  expect(troubles).toEqual([]);
});

test('the screen is an entry of administrators, in a narrow window, too', async () => {
  await journey.call('api_keys/', {
    name: 'narrow',
    scopes: Object.fromEntries(
      [
        'access_log',
        'interaction_log',
        'cv_log',
        'result_notification_log',
        'result_queue',
        'cv_approval',
        'reports',
        'settings',
        'administration',
        'provisioning',
      ].map(scope => [scope, 'read']),
    ),
  });
  const { page, troubles, close } = await journey.at('/config/api-key', {
    speaking: 'en',
    theme: 'dark',
    viewport: { width: 390, height: 844 },
  });
  await settle(page);
  await page.getByText('narrow', { exact: true }).first().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(troubles).toEqual([]);
  await close();
});
