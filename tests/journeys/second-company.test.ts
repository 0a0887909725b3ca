import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Page } from 'playwright-core';
import { expect, inject, test, vi } from 'vitest';
import { acceptInvitation } from '../support/acceptance.ts';
import { launchBrowser, visit } from '../support/browser.ts';
import { operatorCommand } from '../support/child.ts';
import { field, isClosed, save } from '../support/journey-fixture.ts';
import { either } from '../support/long.ts';
import { demoUrl, tokyoDay } from '../support/operator.ts';
import { goTo } from '../support/shared-visit.ts';

/**
 * A company created by the operator's command while the program runs: from its invitation to the first click
 * in its log.
 */
const code = `second-${randomUUID().slice(0, 8)}`;
const email = 'boss@second.example';
const password = '二社目のための合言葉です';
const browser = await launchBrowser();

/** Runs scripts/company.ts in a process of its own and returns its output. */
const command = async (...args: string[]): Promise<string> => {
  const { databaseUrl, dataDir } = inject('demoStore');
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PUBLIC_URL: demoUrl() };
  const child = spawn(process.execPath, [await operatorCommand('company'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const [status] = (await once(child, 'close')) as [number | null];
  expect(status).toBe(0);
  return printed;
};

const signIn = async (page: Page) => {
  await page.locator('[name=company]').fill(code);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.locator('[type=submit]').click();
};

test('a second company can work in the console from its invitation to the first click in its log', async () => {
  const printed = await command('create', '--code', code, '--name', '二社目 é', '--email', email);
  const invitation = /^http\S+$/m.exec(printed)?.[0] ?? '';
  const { page, troubles, close } = await acceptInvitation(browser, invitation, { password });

  // An administrator without a product is led to create one, and then to the tag and the first ad.
  await page.getByRole('heading', { name: '計測を始めましょう' }).waitFor();
  const guide = page.getByRole('region', { name: '初期設定ガイド' });
  await guide.getByRole('button', { name: 'プロダクトを追加' }).click();
  await field(page, 'name').fill('最初の商品 é');
  await field(page, 'domain').fill('second.example');
  await field(page, 'url').fill('https://second.example/');
  await save(page);
  await isClosed(page);
  await guide.getByRole('group', { name: '計測タグの設置' }).getByText('/t/').waitFor();
  await goTo(page, '/config/product');
  await page.getByRole('grid').getByText('最初の商品 é').waitFor();
  const names = await page.getByRole('grid').locator('[role=row]').allInnerTexts();
  expect(
    names.filter(name => name.includes('example')),
    "only the company's own product is listed",
  ).toHaveLength(1);

  // An empty log and empty reports explain that there is no data yet, instead of suggesting another period.
  for (const path of either('/analyze/attribution', '/log/reference', '/analyze/term')) {
    await goTo(page, path);
    await page.getByText('まだ計測データがありません').waitFor();
    await page.getByRole('link', { name: '初期設定を続ける' }).waitFor();
    expect(await page.getByText('期間を広げるか、条件を変えてください。').count()).toBe(0);
  }
  await page.getByRole('link', { name: '初期設定を続ける' }).click();
  await guide.getByRole('button', { name: '広告とクリックURL' }).click();
  await guide.getByRole('button', { name: '広告を追加' }).click();
  await field(page, 'name').fill('最初の広告');
  await field(page, 'redirect_url').fill('https://second.example/lp');
  await save(page);
  await isClosed(page);
  await guide.getByRole('button', { name: 'クリックURLを発行' }).waitFor();

  const call = async <Answer>(path: string, access?: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${demoUrl()}/api/v1/${path}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        'content-type': 'application/json',
        ...(access !== undefined && { authorization: `Bearer ${access}` }),
      },
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as Answer;
  };
  const { access } = await call<{ access: string }>('auth/signin/', undefined, {
    company_id: code,
    email,
    password,
  });
  const { results: products } = await call<{ results: { id: number }[] }>('products/', access);
  const productId = products[0]?.id ?? 0;
  const { results: ads } = await call<{ results: { id: number }[] }>('ads/', access);
  const link = await call<{ id: number }>('redirects/', access, {
    product_id: productId,
    ad_id: ads[0]?.id,
    redirect_url: 'https://second.example/lp',
  });
  const click = await fetch(`${demoUrl()}/r/${link.id}`, {
    redirect: 'manual',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0' },
  });
  expect(click.headers.get('location')).toMatch(/^https:\/\/second\.example\/lp\?xclid=/);
  const logged = `logs/interactions/?product_id=${productId}&from=${tokyoDay(1)}&to=${tokyoDay()}`;
  await vi.waitFor(
    async () => expect((await call<{ results: unknown[] }>(logged, access)).results).toHaveLength(1),
    { timeout: 60_000, interval: 500 },
  );
  await goTo(page, `/log/reference?product_id=${productId}`);
  await page.getByRole('grid').getByText('最初の広告').waitFor();
  await goTo(page, `/dashboard?product_id=${productId}`);
  await guide.getByRole('button', { name: '広告とクリックURL 完了' }).waitFor();
  expect(troubles).toEqual([]);
  await close();
  expect(await command('disable', code)).toContain(code);
  const { page: later, close: closeLater } = await visit(browser);
  await later.goto(`${demoUrl()}/login`);
  await signIn(later);
  await later.getByRole('alert').waitFor();
  await closeLater();
});
