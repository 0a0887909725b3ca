import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { axeFaults, FEWER_LOOKS, axeFaultsIn } from '../support/axe.ts';
import { field, isClosed, openJourney, save, type Journey } from '../support/journey-fixture.ts';
import { either, isLong } from '../support/long.ts';
import { forged, sendToken, settle } from '../support/operator.ts';
import { goTo, sharedJourney } from '../support/shared-visit.ts';

/** The forms and pages of records with real keyboard input. */
let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});

const rest = <Answer>(path: string, body?: object): Promise<Answer> => journey.call<Answer>(path, body);
const at: Journey['at'] = (path, opening) => journey.at(path, opening);
/** Opens a screen in the page of the tests that leave no form open. */
const open = sharedJourney(() => journey);
interface Ad {
  readonly id: number;
  readonly name: string;
  readonly click_cost: number;
  readonly ad_description: string;
  readonly period_from: string | null;
  readonly redirect_url: string;
}

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.id);

describe('the text of an input method', () => {
  /** Composes intermediate texts, ends the composition with Enter and inserts the final text. */
  const compose = async (page: Page, box: Locator, steps: readonly string[]) => {
    const cdp = await page.context().newCDPSession(page);
    await box.focus();
    await box.evaluate(element => (element as HTMLInputElement).select());
    for (const text of steps) {
      await cdp.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
      expect(await box.inputValue()).toBe(text);
    }
    await page.evaluate(() =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'Enter',
          bubbles: true,
          cancelable: true,
          isComposing: true,
          keyCode: 229,
        }),
      ),
    );
    await cdp.send('Input.insertText', { text: steps.at(-1)! });
    expect(await box.inputValue()).toBe(steps.at(-1));
    await cdp.detach();
  };

  /** Fields of the kinds that the form has more than once. */
  const composeOthers = async (page: Page) => {
    await compose(page, field(page, 'ad_post_url'), ['ｈ', 'ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｊｐ／ａ']);
    await field(page, 'lpo_flag').check();
    await page.locator('[data-do=add]').click();
    await compose(page, field(page, 'args'), ['ａ', 'ａｒｇ']);
    await compose(page, field(page, 'lpo_entries.0.title'), ['ら', 'ランディング']);
    await compose(page, field(page, 'lpo_entries.0.url'), [
      'ｈｔｔｐｓ：／／ｓｈｏｐ．ｌｏｃａｌｈｏｓｔ／ｂ',
    ]);
    await compose(page, field(page, 'lpo_entries.0.rate'), ['１０', '１００']);
    await field(page, 'name').focus();
    expect(await field(page, 'args').inputValue()).toBe('arg');
  };

  test('is kept in every field of a form, normalized after composition, and saved', async () => {
    const { page, troubles } = await open('/ad/setting?modal=add');
    await field(page, 'name').waitFor();
    await compose(page, field(page, 'name'), ['な', 'なつ', '夏の広告']);
    await compose(page, field(page, 'ad_description'), ['せ', 'せつ', '説明']);
    await compose(page, field(page, 'redirect_url'), ['ｈｔｔｐｓ：／／ｓｈｏｐ．ｌｏｃａｌｈｏｓｔ／']);
    await compose(page, field(page, 'period_from'), ['２０２６', '２０２６／１／５']);
    await compose(page, field(page, 'click_cost'), ['１', '１２', '１２３４．５']);
    if (isLong) await composeOthers(page);
    await field(page, 'name').focus();
    expect(
      await Promise.all(
        ['period_from', 'click_cost', 'redirect_url'].map(name => field(page, name).inputValue()),
      ),
    ).toEqual(['2026/01/05', '1,234.50', 'https://shop.localhost/']);
    expect(await page.locator('dialog').count()).toBe(1);
    await save(page);
    const added = page.getByRole('dialog', { name: '広告を追加しました' });
    await added.getByRole('img', { name: 'クリックURLのQRコード' }).waitFor();
    await added.getByRole('button', { name: '閉じる' }).last().click();
    await isClosed(page);
    const { results } = await rest<{ results: Ad[] }>(`ads/?name=${encodeURIComponent('夏の広告')}`);
    expect(results[0]).toMatchObject({
      ad_description: '説明',
      click_cost: 1234.5,
      period_from: '2026-01-05',
      redirect_url: 'https://shop.localhost/',
    });
    await page.getByRole('grid').getByText('夏の広告').waitFor();
    expect(troubles).toEqual([]);
  });

  test('does not submit the form while it is composed', async () => {
    const { page } = await open('/config/agency?modal=add');
    await compose(page, field(page, 'agency_name'), ['だ', '代理店']);
    await field(page, 'agency_name').press('Enter');
    await isClosed(page);
    await page.getByRole('grid').getByText('代理店', { exact: true }).waitFor();
  });
});

describe('a concurrent change of a record', () => {
  const overtake = async () => {
    const { id } = journey.shop.ads[0]!;
    const [one, two] = [await open(`/ad/setting/${id}?modal=edit`), await at(`/ad/setting/${id}?modal=edit`)];
    await Promise.all([one, two].map(({ page }) => field(page, 'name').waitFor()));
    return { one, two, id };
  };

  test('is shown with both values of each field, and only the chosen values are saved', async () => {
    const { one, two, id } = await overtake();
    await field(one.page, 'name').fill('先に保存した名前');
    await field(one.page, 'click_cost').fill('777');
    await save(one.page);
    await isClosed(one.page);
    await field(two.page, 'name').fill('後から保存する名前');
    await field(two.page, 'ad_description').fill('後からの説明');
    await save(two.page);
    const { page } = two;
    await page.getByText('この内容がほかの画面またはほかのユーザーにより変更されました').waitFor();
    expect((await rest<Ad>(`ads/${id}/`)).name).toBe('先に保存した名前');
    const named = page.getByRole('group', { name: /^広告名/ });
    expect(await named.getByText('両方で変更').count()).toBe(1);
    expect(await named.getByRole('radio', { name: /後から保存する名前/ }).isChecked()).toBe(true);
    expect(
      await page
        .getByRole('group', { name: /クリック単価/ })
        .getByRole('radio', { name: /777/ })
        .isChecked(),
    ).toBe(true);
    expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
    await named.getByRole('radio', { name: /先に保存した名前/ }).check();
    await page.getByRole('button', { name: '選んだ内容で保存' }).click();
    await isClosed(page);
    expect(await rest<Ad>(`ads/${id}/`)).toMatchObject({
      name: '先に保存した名前',
      click_cost: 777,
      ad_description: '後からの説明',
    });
    await two.close();
  });

  // In the long form only: walk-editor.test.ts goes back from the comparison to the form.
  test.runIf(isLong)('can be answered by going back to the form with the own values', async () => {
    const { one, two } = await overtake();
    await field(one.page, 'name').fill('三番目の名前');
    await save(one.page);
    await isClosed(one.page);
    await field(two.page, 'name').fill('四番目の名前');
    await save(two.page);
    await two.page.getByRole('button', { name: '編集に戻る' }).click();
    await expect.poll(() => focused(two.page)).toBe('name');
    expect(await field(two.page, 'name').inputValue()).toBe('四番目の名前');
    await save(two.page);
    await isClosed(two.page);
    await two.page.getByRole('heading', { level: 1, name: /四番目の名前/ }).waitFor();
    await two.close();
  });
});

test('a record deleted concurrently is reported as deleted, and the typed text stays in the form', async () => {
  const { id } = await rest<{ id: number }>('ads/', {
    product_id: journey.shop.productId,
    name: 'iPhone の広告',
    redirect_url: 'https://shop.localhost/',
  });
  const { page, close } = await at(`/ad/setting/${id}?modal=edit`);
  await field(page, 'ad_description').fill('消えない説明');
  expect(await page.locator('.tp-record-head h1').innerText()).toBe('iPhone の広告');
  await rest('ads/remove/', { ids: [id] });
  await save(page);
  await page.locator('dialog .form-failure').waitFor();
  expect([
    await page.locator('.tp-conflict').count(),
    await field(page, 'ad_description').inputValue(),
  ]).toEqual([0, '消えない説明']);
  await close();
});

test('Escape and the back button ask before they discard typed text', async () => {
  const { page } = await open('/config/agency');
  await page.getByRole('button', { name: '代理店を追加' }).click();
  await field(page, 'agency_name').fill('消えない名前');
  const question = page.getByText('保存していない変更があります');
  const stay = page.getByRole('button', { name: '編集を続ける' });
  const isFocused = (element: Locator) => element.evaluate(one => one === document.activeElement);
  await page.keyboard.press('Escape');
  await question.waitFor();
  // The question takes the focus from the field, and gives it back.
  await expect.poll(() => isFocused(stay)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => isFocused(field(page, 'agency_name'))).toBe(true);
  await page.goBack();
  await question.waitFor();
  await stay.click();
  expect(await field(page, 'agency_name').inputValue()).toBe('消えない名前');
  expect(page.url()).toContain('modal=add');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '破棄する' }).click();
  await isClosed(page);
  expect(
    (await rest<{ results: object[] }>(`agencies/?agency_name=${encodeURIComponent('消えない名前')}`))
      .results,
  ).toEqual([]);
  // Closing went back in the history: forward leads into the form again, and one step back leads to the list.
  await page.goForward();
  await field(page, 'agency_name').waitFor();
  await page.keyboard.press('Escape');
  await isClosed(page);
  expect(page.url()).not.toContain('modal');
});

// In the long form only: lock.test.ts holds that a form stays under the dialog and is saved afterwards.
test.runIf(isLong)(
  'typed text survives the end of the session and is saved after signing in again',
  async () => {
    const own = await journey.signIn(journey.shop.email, journey.shop.password);
    const { page, close } = await at('/config/agency?modal=add', { tokens: own });
    await field(page, 'agency_name').fill('続きの代理店');
    await rest('auth/signout/', { refresh: own.refresh });
    await sendToken(page, { ...own, access: forged(own.access) });
    await save(page);
    const lock = page.locator('dialog.lock');
    await lock.waitFor();
    expect(await field(page, 'agency_name').inputValue()).toBe('続きの代理店');
    await lock.locator('[name=password]').fill(journey.shop.password);
    await lock.locator('[type=submit]').click();
    await lock.waitFor({ state: 'detached' });
    // The refused call waits for the new session and is sent once.
    await isClosed(page);
    await page.getByRole('grid').getByText('続きの代理店').waitFor();
    expect(
      (await rest<{ count: number }>(`agencies/?agency_name=${encodeURIComponent('続きの代理店')}`)).count,
    ).toBe(1);
    await close();
  },
);

describe.each(
  either(
    ['ja', '必須項目です', '100文字以内で入力してください'] as const,
    ['en', 'Required', '100 characters'] as const,
    ['zh-CN', '必填', '100'] as const,
  ),
)('in %s,', (speaking, required, long) => {
  test('a form names the fault at each field, focuses the first one and does not move its layout', async () => {
    const { page, close } = await at('/config/agency?modal=add', { speaking });
    await field(page, 'agency_name').waitFor();
    // The dialog opens with an animation.
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    const place = () => page.locator('dialog.tp-dialog form [type=submit]').boundingBox();
    const before = await place();
    await save(page);
    const fault = page.locator('.field:has([name=agency_name]) .field-fault');
    expect(await fault.textContent()).toContain(required);
    await expect.poll(() => focused(page)).toBe('agency_name');
    expect(await field(page, 'agency_name').getAttribute('aria-describedby')).toContain(
      await fault.getAttribute('id'),
    );
    expect(await place()).toEqual(before);
    await field(page, 'agency_name').fill('あ'.repeat(101));
    await page.keyboard.press('Tab');
    await fault.waitFor();
    expect(await fault.textContent()).toContain(long);
    expect(await place()).toEqual(before);
    await close();
  });
});

test('a click next to an invalid field hits the clicked control', async () => {
  const { page, close } = await at('/ad/setting?modal=add');
  // Late content would move the control.
  await settle(page);
  await field(page, 'cv_cost').fill('123456789');
  // The press takes time: the fault of the price appears between pressing and releasing.
  const before = await field(page, 'own_parameters').boundingBox();
  await field(page, 'own_parameters').click({ delay: 120 });
  const after = await field(page, 'own_parameters').boundingBox();
  await expect
    .poll(() => field(page, 'own_parameters').isChecked(), {
      message: `pressed where it lay: ${JSON.stringify({ before, after })}`,
    })
    .toBe(true);
  await page.locator('.field:has(> .field-input > [name=cv_cost]) .field-fault').waitFor();
  await close();
});

test('a record is created, read, edited, deleted and restored by keyboard alone, and its history names the user', async () => {
  const { page, troubles } = await open('/config/agency?modal=add');
  await field(page, 'agency_name').waitFor();
  expect(await focused(page)).toBe('agency_name');
  await page.keyboard.type('Zoé 代理店');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type('一行目');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await isClosed(page);
  const {
    results: [made],
  } = await rest<{ results: { id: number }[] }>(`agencies/?agency_name=${encodeURIComponent('Zoé 代理店')}`);
  await goTo(page, `/config/agency/${made!.id}`);
  await page.getByRole('heading', { level: 1, name: 'Zoé 代理店' }).waitFor();
  await page.getByRole('button', { name: '編集', exact: true }).press('Enter');
  await field(page, 'agency_name').fill('Zoé 改名');
  await field(page, 'agency_name').press('Enter');
  await isClosed(page);
  const history = page.getByRole('region', { name: '変更履歴' });
  await history.getByText('Zoé 改名').waitFor();
  expect(await history.getByRole('listitem').first().textContent()).toContain('Zoë 山田');
  await page.getByRole('button', { name: '削除', exact: true }).press('Enter');
  const question = page.getByRole('alertdialog');
  expect((await question.boundingBox())!.width).toBe(340);
  await page.keyboard.press('Enter');
  await page.getByText('削除済み', { exact: true }).waitFor();
  await page.getByRole('button', { name: '復元', exact: true }).and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: '復元', exact: true }).press('Enter');
  await page.getByText('削除済み', { exact: true }).waitFor({ state: 'detached' });
  await goTo(page, '/config/agency/999999');
  await page.getByRole('heading', { level: 1, name: '見つかりません' }).waitFor();
  expect(troubles.filter(text => !text.includes('404'))).toEqual([]);
});

describe.each(FEWER_LOOKS)('in $speaking, $theme, at $viewport.width px,', look => {
  test('forms, details and pages of records have no axe faults and do not scroll sideways', async () => {
    const { page, troubles, close } = await at('/ad/setting?modal=add', look);
    const found: Record<string, unknown> = {};
    const examine = async (name: string, part?: string) => {
      const faults = await (part === undefined ? axeFaults(page) : axeFaultsIn(page, part));
      if (faults.length > 0) found[name] = faults;
    };
    await field(page, 'name').waitFor();
    await field(page, 'lpo_flag').check();
    await page.locator('[data-do=add]').click();
    await field(page, 'own_auto_approval').check();
    await save(page);
    await examine('faulty form');
    await page.locator('dialog .p-dropdown').first().click();
    await page.locator('.p-dropdown-item').first().waitFor();
    await examine('open choice', 'dialog[open] .p-dropdown');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await examine('unsaved', 'dialog[open] .tp-question');
    await page.getByRole('button', { name: /^(Discard|破棄する)$/ }).click();
    await goTo(page, journey.addressOf(`/ad/setting/${journey.shop.ads[1]!.id}`));
    await page.locator('.tp-details').waitFor();
    await examine('page');
    await goTo(page, journey.addressOf(`/config/product?modal=detail&id=${journey.shop.productId}`));
    await page.locator('dialog .tp-details').waitFor();
    await examine('detail', 'dialog[open]');
    expect(found).toEqual({});
    expect(troubles).toEqual([]);
    await close();
  });
});
