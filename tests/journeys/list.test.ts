import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeFaults, FEWER_LOOKS, axeFaultsIn } from '../support/axe.ts';
import { launchBrowser, type Visit } from '../support/browser.ts';
import { addFilter } from '../support/filter-bar.ts';
import { either, isLong } from '../support/long.ts';
import {
  demoUrl,
  storedText,
  newTokens,
  operator,
  rest,
  restoreColumns,
  settle,
  tokensOf,
  type Who,
} from '../support/operator.ts';
import { sharedVisit } from '../support/shared-visit.ts';
import { sessionCookies } from '../support/session-cookies.ts';

/**
 * The generic list. The agencies and views that are created and deleted here are used by no other journey.
 */
const browser = await launchBrowser();

interface ColumnChoices {
  readonly results: readonly {
    readonly screen: string;
    readonly hidden: string[] | null;
    readonly pinned: string | null;
  }[];
}
const choicesOf = async (who: Who) =>
  Object.fromEntries(
    (await call<ColumnChoices>('column_choices/', who)).results.map(({ screen, hidden, pinned }) => [
      screen,
      [hidden, pinned],
    ]),
  );

const call = async <Answer>(path: string, who: Who, body?: object): Promise<Answer> =>
  rest<Answer>(path, (await tokensOf(who)).access, body);

const open = async (path: string, options: Parameters<typeof operator>[1] = {}): Promise<Visit> => {
  const visitor = await operator(browser, { speaking: 'ja', ...options });
  await visitor.page.goto(`${demoUrl()}${path}`);
  await settle(visitor.page);
  return visitor;
};

/** Opens a screen of the administrator in the page that these tests share. */
const openShared = sharedVisit(browser, { speaking: 'ja' });

const names = async (page: Page): Promise<string[]> => {
  await settle(page);
  return page.locator('[role="rowheader"] a').allInnerTexts();
};
const range = (page: Page) => page.locator('.tp-range');
const questionOf = (page: Page) => new URL(page.url()).searchParams;

interface Ads {
  readonly count: number;
  readonly results: readonly {
    readonly name: string;
    readonly asp: number | null;
    readonly asp_name: string | null;
    readonly click_cost: number;
    readonly period_from: string | null;
  }[];
}
const ads = (query: string) => call<Ads>(`ads/?${query}`, 'admin');

describe('a list', () => {
  test('is filtered by several operators, searched, sorted and paged, and its rows are those of the server', async () => {
    const { page, troubles } = await openShared('/ad/setting?product_id=1');
    const all = await ads('where=product_id%3D1&page_size=9999');
    expect(await range(page).innerText()).toBe(`全${all.count}件中 1-${all.count}`);

    await addFilter(page, '広告名', '部分一致（含む）', dialog => dialog.getByLabel('値').fill('LP'));
    const named = all.results.filter(({ name }) => name.toLowerCase().includes('lp'));
    expect(await range(page).innerText()).toContain(`全${named.length}件`);
    await page.getByRole('button', { name: '広告名：「LP」を含む', exact: true }).waitFor();

    await addFilter(page, '広告媒体', 'いずれかに一致', async dialog => {
      const boxes = dialog.getByRole('checkbox');
      await boxes.nth(0).check();
      await boxes.nth(2).check();
    });
    const [first, third] = (
      await call<{ results: { id: number }[] }>('asps/?where=product_id%3D1&page_size=9999', 'admin')
    ).results
      .map(({ id }) => id)
      .filter((_, at) => at === 0 || at === 2);
    const both = named.filter(({ asp }) => asp === first || asp === third);
    expect(await range(page).innerText()).toContain(`全${both.length}件`);
    expect(questionOf(page).get('f')).toBe(`name__contains=LP&asp__in=${first},${third}`);

    if (isLong) {
      await addFilter(page, '掲載開始日', '≦ 以前（当日を含む）', dialog =>
        dialog.getByLabel('値').fill('2026年9月30日'),
      );
      const begun = both.filter(({ period_from }) => period_from !== null && period_from <= '2026-09-30');
      expect(await names(page)).toHaveLength(begun.length);
      await page.getByRole('button', { name: /^条件を解除：掲載開始日/ }).click();
      // Full-width digits count as digits.
      await addFilter(page, 'クリック単価（円）', '≧ 以上', dialog => dialog.getByLabel('値').fill('３０'));
      expect(await range(page).innerText()).toContain(
        `全${both.filter(({ click_cost }) => click_cost >= 30).length}件`,
      );
    }
    await page
      .getByRole('list', { name: '絞り込み条件' })
      .getByRole('button', { name: '条件をすべて解除' })
      .click();
    await settle(page);
    expect(questionOf(page).has('f')).toBe(false);

    // The search ignores width and case.
    await page.getByRole('searchbox', { name: 'キーワードで検索' }).fill('ｌｐ #2');
    await page.waitForURL('**q=*');
    await settle(page);
    const found = all.results.filter(({ name }) => name.includes('LP') && name.includes('#2'));
    expect(await range(page).innerText()).toContain(`全${found.length}件`);
    await page.getByRole('searchbox', { name: 'キーワードで検索' }).fill('');
    await page.waitForURL(url => !url.searchParams.has('q'));

    await page.getByLabel('1ページの表示件数').selectOption({ label: '20件ずつ表示' });
    await page.getByRole('columnheader', { name: /^広告ID/ }).click();
    await page.waitForURL('**sort=*');
    await page.getByRole('button', { name: '次のページ' }).click();
    await page.waitForURL('**page=2*');
    const second = (await ads('where=product_id%3D1&page=2&page_size=20&ordering=-id')).results.map(
      ({ name }) => name,
    );
    // The grid draws only the visible rows.
    await expect
      .poll(async () => {
        const drawn = await names(page);
        return drawn.length > 5 && drawn.every((name, at) => name === second[at]);
      })
      .toBe(true);
    await expect.poll(() => range(page).innerText()).toBe(`全${all.count}件中 21-40`);
    await page.getByRole('button', { name: '最後のページ' }).click();
    await expect.poll(() => range(page).innerText()).toContain(`-${all.count}`);
    expect(troubles).toEqual([]);
  });

  test('has its whole state in the address, which survives reload, back and sharing, and its menu entry resets all but the columns', async () => {
    const { page, troubles, close } = await open('/ad/setting?product_id=1&size=20', {
      who: 'user',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const before = await names(page);
    await addFilter(page, '広告名', '前方一致（で始まる）', dialog => dialog.getByLabel('値').fill('検索'));
    await page.getByRole('columnheader', { name: /^広告名/ }).click();
    await page.waitForURL('**sort=*');
    const shown = await names(page);
    const address = page.url();
    await page.reload();
    await expect.poll(async () => [await names(page), page.url()]).toEqual([shown, address]);

    await page.getByRole('button', { name: '表示項目' }).click();
    await page.getByRole('checkbox', { name: '代理店', exact: true }).uncheck();
    await page.keyboard.press('Escape');
    await page.waitForURL('**hide=*');
    await page.getByRole('button', { name: 'リンクをコピー' }).click();
    await page.getByText('クリップボードにコピーしました').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await open(link.slice(demoUrl().length));
    expect(await names(other.page)).toEqual(shown);
    expect(await other.page.getByRole('columnheader', { name: /^代理店/ }).count()).toBe(0);
    expect(other.page.url()).toBe(link);
    await other.close();

    await page.goBack();
    await page.goBack();
    await expect.poll(() => names(page)).toEqual(before);
    expect(page.url()).not.toContain('f=');
    await page.goForward();
    await page.getByRole('button', { name: '広告名：「検索」で始まる', exact: true }).waitFor();

    await page.getByRole('navigation').getByRole('link', { name: '広告設定' }).click();
    await page.waitForURL(url => !url.searchParams.has('f') && !url.searchParams.has('sort'));
    // Hidden columns are stored for the user.
    await page.waitForURL('**hide=*');
    expect(await page.getByRole('columnheader', { name: /^代理店/ }).count()).toBe(0);

    // The ordering is stored, too. It applies when the address asks for nothing else.
    const comeBack = async (address: string): Promise<void> => {
      await page.getByRole('navigation').getByRole('link', { name: 'ダッシュボード' }).first().click();
      await page.waitForURL('**/dashboard*');
      await page.getByRole('heading', { name: 'ダッシュボード', level: 1 }).waitFor();
      await page.getByRole('navigation').getByRole('link', { name: '広告設定' }).click();
      await page.waitForURL(address);
    };
    await comeBack('**/ad/setting?*sort=name*');
    if (isLong) {
      await page.goto(`${demoUrl()}/ad/setting?product_id=1&sort=-id`);
      await page.waitForURL('**sort=-id*');
      await comeBack('**/ad/setting?*sort=name*');
      await page.goto(`${demoUrl()}/ad/setting?product_id=1`);
      await page.waitForURL('**sort=name*');
      await page.goto(`${demoUrl()}/ad/setting?product_id=1&q=LP`);
      await settle(page);
      expect(questionOf(page).has('sort')).toBe(false);
    }
    expect(troubles).toEqual([]);
    await close();
    await restoreColumns('user', 'ads');
  });

  test.runIf(isLong)(
    'shows a user the same columns in every browser, imports those stored by earlier versions, and renews them on use',
    async () => {
      const { id } = await call<{ readonly id: number }>('users/me/', 'user');
      const first = await open('/ad/setting?product_id=1', {
        who: 'user',
        stored: {
          [`ic_${id}_hidden_asps`]: storedText(['company_name']),
          [`ic_${id}_pinned_asps`]: storedText({ to: 'id' }),
        },
      });
      await first.page.getByRole('button', { name: '表示項目' }).click();
      await first.page.getByRole('checkbox', { name: '代理店', exact: true }).uncheck();
      await first.page.keyboard.press('Escape');
      await expect
        .poll(async () => (await choicesOf('user'))['ads'])
        .toEqual([expect.arrayContaining(['agency_name']), null]);
      await first.page.goto(`${demoUrl()}/ad/asp-setting?product_id=1`);
      await expect.poll(async () => (await choicesOf('user'))['asps']).toEqual([['company_name'], 'id']);
      // The columns stored in the browser are removed once the server has answered.
      await expect
        .poll(() =>
          first.page.evaluate(() => Object.keys(localStorage).filter(name => /_(hidden|pinned)_/.test(name))),
        )
        .toEqual([]);
      expect(first.troubles).toEqual([]);
      await first.close();

      // A second browser whose clock is two days ahead.
      const later = Date.now() + 2 * 86_400_000;
      const other = await operator(browser, {
        who: 'user',
        stored: {
          ic_locale: JSON.stringify({
            ...(JSON.parse(storedText('ja')) as object),
            until: later + 86_400_000,
          }),
        },
      });
      await other.page.clock.setFixedTime(later);
      const renewed = other.page.waitForRequest(
        request => request.postDataJSON()?.variables?.input?.screen === 'ads',
      );
      await other.page.goto(`${demoUrl()}/ad/setting?product_id=1`);
      expect((await renewed).postDataJSON().variables.input).toEqual({ screen: 'ads' });
      await other.page.waitForURL('**hide=*');
      expect(await other.page.getByRole('columnheader', { name: /^代理店/ }).count()).toBe(0);
      expect(other.troubles).toEqual([]);
      // The next visitor reuses the page together with its clock.
      await other.page.clock.setSystemTime(Date.now());
      await other.page.clock.resume();
      await other.close();
      for (const screen of ['ads', 'asps']) await restoreColumns('user', screen);
    },
  );

  test('does not search while an input method composes, and keeps the typed text', async () => {
    const { page, troubles } = await openShared('/config/agency');
    const box = page.getByRole('searchbox', { name: 'キーワードで検索' });
    await box.focus();
    const devtools = await page.context().newCDPSession(page);
    for (const text of ['あ', 'あお', 'あおぞ', '青空']) {
      await devtools.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    }
    // Longer than the delay after which the list searches for the typed text.
    await page.waitForTimeout(350);
    expect(questionOf(page).has('q')).toBe(false);
    await devtools.send('Input.insertText', { text: '青空' });
    await page.waitForURL('**q=*');
    expect(await box.inputValue()).toBe('青空');
    expect(await names(page)).toEqual(['青空アド株式会社']);
    expect(troubles).toEqual([]);
  });

  test('is reloaded by Enter on an unchanged search, by its button and by the key R, and shows its age', async () => {
    const { page, troubles, close } = await open('/ad/setting?product_id=1&size=20&page=2', { fresh: true });
    const queries: string[] = [];
    page.on('request', request => {
      const body = request.postData() ?? '';
      if (body.includes('query Ads(')) queries.push(body);
    });
    const loadsOnce = async (act: () => Promise<void>): Promise<void> => {
      queries.length = 0;
      await act();
      await expect.poll(() => queries.length).toBe(1);
      await settle(page);
      expect(queries).toHaveLength(1);
    };
    const box = page.getByRole('searchbox', { name: 'キーワードで検索' });
    // A search starts on its first page.
    await loadsOnce(() => box.press('Enter'));
    expect(questionOf(page).has('page')).toBe(false);
    await loadsOnce(() => box.press('Enter'));
    const button = page.getByRole('button', { name: 'データを更新' });
    await loadsOnce(() => button.click());
    await loadsOnce(() => page.keyboard.press('r'));
    // In the search box, the letter is text and no shortcut.
    await loadsOnce(() => box.press('r'));
    expect(questionOf(page).get('q')).toBe('r');
    await page.getByText('たった今取得').waitFor();
    await page.clock.install();
    await page.reload();
    await page.getByText('たった今取得').waitFor();
    await page.clock.fastForward('03:10');
    await page.getByText('3分前に取得').waitFor();
    await button.click();
    await page.getByText('たった今取得').waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test('explains what to do when no row matches, and when the server has not answered', async () => {
    const { page } = await openShared('/config/agency?q=ありません');
    await page.getByText('条件に一致するデータが見つかりません').waitFor();
    await page.getByRole('status').getByRole('button', { name: '条件をすべて解除' }).click();
    await page.getByRole('link', { name: '青空アド株式会社' }).waitFor();
    await page.route('**/graphql', route =>
      route.request().postData()?.includes('"Agencies"')
        ? route.fulfill({ status: 502, body: 'no' })
        : route.continue(),
    );
    await page.getByLabel('削除済みも表示').check();
    await page.getByRole('alert').getByRole('button', { name: '再試行' }).waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('alert').getByRole('button', { name: '再試行' }).click();
    await page.getByRole('link', { name: '青空アド株式会社' }).waitFor();
  });
});

describe('the actions of a list:', () => {
  test('selected rows are deleted after a confirmation, and restored through the notice or one by one', async () => {
    for (const agency_name of ['新設 é 一', '新設 é 二']) await call('agencies/', 'admin', { agency_name });
    const { page, troubles } = await openShared('/config/agency');
    const everybody = await names(page);
    await page.getByRole('row', { name: /é 一/ }).getByRole('checkbox').check();
    await page.getByRole('row', { name: /é 二/ }).getByRole('checkbox').check();
    await page.getByText('2件を選択中').waitFor();
    await page.getByRole('group', { name: '選択した行の操作' }).getByRole('button', { name: '削除' }).click();
    const question = page.getByRole('alertdialog', { name: '削除してもよろしいですか？' });
    await question.getByText('新設 é 一、新設 é 二').waitFor();
    expect((await question.boundingBox())?.width).toBe(340);
    await question.getByRole('button', { name: 'キャンセル' }).click();
    await page.getByText('2件を選択中').waitFor();

    await page.getByRole('group', { name: '選択した行の操作' }).getByRole('button', { name: '削除' }).click();
    await question.getByRole('button', { name: '削除する' }).click();
    await page.getByText('削除が完了しました').waitFor();
    await expect.poll(() => names(page)).toEqual(everybody.filter(name => !name.startsWith('新設')));
    await page.getByRole('button', { name: '元に戻す' }).click();
    await page.getByText('復元が完了しました').waitFor();
    await expect.poll(() => names(page)).toEqual(everybody);

    if (isLong) await deleteByMenu(page, everybody);
    const { results } = await call<{ results: { status: boolean }[] }>(
      'agencies/?show_deleted=true',
      'admin',
    );
    expect(results.every(({ status }) => status)).toBe(true);
    expect(troubles).toEqual([]);
  });

  /** Deletes one row by its menu, and restores it by the keys of the notice. */
  const deleteByMenu = async (page: Page, everybody: readonly string[]) => {
    const question = page.getByRole('alertdialog', { name: '削除してもよろしいですか？' });
    await page.getByRole('row', { name: /é 一/ }).getByRole('button').click();
    await page.getByRole('menu').or(page.getByRole('dialog')).getByText('削除', { exact: true }).click();
    await question.getByRole('button', { name: '削除する' }).click();
    await page.getByRole('button', { name: '元に戻す' }).waitFor();
    await page.getByLabel('削除済みも表示').check();
    await expect.poll(() => names(page)).toEqual(everybody);
    await page.keyboard.press('Control+Z');
    await page.getByText('復元が完了しました').waitFor();
  };

  test.runIf(isLong)(
    'rows that could not be deleted are reported in the dialog and stay selected',
    async () => {
      const { page, close } = await open('/config/agency');
      await page
        .getByRole('row', { name: /青空アド/ })
        .getByRole('checkbox')
        .check();
      await page
        .getByRole('group', { name: '選択した行の操作' })
        .getByRole('button', { name: '削除' })
        .click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: '削除する' }).click();
      await question.getByText('この代理店に所属するユーザーがいるため、削除できません。').waitFor();
      await question.getByRole('button', { name: 'キャンセル' }).click();
      await page.getByText('1件を選択中').waitFor();
      await close();
    },
  );

  test('a field of many rows is changed after a preview, and a row with a concurrent change is reported and changed when retried', async () => {
    const made = await Promise.all(
      ['一括 é 一', '一括 é 二'].map(agency_name =>
        call<{ id: number; updated_at: string }>('agencies/', 'admin', { agency_name }),
      ),
    );
    const { page, troubles } = await openShared(`/config/agency?q=${encodeURIComponent('一括')}`);
    for (const name of [/é 一/, /é 二/]) await page.getByRole('row', { name }).getByRole('checkbox').check();
    await page
      .getByRole('group', { name: '選択した行の操作' })
      .getByRole('button', { name: '一括変更' })
      .click();
    const dialog = page.getByRole('dialog', { name: '選択した2件を一括変更' });
    await dialog.locator('.p-dropdown :focus').waitFor();
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByRole('button', { name: '変更内容を確認' }).click();
    const confirm = dialog.getByRole('button', { name: '2件を変更する' });
    await confirm.waitFor();
    await rest(
      `agencies/${made[1]!.id}/`,
      (await tokensOf('admin')).access,
      { description: '先に é', updated_at: made[1]!.updated_at },
      'PATCH',
    );
    await confirm.click();
    await dialog.getByText('2件のうち1件を変更しました。次の行は変更されていません。').waitFor();
    expect(await dialog.getByRole('rowheader').allInnerTexts()).toEqual(['一括 é 二']);
    await dialog.getByRole('button', { name: '再試行' }).click();
    await page.getByText('2件を変更しました').waitFor();
    const { results } = await call<{ results: { products: number[]; description: string }[] }>(
      `agencies/?ordering=agency_name&id__in=${made.map(({ id }) => id).join(',')}`,
      'admin',
    );
    expect(results.map(({ products, description }) => [products.length, description])).toEqual([
      [1, ''],
      [1, '先に é'],
    ]);
    await call('agencies/remove/', 'admin', { ids: made.map(({ id }) => id) });
    expect(troubles).toEqual([]);
  });

  test('a view is saved by name, renamed, shared, marked as changed, updated, deleted and restored', async () => {
    const { page, troubles } = await openShared('/config/user?sort=-email&f=email__contains%3Ddemo');
    const menu = page.getByRole('dialog', { name: '保存したビュー' });
    await page.getByRole('button', { name: 'ビュー', exact: true }).click();
    await menu.getByText('保存したビューはまだありません。').waitFor();
    await menu.getByRole('button', { name: '名前を付けて保存' }).click();
    const form = page.getByRole('dialog', { name: '名前を付けて保存' });
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await form.getByText('必須').first().waitFor();
    await form.getByLabel('ビューの名前').fill('é 自分だけ');
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByRole('button', { name: 'é 自分だけ', exact: true }).click();

    // Renamed and shared later.
    await menu.getByRole('button', { name: 'ビュー「é 自分だけ」を編集' }).click();
    const settings = page.getByRole('dialog', { name: 'ビューの設定' });
    await settings.getByLabel('ビューの名前').fill('é 社内の人');
    await settings.getByLabel('社内の全員と共有する').check();
    await settings.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByRole('button', { name: 'é 社内の人', exact: true }).waitFor();

    await page.getByLabel('1ページの表示件数').selectOption({ label: '20件ずつ表示' });
    await page.getByRole('button', { name: 'é 社内の人 (変更あり)' }).click();
    await menu.getByRole('button', { name: '「é 社内の人」を現在の表示で更新' }).click();
    await page.getByRole('button', { name: 'é 社内の人', exact: true }).waitFor();
    const address = page.url();

    const other = await open('/config/user', { who: 'user' });
    await other.page.getByRole('button', { name: 'ビュー', exact: true }).click();
    const theirs = other.page.getByRole('dialog', { name: '保存したビュー' });
    expect(await theirs.getByRole('button', { name: /を(?:削除|編集)$/ }).count()).toBe(0);
    await theirs.getByRole('button', { name: /é 社内の人/ }).click();
    await other.page.waitForURL('**view=*');
    await settle(other.page);
    expect([other.page.url(), await names(other.page)]).toEqual([address, await names(page)]);
    await other.close();

    await page.getByRole('button', { name: 'é 社内の人', exact: true }).click();
    await menu.getByRole('button', { name: 'ビュー「é 社内の人」を削除' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
    await page.getByRole('button', { name: 'ビュー', exact: true }).waitFor();
    await page.getByRole('button', { name: '元に戻す' }).click();
    await page.getByRole('button', { name: 'é 社内の人', exact: true }).waitFor();

    expect(troubles).toEqual([]);
  });

  test.runIf(isLong)('many views are searched, and a report is saved as a view', async () => {
    const { page, troubles, close } = await open('/config/user?sort=-email&f=email__contains%3Ddemo');
    const menu = page.getByRole('dialog', { name: '保存したビュー' });
    const form = page.getByRole('dialog', { name: '名前を付けて保存' });
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        call<{ id: number }>('saved_views/', 'admin', {
          screen: 'users',
          name: `ﾋﾞｭｰ ${number + 1}`,
          shared: false,
          address: '',
          hidden: [],
        }),
      ),
    );
    await page.reload();
    await page.getByRole('button', { name: 'ビュー', exact: true }).click();
    await menu.getByRole('searchbox', { name: '検索' }).fill('ビュー 12');
    await menu.getByRole('button', { name: 'ﾋﾞｭｰ 11', exact: true }).waitFor({ state: 'detached' });
    expect(await menu.locator('.tp-view-row').allInnerTexts()).toEqual(['ﾋﾞｭｰ 12']);
    await page.keyboard.press('Escape');
    await call('saved_views/remove/', 'admin', { ids: made.map(({ id }) => id) });

    // A report is saved as a view, too, with its query and its columns.
    await page.goto(`${new URL(page.url()).origin}/analyze/term?step=week&hide=cvr`);
    await page.getByRole('button', { name: 'ビュー', exact: true }).click();
    await menu.getByRole('button', { name: '名前を付けて保存' }).click();
    await form.getByLabel('ビューの名前').fill('週ごと');
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByRole('button', { name: '週ごと', exact: true }).click();
    await menu.getByRole('button', { name: '初期表示に戻す' }).click();
    await page.waitForURL(
      url => url.searchParams.get('step') === null && url.searchParams.get('saved') === null,
    );
    await page.getByRole('button', { name: 'ビュー', exact: true }).click();
    await menu
      .getByRole('button', { name: /週ごと/ })
      .first()
      .click();
    await page.waitForURL(
      url => url.searchParams.get('step') === 'week' && url.searchParams.get('hide') === 'cvr',
    );
    await page.getByRole('button', { name: '週ごと', exact: true }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test('a user without write permission sees no actions that write', async () => {
    for (const [who, path] of either(
      ['agency', '/ad/setting?product_id=1'],
      ['user', '/config/user'],
      ['user', '/config/agency'],
    )) {
      const { page, troubles, close } = await open(path, { who });
      await page.getByRole('row').nth(1).waitFor();
      expect(await page.getByRole('button', { name: /を追加$/ }).count()).toBe(0);
      expect(await page.getByRole('checkbox', { name: /選択/ }).count()).toBe(0);
      await page.getByRole('row').nth(1).getByRole('button').last().click();
      await page.getByText('IDをコピー').waitFor();
      expect(await page.getByText('削除', { exact: true }).count()).toBe(0);
      expect(await page.getByText('編集', { exact: true }).count()).toBe(0);
      expect(troubles).toEqual([]);
      await close();
    }
  });
});

test.each(FEWER_LOOKS)(
  'the list of users has no axe faults in the $theme theme at $viewport.width px',
  async look => {
    const { page, close } = await open('/config/user?f=email__contains%3Ddemo%26role%3D1&deleted=1', {
      ...look,
      speaking: 'ja',
    });
    const found: Record<string, string[]> = {};
    const examine = async (what: string, part?: string) => {
      const faults = await (part === undefined ? axeFaults(page) : axeFaultsIn(page, part));
      if (faults.length > 0) found[what] = faults;
    };
    await examine('list');
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: '絞り込み', exact: true }).click();
    await page.getByRole('dialog', { name: '絞り込み' }).waitFor();
    await examine('selected, with the filter', '[popover], dialog[open], .tp-selection-place');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'ビュー' }).first().click();
    await page.getByRole('dialog', { name: '保存したビュー' }).waitFor();
    await examine('views', '[popover], dialog[open]');
    expect(found).toEqual({});
    await close();
  },
);

/** Time by which an answer is late: the rows are painted before it. */
const LATE_MS = 1_500;

/**
 * Sum of the layout shifts that no input caused, from the first frame until the page is at rest.
 * @param late the operation whose answer arrives after the rows
 */
const shiftOf = async (path: string, language: 'ja' | 'en', late?: string): Promise<number> => {
  // Pooled pages paint a corner only, and the browser reports shifts of what is painted.
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    storageState: {
      cookies: sessionCookies(await newTokens('admin'), demoUrl()),
      origins: [
        {
          origin: new URL(demoUrl()).origin,
          localStorage: [{ name: 'ic_locale', value: storedText(language) }],
        },
      ],
    },
  });
  try {
    await context.addInitScript(() => {
      Object.assign(globalThis, { shifted: 0 });
      new PerformanceObserver(list => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          readonly value: number;
          readonly hadRecentInput: boolean;
        })[])
          if (!entry.hadRecentInput) (globalThis as unknown as { shifted: number }).shifted += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const page = await context.newPage();
    if (late !== undefined)
      await page.route('**/graphql', async route => {
        const { operationName } = route.request().postDataJSON() as { readonly operationName: string };
        if (operationName === late) await delay(LATE_MS);
        await route.fallback();
      });
    await page.goto(`${demoUrl()}${path}`);
    await page.locator('.tp-body .tp-row').first().waitFor();
    await settle(page);
    return await page.evaluate(() => (globalThis as unknown as { readonly shifted: number }).shifted);
  } finally {
    await context.close();
  }
};

// In the long form only: `npm run bench:web` measures the shifts of these screens, too.
test.runIf(isLong).each(
  either(
    // Its path and the age of the data do not fit into one line.
    ['/analyze/ad-statistics?product_id=1', 'en'] as const,
    ['/ad/ad?product_id=1', 'ja'] as const,
    ['/log/cv-approve?product_id=1', 'ja'] as const,
  ),
)('nothing moves while the rows of %s are loaded in a narrow window, in %s', async (path, language) => {
  expect(await shiftOf(path, language)).toBeLessThan(0.02);
});

// Without the count, the range of the rows is longer than with it.
test('nothing moves in a narrow window when the rows of a board arrive before their count', async () => {
  expect(await shiftOf('/log/result-queue?product_id=1', 'ja', 'QueueCounts')).toBeLessThan(0.02);
});

describe('an incomplete start-up list', () => {
  interface Named {
    readonly id: number;
    readonly name: string;
  }
  interface Lists {
    readonly ad?: { results: readonly object[] };
    readonly redirect?: { results: readonly object[] };
  }
  const adsOfProduct = async () =>
    (await call<{ results: Named[] }>('ads/?where=product_id%3D1&page_size=9999&ordering=id', 'admin'))
      .results;

  const redirectOf = async (ad: number) =>
    (await call<{ results: { id: number }[] }>(`redirects/?where=ad_id%3D${ad}`, 'admin')).results[0]?.id;

  /** Opens the console with start-up lists cut to two ads and two redirects; the server has the rest. */
  const openPartial = async (path: string) => {
    const visitor = await operator(browser, { speaking: 'ja' });
    const lookups: string[] = [];
    await visitor.page.route('**/graphql', async route => {
      const { operationName, variables } = route.request().postDataJSON() as {
        operationName: string;
        variables: { where?: string };
      };
      if (variables.where?.startsWith('id__in') === true) lookups.push(variables.where);
      if (operationName !== 'StartupLists') return route.fallback();
      const response = await route.fetch();
      const answer = (await response.json()) as { data: Lists };
      for (const list of [answer.data.ad, answer.data.redirect])
        if (list !== undefined) list.results = list.results.slice(0, 2);
      return route.fulfill({ response, json: answer });
    });
    await visitor.page.goto(`${demoUrl()}${path}`);
    await settle(visitor.page);
    return { ...visitor, lookups };
  };

  const choose = async (box: Locator, name: string) => {
    await box.locator('.p-dropdown:not([aria-busy])').last().click();
    await box.getByRole('textbox', { name: '検索' }).fill(name);
    await box.getByRole('status').getByText('1件見つかりました').waitFor();
    await box.getByRole('option', { name, exact: true }).click();
  };

  // In the long form only: tests/isolated/partial-lists.test.tsx holds the look-ups and the searches.
  test.runIf(isLong)(
    'is completed from the server: names are looked up for filters, and choices search the server',
    async () => {
      const [other, ad] = (await adsOfProduct()).toReversed() as [Named, Named];
      const { page, troubles, close, lookups } = await openPartial(
        `/log/reference?product_id=1&f=ad_id__in%3D${ad.id},${other.id}`,
      );
      await page.getByRole('button', { name: `広告：${ad.name}または${other.name}`, exact: true }).waitFor();
      expect(lookups).toEqual([`id__in=${ad.id},${other.id}`]);

      await addFilter(page, '広告', '＝ 等しい', dialog => choose(dialog, ad.name));
      expect(questionOf(page).get('f')).toBe(`ad_id__in=${ad.id},${other.id}&ad_id=${ad.id}`);

      expect(troubles).toEqual([]);
      await close();
    },
  );

  test.runIf(isLong)('is completed in forms, records and the command palette', async () => {
    const [other, ad] = (await adsOfProduct()).toReversed() as [Named, Named];
    const { page, troubles, close } = await openPartial(`/log/reference?product_id=1&f=ad_id%3D${ad.id}`);
    // Escape on a choice whose list is closed closes what it stands in: the editor of a condition, and a form.
    await page.getByRole('button', { name: `広告：${ad.name}`, exact: true }).click();
    const editor = page.getByRole('dialog', { name: '条件を変更' });
    await editor.locator('.p-dropdown:not([aria-busy]) input').first().focus();
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'hidden' });

    const form = page.getByRole('dialog', { name: 'リダイレクトの追加' });
    await page.goto(`${demoUrl()}/ad/redirect-setting?product_id=1&modal=add`);
    await form.locator('.p-dropdown:not([aria-busy]) input').first().focus();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });

    await page.goto(`${demoUrl()}/ad/redirect-setting?product_id=1&modal=add`);
    await choose(form, other.name);
    await form.locator('.p-dropdown-label').getByText(other.name, { exact: true }).waitFor();
    // Escape closes the open choice and not the form.
    await form.locator('.p-dropdown').click();
    await page.keyboard.press('Escape');
    await form.locator('.p-dropdown-panel').waitFor({ state: 'detached' });
    expect(await form.getByRole('button', { name: 'キャンセル' }).isVisible()).toBe(true);

    await page.goto(`${demoUrl()}/ad/redirect-setting/${await redirectOf(other.id)}?product_id=1`);
    await page.getByRole('link', { name: other.name, exact: true }).waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox').fill(ad.name);
    await page.getByRole('option', { name: `${ad.name} のログ` }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });
});
