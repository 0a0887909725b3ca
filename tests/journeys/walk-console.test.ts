import { afterAll, beforeAll, expect, test } from 'vitest';
import { RELOAD_DELAY_MS } from '../../machines/signed-in-data.ts';
import { launchBrowser } from '../support/browser.ts';
import { openSignInFixture, type SignInFixture } from '../support/sign-in-fixture.ts';
import { refusal } from '../support/gate.ts';
import { demoUrl } from '../support/operator.ts';
import { seenBy, walkAll } from '../support/walks.ts';

/**
 * Walks generated paths of the whole console on its page: sign-in, product, and what happens to a screen when
 * the session ends or the user's own data change.
 */
let fixture: SignInFixture;
beforeAll(async () => {
  fixture = await openSignInFixture(await launchBrowser());
});
afterAll(() => fixture.close());

const STARTUP_OPERATIONS = ['Me', 'MyPermissions', 'StartupLists'];
const through = { through: true } as const;
const lost = { lost: true } as const;
const someoneElse = {
  json: {
    data: {
      one: {
        id: 9_999,
        name: 'é',
        email: 'é@例え.jp',
        role_name: '山田',
        role_code: 'é',
        company_id: 1,
        company_name: '例え',
        agency: null,
        last_login: null,
        __typename: 'x',
      },
    },
  },
};
const lackingFactor = {
  json: { data: { one: { ...someoneElse.json.data.one, second_factor_missing: true } } },
};
const answered = (name: string, answer: object) => ({
  json: { data: { [name]: { ...answer, __typename: 'x' } } },
});
const userOnly = {
  json: {
    data: { one: { role_name: '山田', role_code: 'é', base: 'user', permissions: null, __typename: 'x' } },
  },
};

test('every generated path of the console can be walked', async () => {
  const { page, gate } = fixture;
  const pendingOperations = () => STARTUP_OPERATIONS.filter(gate.holds);
  const isOpen = async () => (await fixture.frame.isVisible()) && (await fixture.lock.count()) === 0;
  /** Ends the current session, which the console notices by a refused call. */
  const end = async () => {
    const [first] = pendingOperations();
    if (first === undefined) {
      await fixture.beRefused();
    } else {
      gate.hold(...STARTUP_OPERATIONS, 'RefreshTokens');
      await gate.answer(first, refusal('unauthenticated', 401));
    }
    await gate.answer('RefreshTokens', refusal('session_ended', 401));
    gate.hold(...STARTUP_OPERATIONS);
  };
  const proveSetUp = async () => {
    await fixture.press('second_factor.setUp.title');
    await page.locator('[name=current_password]').fill('é');
    await page.locator('form [type=submit]').click();
  };
  const endEnrolment = async () => {
    gate.hold('BeginSecondFactor', 'RefreshTokens');
    await proveSetUp();
    await gate.answer('BeginSecondFactor', refusal('unauthenticated', 401));
    await gate.answer('RefreshTokens', refusal('session_ended', 401));
    gate.hold(...STARTUP_OPERATIONS);
  };
  await walkAll('console', {
    begin: ({ steps }) =>
      fixture.rest(steps[0]!.eventName === 'the session is there' ? 'remembered' : 'nothing'),
    offers: (eventName, { places: [place = ''], context }) => {
      if (eventName === 'the user signs out')
        return place.startsWith('open') || place === 'locked' || place === 'identifying';
      return (
        eventName !== 'the news limit otherwise' ||
        (context as { readonly stale: { readonly self: boolean } }).stale.self
      );
    },
    never: {
      'console.open entries.wanted': 'The lists of the demo are sent whole.',
      ...Object.fromEntries(
        [
          'console.starting xstate.error.actor.startup',
          'console.failed retry',
          'console.failed xstate.snapshot.session',
        ].map(key => [
          key,
          'The start-up ends by a failure only by a fault in its own machine; what fails outside, it shows and asks again.',
        ]),
      ),
    },
    act: {
      'the session is there': async ([place]) => {
        gate.hold(...STARTUP_OPERATIONS);
        return place === 'restoring' ? fixture.open() : fixture.signIn();
      },
      'the session is over': ([place]) => {
        if (place === 'restoring') return fixture.open();
        return place === 'enrolling' ? endEnrolment() : end();
      },
      'the user signs out': async () => {
        await fixture.signOut();
        // After signing out, no address leads the next user back to the previous screen.
        await page.waitForURL('**/login');
      },
      'the start is through': async () => {
        for (const operation of STARTUP_OPERATIONS) await gate.answer(operation, through);
      },
      'the second factor is missing': async () => {
        await gate.answer('Me', lackingFactor);
        await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor();
      },
      'the second factor is set up': async () => {
        gate.hold(...STARTUP_OPERATIONS, 'BeginSecondFactor', 'ConfirmSecondFactor');
        await proveSetUp();
        await gate.answer(
          'BeginSecondFactor',
          answered('saved', { key: 'ABCD', address: 'otpauth://totp/x?secret=ABCD' }),
        );
        await page.locator('[name=code]').fill('123456');
        await page.locator('form [type=submit]').click();
        await gate.answer(
          'ConfirmSecondFactor',
          answered('saved', { recovery_codes: ['AAAA-BBBB-CCCC-DDDD'] }),
        );
        await fixture.press('second_factor.codes.submit');
      },
      'choose a product': async () => {
        await page.locator('.product-choice').click();
        await page.getByRole('menuitemradio').nth(1).click();
        await page.waitForURL('**product_id=2*');
      },
      'the own user is changed': async () => {
        gate.hold(...STARTUP_OPERATIONS, 'UserUpdate');
        await fixture.choose('account.name');
        await page.locator('dialog [name=user_name]').fill('é 山田');
        await page.locator('dialog form [type=submit]').click();
        await gate.answer('UserUpdate', {
          json: { data: { saved: { id: 1, updated_at: '2026-01-01T00:00:00Z', __typename: 'x' } } },
        });
        await page.locator('dialog').waitFor({ state: 'detached' });
      },
      'rows of lists are changed': async () => {
        gate.hold(...STARTUP_OPERATIONS, 'AdTypesRemove');
        await fixture.showList();
        // The call that was refused searched for what is not there.
        await page.getByRole('searchbox', { name: 'Search', exact: true }).first().fill('');
        await page.getByRole('row').nth(1).getByRole('checkbox').check();
        await fixture.press('action.remove');
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
        await gate.answer('AdTypesRemove', { json: { data: { removed: { ids: [1], __typename: 'x' } } } });
      },
      'the news come': async () => {
        for (const operation of pendingOperations()) await gate.answer(operation, through);
      },
      'the news limit otherwise': async () => {
        await gate.answer('Me', through);
        await gate.answer('MyPermissions', userOnly);
        await expect.poll(() => gate.holds('StartupLists')).toBe(true);
      },
      'the news fail': async () => {
        for (const operation of pendingOperations()) await gate.answer(operation, lost);
      },
      'some time passes': () => page.clock.fastForward(RELOAD_DELAY_MS),
      'it is the same user': () => gate.answer('Me', through),
      'it is another user': () => gate.answer('Me', someoneElse),
      'the user cannot be identified': () => gate.answer('Me', lost),
    },
    missing: seenBy({
      restoring: async () => (await fixture.submit.count()) === 0 && (await fixture.frame.count()) === 0,
      signedOut: async () => (await fixture.asks()) && page.url().startsWith(`${demoUrl()}/login`),
      starting: async () => pendingOperations().length > 0 && (await fixture.skeleton.isVisible()),
      enrolling: () => fixture.says('second_factor.off'),
      'open.fresh': async () => pendingOperations().length === 0 && (await isOpen()),
      'open.renewing': async () => pendingOperations().length > 0 && (await isOpen()),
      'open.stale': async () => pendingOperations().length === 0 && (await isOpen()),
      locked: async () => (await fixture.lock.isVisible()) && (await fixture.asks()),
      identifying: async () =>
        gate.holds('Me') && (await fixture.lock.isVisible()) && !(await fixture.asks()),
    }),
  });
  expect(fixture.troubles).toEqual([]);
});
