import { afterAll, beforeAll, expect, test } from 'vitest';
import en from '../../src/messages/en.json' with { type: 'json' };
import { refusal } from '../support/gate.ts';
import { openGated } from '../support/gate-fixture.ts';
import { demoUrl, settle } from '../support/operator.ts';
import { seenBy, walkAll } from '../support/walks.ts';

/**
 * Walks generated paths of a record's form, new or existing, through its fields and buttons. Its calls are
 * stubs, so nothing is written.
 */
const texts: Readonly<Record<string, string>> = en;
const { page, gate, troubles, close } = await openGated('en');
beforeAll(async () => {
  await page.goto(`${demoUrl()}/ad/category-setting?list=types&product_id=1`);
  await settle(page);
  gate.hold('AdType', 'AdTypeCreate', 'AdTypeUpdate');
});
afterAll(close);

const lost = { lost: true } as const;
/** The drafts stored in the browser. */
const drafts = () =>
  page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.includes('_draft_')));
/** Answers the form's query for open tabs when the path says so. */
const look = {
  end: (fails: boolean) =>
    page.evaluate(how => (globalThis as unknown as { ended: (fails: boolean) => void }).ended(how), fails),
};
const holdLooking = () =>
  page.evaluate(() => {
    navigator.locks.query = () =>
      new Promise((answer, fail) => {
        (globalThis as unknown as { ended: (fails: boolean) => void }).ended = fails => {
          Reflect.deleteProperty(navigator.locks, 'query');
          if (fails) fail(new Error('no locks'));
          else answer(navigator.locks.query());
        };
      });
  });
const row = (title: string) => ({
  json: {
    data: {
      one: {
        id: 1,
        label: title,
        product_id: 1,
        sequence: 1,
        title,
        status: true,
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:00:00Z',
        __typename: 'x',
      },
    },
  },
});

test("every generated path of a record's form can be walked", async () => {
  const dialog = page.locator('dialog.tp-dialog');
  const press = (message: string) =>
    dialog.getByRole('button', { name: texts[message]!, exact: true }).click();
  const name = dialog.locator('[name="title"]');
  const question = dialog.locator('.tp-question');
  const offer = dialog.locator('.tp-restore');
  const again = dialog.getByRole('button', { name: texts['state.retry']! });
  const busy = async () =>
    (await dialog.locator('form [type=submit]').innerText()) === texts['editor.saving'];
  const add = () => page.getByRole('button', { name: /^Add / }).first().click();
  await add();
  await name.fill('途中 é');
  await expect.poll(drafts).toHaveLength(1);
  // The draft looks as if a tab that is closed by now had stored it.
  const left = (await drafts()).map(
    ([place, text]) => [place, text.replace(/(?<=\{")[\da-f-]{36}/, 'closed')] as const,
  );
  await press('shell.close');
  await press('editor.leave.discard');
  let saved = '';
  await walkAll('editor', {
    startsAnew: true,
    begin: async ({ start }) => {
      saved = start === 'a record that is there' ? 'AdTypeUpdate' : 'AdTypeCreate';
      if (start === 'a form that was left') await holdLooking();
      if (start !== 'a record that is there') return add();
      await page.getByRole('row').nth(1).getByRole('button').last().click();
      return page.getByText(texts['action.edit']!, { exact: true }).click();
    },
    act: {
      'it is found': async () => {
        await page.evaluate(entries => {
          for (const [place, text] of entries) localStorage.setItem(place, text);
        }, left);
        await look.end(false);
        await offer.waitFor();
      },
      'nothing is found': () => look.end(false),
      'it cannot be looked for': () => look.end(true),
      'it is loaded': () => gate.answer('AdType', row('広告 é')),
      'it cannot be loaded': () => gate.answer('AdType', lost),
      'type a name': () => name.fill('山田'),
      'clear the name': () => name.fill(''),
      'leave the field': async () => {
        await name.focus();
        await name.blur();
      },
      save: () => dialog.locator('form [type=submit]').click(),
      'it is saved': () =>
        gate.answer(saved, {
          json: { data: { saved: { id: 1, updated_at: '2026-01-02T00:00:00Z', __typename: 'x' } } },
        }),
      'the server refuses it': () =>
        gate.answer(
          saved,
          refusal('invalid', 422, { fields: { title: ['too_long'] }, limits: { title: { max: 3 } } }),
        ),
      'somebody else was first': () => gate.answer(saved, refusal('conflict', 409)),
      'theirs is there': () => gate.answer('AdType', row('Théo')),
      'theirs has no name': () => gate.answer('AdType', row('')),
      'theirs cannot be loaded': () => gate.answer('AdType', lost),
      'take mine': () => dialog.locator('input[value=mine]').first().check(),
      'take theirs': () => dialog.locator('input[value=theirs]').first().check(),
      'go on editing': ([place]) =>
        press(place === 'conflict' ? 'editor.conflict.back' : 'editor.leave.keep'),
      close: () => press('shell.close'),
      discard: () =>
        question.getByRole('button', { name: texts['editor.leave.discard']!, exact: true }).click(),
      'try again': () => press('state.retry'),
      'restore it': async () => {
        await press('editor.draft.restore');
        await expect.poll(() => name.inputValue()).toBe('途中 é');
      },
      'forget it': async () => {
        await press('editor.leave.discard');
        await offer.waitFor({ state: 'detached' });
        expect(await name.inputValue()).toBe('');
      },
    },
    missing: seenBy({
      recalling: async () => (await dialog.isVisible()) && (await dialog.locator('form').count()) === 0,
      opening: async () =>
        (await dialog.isVisible()) &&
        (await dialog.locator('form').count()) === 0 &&
        (await again.count()) === 0,
      unavailable: () => again.isVisible(),
      editing: async () => (await name.isVisible()) && !(await busy()) && (await question.count()) === 0,
      saving: async () => gate.holds(saved) && (await busy()),
      comparing: async () => gate.holds('AdType') && (await busy()),
      conflict: () => dialog.locator('.tp-conflict').isVisible(),
      leaving: () => question.isVisible(),
      closed: async () => (await dialog.count()) === 0,
    }),
    end: async ([place]) => {
      // Open calls are answered first, and typed text is discarded.
      if (place === 'saving') await gate.answer(saved, lost);
      if (place === 'comparing') await gate.answer('AdType', lost);
      if (place !== 'closed' && place !== 'leaving') await press('shell.close');
      await question.or(page.locator('main h1').first()).first().waitFor();
      if ((await question.count()) > 0) await press('editor.leave.discard');
      await dialog.waitFor({ state: 'detached' });
    },
  });
  expect(troubles).toEqual([]);
});
