import { expect, test } from 'vitest';
import { axeFaults, axeFaultsIn } from '../support/axe.ts';
import { launchBrowser, visit } from '../support/browser.ts';
import { either } from '../support/long.ts';
import { demoUrl, operator, rest, settle, tokensOf } from '../support/operator.ts';

/** Boards that are shared by a link: made, opened without sign-in, and revoked. */
const browser = await launchBrowser();

const make = async (path: string, form: object): Promise<number> => {
  const { access } = await tokensOf('admin');
  return (await rest<{ readonly id: number }>(path, access, form)).id;
};

test.each(either(390, 1440))(
  'a board is shared by a link, read without sign-in, and revoked at %i px',
  async width => {
    const viewId = await make('saved_views/', {
      screen: 'analysis_adStatistics',
      name: `実績 "É" ${width}`,
      address: 'period=last-month&compare=previous_period&hide=impressions',
    });
    const courseId = await make('saved_views/', {
      screen: 'analysis_term',
      name: `推移 ${width}`,
      address: 'display=custom&period=last-month&step=day&item=cv',
    });
    const boardId = await make('report_boards/', {
      name: `社外秘 ${width}`,
      items: [
        { view_id: viewId, kind: 'figure', metric: 'cv' },
        { view_id: viewId, kind: 'table', wide: true },
        { view_id: courseId, kind: 'chart' },
      ],
    });
    const { page, troubles, close } = await operator(browser, { viewport: { width, height: 1400 } });
    const dialog = page.getByRole('dialog');
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

    await page.goto(`${demoUrl()}/analyze/board/${boardId}?product_id=1`);
    const figure = page.getByRole('region', { name: /^1\. / }).locator('strong');
    await figure.filter({ hasText: /\d/ }).waitFor();
    const expected = await figure.innerText();
    const contacts = page.getByRole('region', { name: /^2\. / });
    await contacts.getByText('合計').first().waitFor();
    await page.getByRole('button', { name: 'リンクで共有' }).click();
    await page.getByText('共有リンクはまだありません。').waitFor();
    await press('リンクを作成');
    await press('リンクを作成');
    await dialog.getByText('必須項目です').waitFor();
    await dialog.getByRole('textbox', { name: '共有先' }).fill('顧客 "É"');
    await dialog.getByRole('textbox', { name: 'ページのタイトル' }).fill('広告のご報告');
    await dialog.getByRole('textbox', { name: '提供元の表示' }).fill('アルファ代理店');
    await press('リンクを作成');
    const link = await dialog.locator('code').innerText();
    expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
    await press('完了');
    await dialog.getByText('閲覧0回').waitFor();

    const reader = await visit(browser, { viewport: { width, height: 1400 }, locale: 'ja' });
    const requested: string[] = [];
    reader.page.on('request', request => requested.push(request.url()));
    await reader.page.goto(link);
    await reader.page.getByRole('heading', { level: 1, name: '広告のご報告' }).waitFor();
    const shared = reader.page.getByRole('region', { name: /^1\. / }).locator('strong');
    await shared.filter({ hasText: expected }).waitFor();
    expect(await shared.innerText(), 'the figure of the board').toBe(expected);
    const total = reader.page.getByRole('region', { name: /^2\. / }).locator('tfoot td');
    await total.filter({ hasText: expected }).first().waitFor();
    await reader.page.getByRole('img', { name: /CVの推移/ }).waitFor();
    await settle(reader.page);
    expect(await reader.page.title()).toBe('広告のご報告 · アルファ代理店');
    const text = await reader.page.locator('body').innerText();
    for (const hidden of ['Touchpath', '社外秘', 'ログイン', '顧客']) expect(text).not.toContain(hidden);
    expect(await reader.page.locator('a').count(), 'nothing leads into the program').toBe(0);
    expect(
      requested.filter(url => url.includes('token')),
      'no address has the token',
    ).toEqual([]);
    expect(await axeFaults(reader.page)).toEqual([]);

    await dialog.getByRole('button', { name: '閉じる' }).last().click();
    await page.getByRole('button', { name: 'リンクで共有' }).click();
    await dialog.getByText('閲覧1回').waitFor();
    await dialog.getByRole('button', { name: '「顧客 "É"」のリンクを無効にする' }).click();
    await dialog.getByRole('alert').getByRole('button', { name: '無効にする' }).click();
    await dialog.getByText(/^無効/).waitFor();
    await reader.page.reload();
    await reader.page.getByRole('heading', { name: 'このボードは閲覧できません' }).waitFor();
    expect(await reader.page.locator('body').innerText()).not.toContain(expected);
    expect(await axeFaults(reader.page)).toEqual([]);
    expect(troubles).toEqual([]);
    await reader.close();
    await close();
    const { access } = await tokensOf('admin');
    await rest('report_boards/remove/', access, { ids: [boardId] });
    await rest('saved_views/remove/', access, { ids: [viewId, courseId] });
  },
);
