import { afterAll, expect, test } from 'vitest';
import en from '../../src/messages/en.json' with { type: 'json' };
import { refusal } from '../support/gate.ts';
import { openGated } from '../support/gate-fixture.ts';
import { demoUrl } from '../support/operator.ts';
import { seenBy, walkAll } from '../support/walks.ts';

/** Walks generated paths of the user's own sessions through their buttons. The calls are stubs, so no session ends. */
const texts: Readonly<Record<string, string>> = en;
const { page, gate, troubles, close } = await openGated('en');
afterAll(close);

const lost = { lost: true } as const;
const session = (id: string, current: boolean) => ({
  id,
  current,
  browser: current ? 'Firefox' : null,
  os: current ? 'Linux' : null,
  device: current ? 'desktop' : null,
  address: current ? '192.0.2.1' : null,
  started_at: current ? '2026-01-01T00:00:00Z' : null,
  last_used_at: '2026-01-02T00:00:00Z',
  __typename: 'x',
});
const [here, there] = [session('here', true), session('there', false)];
const answered = (...results: readonly object[]) => ({
  json: { data: { page: { count: results.length, results, __typename: 'x' } } },
});
const revoked = { json: { data: { done: { revoked: 1, __typename: 'x' } } } };

test('every generated path of the own sessions can be walked', async () => {
  const dialog = page.getByRole('alertdialog');
  const list = page.locator('.tp-sessions');
  const heading = page.getByRole('heading', { level: 1, name: texts['shell.sessions']! });
  const retry = page.getByRole('button', { name: texts['state.retry']! });
  const isBusy = async () => (await list.getAttribute('aria-busy')) === 'true';
  let isOthers = false;
  const answerRevocation = (ending: Parameters<typeof gate.answer>[1]) =>
    gate.answer(isOthers ? 'RevokeOtherSessions' : 'RevokeSession', ending);
  await walkAll('ownSessions', {
    begin: async () => {
      gate.hold('MySessions', 'RevokeSession', 'RevokeOtherSessions');
      await page.goto(`${demoUrl()}/config/sessions`);
      await heading.waitFor();
    },
    act: {
      'several sessions arrive': () => gate.answer('MySessions', answered(here, there)),
      'only this session arrives': () => gate.answer('MySessions', answered(here)),
      'the list fails': () => gate.answer('MySessions', lost),
      reload: async at => {
        if (at.includes('failed')) return retry.click();
        return page.keyboard.press('r');
      },
      'end another session': () => {
        isOthers = false;
        return list.getByRole('button').click();
      },
      'end all others': () => {
        isOthers = true;
        return page.getByRole('button', { name: texts['session.revoke_others']!, exact: true }).click();
      },
      confirm: () => dialog.locator('.actions .p-button').last().click(),
      cancel: () => dialog.getByRole('button', { name: texts['confirm.no']!, exact: true }).click(),
      'it has ended': () => answerRevocation(revoked),
      'it had ended already': () => answerRevocation(refusal('not_found', 404)),
      'ending fails': () => answerRevocation(lost),
    },
    missing: seenBy({
      loading: async () => gate.holds('MySessions') && (await dialog.count()) === 0,
      failed: async () => (await retry.isVisible()) && (await list.count()) === 0,
      listed: async () => (await list.isVisible()) && !(await isBusy()) && (await dialog.count()) === 0,
      confirming: async () => (await dialog.isVisible()) && (await dialog.locator('.spinner').count()) === 0,
      revoking: async () => (await dialog.locator('.spinner').count()) === 1,
    }),
  });
  expect(troubles).toEqual([]);
});
