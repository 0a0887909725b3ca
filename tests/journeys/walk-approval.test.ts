import { afterAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { PART_SIZE } from '../../machines/decision.ts';
import { openGated } from '../support/gate-fixture.ts';
import { demoUrl, settle } from '../support/operator.ts';
import { seenBy, walkAll } from '../support/walks.ts';

/**
 * Walks generated paths of the approval screen through its buttons. The server's answers are stubs, so
 * nothing is decided; approval.test.ts covers real decisions.
 */
const { page, gate, troubles, close } = await openGated('ja');
afterAll(close);

const lost = { lost: true } as const;
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const candidates = (count: number, next: string | null) => ({
  json: {
    data: {
      page: {
        next,
        counts: { pending: count, approved: 0, rejected: 0, __typename: 'x' },
        __typename: 'x',
        results: Array.from({ length: count }, (_, at) => ({
          result_id: at + 1,
          version: 1,
          approval_status: 0,
          next_statuses: [1, 2],
          amount: 5_480,
          cv_cost: 100.5,
          __typename: 'x',
        })),
      },
    },
  },
});
const decided = (refused: readonly object[]) => ({
  json: { data: { done: { decided: 1, refused, hold_ms: 0, __typename: 'x' } } },
});

test('every generated path of the approval screen can be walked', async () => {
  const dialog = page.getByRole('alertdialog');
  // The reasons that were given lately have the same label.
  const reason = dialog.getByRole('textbox', { name: '理由', exact: true });
  const bar = page.getByRole('group', { name: '選択した行の操作' });
  const cell = page.locator('[data-row="1"][data-column="+select"]');
  const isSelected = () => cell.getByRole('checkbox').isChecked();
  const select = async () => {
    if (await isSelected()) await cell.click();
    await cell.click();
  };
  const gathering = page.getByRole('status').getByText(/選択しています/);
  const gather = async () => {
    if (!(await isSelected())) await cell.click();
    gate.hold('ResultsDecide', 'ResultCandidates');
    await page.getByRole('button', { name: /この条件の.*すべて選択/ }).click();
    await gathering.waitFor();
  };
  const gathered = async (count: number, next: string | null) => {
    await gate.answer('ResultCandidates', candidates(count, next));
    // The same operation loads the counts, so only the call of this query is held.
    if (next === null) gate.hold('ResultsDecide');
  };
  const showState = async (name: RegExp) => {
    await page.getByRole('radiogroup', { name: '状態' }).getByText(name).click();
    await settle(page);
  };
  await walkAll('cvApproval', {
    begin: async () => {
      gate.hold('ResultsDecide');
      await page.goto(`${demoUrl()}/log/cv-approve?product_id=1`);
      await settle(page);
    },
    // An open dialog covers the controls that change the query.
    offers: (eventName, { places }) =>
      eventName !== 'change the query' || places.includes('choosing') || places.includes('gathering'),
    never: {
      'cvApproval.submitting.continuing query.changed':
        'The dialog covers what changes the query; only the back button of the browser does it there.',
    },
    act: {
      // Switching the state and back shows the rows of the path again.
      'change the query': async () => {
        gate.hold('ResultsDecide');
        await showState(/^すべて/);
        await showState(/^未承認/);
      },
      'select one': select,
      gather,
      'select more than a part': async () => {
        await gather();
        await gathered(PART_SIZE + 1, null);
      },
      'a page of many': () => gathered(1, 'p2'),
      'the last page': () => gathered(1, null),
      'gathering fails': async () => {
        await gate.answer('ResultCandidates', lost);
        gate.hold('ResultsDecide');
      },
      approve: () => button(bar, '承認').click(),
      reject: () => button(bar, '非承認').click(),
      'give a reason': () => reason.fill('重複 é'),
      confirm: () => button(dialog, '承認').click(),
      back: () => button(dialog, 'キャンセル').click(),
      cancel: async () => {
        await button(page, '中止').click();
        gate.hold('ResultsDecide');
      },
      'all decided': () => gate.answer('ResultsDecide', decided([])),
      'one refused': () =>
        gate.answer(
          'ResultsDecide',
          decided([{ id: 1, code: 'conflict', status: 2, version: 2, __typename: 'x' }]),
        ),
      'sending fails': () => gate.answer('ResultsDecide', lost),
      acknowledge: () => button(page, '確認しました').click(),
    },
    missing: seenBy({
      choosing: async () =>
        (await page.locator('dialog[open]').count()) === 0 && (await gathering.count()) === 0,
      gathering: () => gathering.isVisible(),
      confirming: () => reason.isVisible(),
      'submitting.continuing': async () =>
        gate.holds('ResultsDecide') &&
        (await dialog
          .getByRole('status')
          .getByText(/件を送信しました/)
          .isVisible()),
      'submitting.stopping': async () =>
        gate.holds('ResultsDecide') && (await dialog.getByText('送信中の分を待って中止します…').isVisible()),
      partial: () => page.getByRole('alertdialog', { name: '一部は変更されませんでした' }).isVisible(),
    }),
  });
  expect(troubles).toEqual([]);
});
