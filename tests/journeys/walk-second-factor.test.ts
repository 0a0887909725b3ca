import { afterAll, expect, test } from 'vitest';
import en from '../../src/messages/en.json' with { type: 'json' };
import { refusal } from '../support/gate.ts';
import { openGated } from '../support/gate-fixture.ts';
import { demoUrl } from '../support/operator.ts';
import { PASSKEY_OPTIONS, stubPasskeys } from '../support/stubbed-passkeys.ts';
import { seenBy, walkAll } from '../support/walks.ts';

/** Walks generated paths of the second factor through its buttons. The calls are stubs, so no user gets one. */
const texts: Readonly<Record<string, string>> = en;
const { page, gate, troubles, close } = await openGated('en');
await stubPasskeys(page);
afterAll(close);

const lost = { lost: true } as const;
const answered = (name: string, answer: object) => ({
  json: { data: { [name]: { ...answer, __typename: 'x' } } },
});
const factor = (enabled: boolean) =>
  answered('one', {
    enabled,
    required: true,
    enabled_at: enabled ? '2026-01-01T00:00:00Z' : null,
    recovery_codes: enabled ? 2 : 0,
    app: enabled,
    passkey_origin: demoUrl(),
    passkeys: enabled
      ? [{ id: 5, name: '鍵', created_at: '2026-01-01T00:00:00Z', last_used_at: null, __typename: 'x' }]
      : [],
    devices: enabled
      ? [
          {
            id: 7,
            browser: 'Firefox',
            os: null,
            address: '192.0.2.1',
            last_used_at: '2026-01-02T00:00:00Z',
            expires_at: '2026-02-01T00:00:00Z',
            __typename: 'x',
          },
        ]
      : [],
  });
const CODES = { recovery_codes: ['AAAA-BBBB-CCCC-DDDD'] };
const OPERATIONS = {
  setUp: 'BeginSecondFactor',
  removeApp: 'RemoveAuthenticatorApp',
  addPasskey: 'BeginPasskey',
  removePasskey: 'RemovePasskey',
  renewCodes: 'RenewRecoveryCodes',
  remove: 'RemoveSecondFactor',
} as const;

test('every generated path of the second factor can be walked', async () => {
  const heading = page.getByRole('heading', { level: 1, name: texts['shell.second_factor']! });
  const retry = page.getByRole('button', { name: texts['state.retry']! });
  const panel = page.locator('.tp-factor');
  const submit = page.locator('.tp-factor-step [type=submit]');
  const press = (message: string) => page.getByRole('button', { name: texts[message]!, exact: true }).click();
  let action: keyof typeof OPERATIONS = 'setUp';
  const begin = (kind: keyof typeof OPERATIONS) => {
    action = kind;
    return press(`second_factor.${kind}.title`);
  };
  const field = (name: string) => page.locator(`.tp-factor-step [name=${name}]`);
  const enter = async (name: string, value: string) => {
    await field(name).fill(value);
    await submit.click();
  };
  const isBusy = async () => (await submit.getAttribute('aria-disabled')) === 'true';
  await walkAll('secondFactor', {
    begin: async () => {
      gate.hold(
        'MySecondFactor',
        'ConfirmSecondFactor',
        'RegisterPasskey',
        'RemoveRememberedDevice',
        ...Object.values(OPERATIONS),
      );
      await page.goto(`${demoUrl()}/config/second-factor`);
      await heading.waitFor();
    },
    act: {
      'it is off': () => gate.answer('MySecondFactor', factor(false)),
      'it is on': () => gate.answer('MySecondFactor', factor(true)),
      'it cannot be loaded': () => gate.answer('MySecondFactor', lost),
      reload: at => (at.includes('failed') ? retry.click() : page.keyboard.press('r')),
      'begin the set-up': () => begin('setUp'),
      'ask for new recovery codes': () => begin('renewCodes'),
      'begin the removal': () => begin('remove'),
      'begin to remove the app': () => begin('removeApp'),
      'begin a passkey': () => begin('addPasskey'),
      'begin to remove a passkey': () => {
        action = 'removePasskey';
        return page.getByRole('button', { name: 'Remove: 鍵', exact: true }).click();
      },
      'enter the password': () => enter('current_password', 'パス ワード'),
      cancel: () => press('second_factor.cancel'),
      'the secret arrives': () =>
        gate.answer(
          'BeginSecondFactor',
          answered('saved', { key: 'ABCD', address: 'otpauth://totp/x?secret=ABCD' }),
        ),
      'recovery codes arrive': async () => {
        if (action !== 'addPasskey') return gate.answer('RenewRecoveryCodes', answered('saved', CODES));
        await gate.answer('BeginPasskey', answered('saved', { options: PASSKEY_OPTIONS }));
        return gate.answer('RegisterPasskey', answered('saved', CODES));
      },
      'it is done': async () => {
        if (action !== 'addPasskey')
          return gate.answer(OPERATIONS[action], answered('done', { changed: true }));
        await gate.answer('BeginPasskey', answered('saved', { options: PASSKEY_OPTIONS }));
        return gate.answer('RegisterPasskey', answered('saved', { recovery_codes: [] }));
      },
      'the password is refused': () =>
        gate.answer(
          OPERATIONS[action],
          refusal('invalid', 400, { fields: { current_password: ['wrong_password'] } }),
        ),
      'enter a code': () => enter('code', '123 456'),
      'the code is right': () => gate.answer('ConfirmSecondFactor', answered('saved', CODES)),
      'the code is right, of a further factor': () =>
        gate.answer('ConfirmSecondFactor', answered('saved', { recovery_codes: [] })),
      'the code is refused': () =>
        gate.answer('ConfirmSecondFactor', refusal('invalid', 400, { fields: { code: ['wrong_code'] } })),
      'the codes are noted': () => press('second_factor.codes.submit'),
      'forget a browser': () => page.getByRole('button', { name: 'Remove: Firefox', exact: true }).click(),
      'it is forgotten': () => gate.answer('RemoveRememberedDevice', answered('done', { changed: true })),
      'it was forgotten already': () => gate.answer('RemoveRememberedDevice', refusal('not_found', 404)),
      'forgetting fails': () => gate.answer('RemoveRememberedDevice', lost),
    },
    // Each action has its own answer, and each state only the buttons of what is possible.
    offers: (eventName, { context, places: [place = ''] }) => {
      const { action: begun } = context as { readonly action: keyof typeof OPERATIONS };
      const answers: Readonly<Record<string, readonly (keyof typeof OPERATIONS)[]>> = {
        'the secret arrives': ['setUp'],
        'recovery codes arrive': ['renewCodes', 'addPasskey'],
        'it is done': ['remove', 'removeApp', 'removePasskey', 'addPasskey'],
      };
      const own = answers[eventName];
      return own === undefined || (place === 'acting' && own.includes(begun));
    },
    missing: seenBy({
      loading: () => gate.holds('MySecondFactor'),
      failed: () => retry.isVisible(),
      shown: async () => (await panel.isVisible()) && (await panel.getAttribute('aria-busy')) === 'false',
      asking: async () => (await field('current_password').isVisible()) && !(await isBusy()),
      acting: async () => gate.holds(OPERATIONS[action]) && (await isBusy()),
      scanning: async () => (await field('code').isVisible()) && !(await isBusy()),
      confirming: async () => gate.holds('ConfirmSecondFactor') && (await isBusy()),
      noting: () => page.getByText('AAAA-BBBB-CCCC-DDDD').isVisible(),
      forgetting: () => gate.holds('RemoveRememberedDevice'),
    }),
  });
  expect(troubles).toEqual([]);
});
