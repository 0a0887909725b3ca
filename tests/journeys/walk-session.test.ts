import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEPARTURE_MS, REFRESH_MARGIN_MS, RETRY_DELAY_MS } from '../../machines/session.ts';
import { launchBrowser } from '../support/browser.ts';
import { openSignInFixture, type SignInFixture, type Keeping } from '../support/sign-in-fixture.ts';
import { refusal } from '../support/gate.ts';
import { PASSKEY_OPTIONS, stubPasskeys } from '../support/stubbed-passkeys.ts';
import { seenBy, walkAll } from '../support/walks.ts';

/**
 * Walks generated paths of the session and the start-up on the real page with the real server. Only required
 * failures are stubs, and calls are held where their pending state must be visible.
 */
let fixture: SignInFixture;
beforeAll(async () => {
  fixture = await openSignInFixture(await launchBrowser());
  await stubPasskeys(fixture.page);
});
afterAll(() => fixture.close());

/** Faults, without the requests that the dashboard after a sign-in sends just while the network is away. */
const troubles = () => fixture.troubles.filter(text => !text.includes('ERR_INTERNET_DISCONNECTED'));

const REMEMBERED = 'the session is remembered';
const STORED_SESSIONS: Readonly<Record<string, Keeping>> = {
  [REMEMBERED]: 'remembered',
  'a sign-in comes back': 'returned',
  'nothing is remembered': 'nothing',
  'the storage cannot be read': 'unreadable',
};
interface SessionContext {
  readonly tokens: object | null;
  readonly failure: { readonly code: string } | null;
  readonly signedOutByChoice: boolean;
}
const lost = { lost: true } as const;
const through = { through: true } as const;
const saved = (answer: object) => ({ json: { data: { saved: { ...answer, __typename: 'x' } } } });
const CHALLENGED = saved({
  access: null,
  refresh: null,
  lifetime: null,
  challenge: { token: 'challenge', lifetime: 600_000, app: true, passkey: true, __typename: 'x' },
});
const PROVIDER = 'https://idp.acme.example/';
const PROFILE = {
  id: 1,
  name: 'é',
  email: 'é@例え.jp',
  role_name: '山田',
  role_code: 'é',
  company_id: 1,
  company_name: '例え',
  agency: null,
  last_login: null,
};
const lacking = (me: object) => ({ json: { data: { one: { ...me, __typename: 'x' } } } });

test('every generated path of a session can be walked', async () => {
  const { page, gate } = fixture;
  let isServerDown = false;
  let isByPasskey = false;
  let isOpened = false;
  // The browser stays on its page where an address has no content.
  await page.route(`${PROVIDER}**`, route => route.fulfill({ status: 204 }));
  const code = page.locator('form.form [name=code]');
  const back = page.getByRole('button', { name: 'Back', exact: true });
  const inside = async () => (await fixture.frame.isVisible()) && !(await fixture.lock.isVisible());
  /** After a sign-in in another tab the form stays until the session is there. */
  const isPending = async () =>
    (await fixture.submit.count()) === 0 || (await fixture.submit.getAttribute('aria-disabled')) === 'true';
  await walkAll('session', {
    begin: ({ steps }) => {
      isOpened = false;
      return fixture.rest(STORED_SESSIONS[steps[0]!.eventName]!);
    },
    remembers: ['active', 'signedOut', 'refreshing'],
    // An open page finds only the session of another tab. Without the frame there is no menu; on a locked page another
    // user may sign out, and another tab may sign in.
    offers: (eventName, { places: [place = ''], visited, context }) => {
      const { tokens, failure, signedOutByChoice } = context as SessionContext;
      const isLocked = failure?.code === 'session_ended' && !signedOutByChoice;
      if (eventName in STORED_SESSIONS) return visited.length === 0 || eventName === REMEMBERED;
      if (!visited.includes('active')) return eventName !== 'sign out';
      if (eventName === 'signed in in another tab') return isLocked;
      if (eventName !== 'sign out') return true;
      if (place === 'signedOut') return isLocked;
      return place === 'challenged' ? !signedOutByChoice : tokens !== null;
    },
    act: {
      ...Object.fromEntries(
        Object.keys(STORED_SESSIONS).map(name => [
          name,
          async () => {
            if (isOpened) return;
            isOpened = true;
            gate.hold('RefreshTokens');
            await fixture.open();
          },
        ]),
      ),
      'a sign-in comes back': async () => {
        isOpened = true;
        gate.hold('CompleteSingleSignOn');
        await fixture.open('/login/single-sign-on?code=c&state=s');
        await gate.answer('CompleteSingleSignOn', saved(await fixture.grant()));
      },
      'sign in': async (_, next) => {
        gate.hold('SignIn');
        await fixture.signIn(next === 'the sign-in is refused' ? '違う' : undefined);
      },
      'it is granted': () => gate.answer('SignIn', through),
      'the second step follows': () => gate.answer('SignIn', CHALLENGED),
      'sign in at the provider': async () => {
        gate.hold('BeginSingleSignOn');
        const company = page.locator('form.form [name=company]');
        if ((await company.count()) > 0) await company.fill('demo');
        await fixture.press('login.sign_on');
      },
      'the provider is known': () =>
        gate.answer('BeginSingleSignOn', saved({ address: `${PROVIDER}authorize?state=s` })),
      'there is no provider': async () => {
        await gate.answer('BeginSingleSignOn', refusal('single_sign_on_unavailable', 404));
        await page.getByRole('alert').filter({ hasText: 'no single sign-on' }).waitFor();
      },
      'the page stays': () => page.clock.fastForward(DEPARTURE_MS),
      'enter a code': async () => {
        isByPasskey = false;
        gate.hold('AnswerChallenge');
        if ((await code.count()) === 0) await fixture.press('login.code.use_app');
        await code.fill('123 456');
        await fixture.submit.click();
      },
      'use a passkey': async () => {
        isByPasskey = true;
        gate.hold('BeginPasskeyAnswer', 'AnswerChallengeByPasskey');
        if ((await code.count()) > 0) await fixture.press('login.code.use_passkey');
        await fixture.submit.click();
      },
      'the code is right': async () => {
        const granted = saved(await fixture.grant());
        if (!isByPasskey) return gate.answer('AnswerChallenge', granted);
        await gate.answer('BeginPasskeyAnswer', saved({ options: PASSKEY_OPTIONS }));
        return gate.answer('AnswerChallengeByPasskey', granted);
      },
      'the code is refused': async () => {
        if (isByPasskey) {
          await gate.answer('BeginPasskeyAnswer', saved({ options: PASSKEY_OPTIONS }));
          await gate.answer('AnswerChallengeByPasskey', refusal('passkey_refused', 401));
          await page.getByRole('alert').filter({ hasText: 'This passkey was not accepted' }).waitFor();
          return;
        }
        await gate.answer('AnswerChallenge', refusal('code_refused', 401));
        await page.getByRole('alert').filter({ hasText: 'This code is wrong' }).waitFor();
      },
      'the second step took too long': () =>
        gate.answer(isByPasskey ? 'BeginPasskeyAnswer' : 'AnswerChallenge', refusal('challenge_ended', 401)),
      'go back': () => fixture.press('login.code.back'),
      'the sign-in is refused': async () => {
        await gate.answer('SignIn', through);
        await page.getByRole('alert').filter({ hasText: 'Login failed' }).waitFor();
      },
      'the token is almost stale': () => {
        gate.hold('RefreshTokens');
        return page.clock.fastForward(900_000 - REFRESH_MARGIN_MS);
      },
      'the token is refused': () => fixture.beRefused(),
      'the token is renewed': () => gate.answer('RefreshTokens', through),
      'another tab renewed the token': () => fixture.receive('renewed'),
      // Alternates between no answer and an answer that says nothing about the session.
      'the network fails': () => {
        isServerDown = !isServerDown;
        return gate.answer('RefreshTokens', isServerDown ? refusal('overloaded', 503) : lost);
      },
      'the renewal is refused': () => gate.answer('RefreshTokens', refusal('session_ended', 401)),
      'the network is back': async () => {
        await page.context().setOffline(true);
        await page.context().setOffline(false);
      },
      'some time passes': () => page.clock.fastForward(RETRY_DELAY_MS),
      'sign out': async ([place]) => {
        gate.hold('RefreshTokens', 'SignOut');
        await fixture.signOut();
        if (place === 'signedOut') await page.locator('form.form [name=company]').waitFor();
      },
      'the server confirms the sign-out': () => gate.answer('SignOut', through),
      'the server cannot be reached': () => gate.answer('SignOut', lost),
      'signed in in another tab': async () => {
        gate.hold('RefreshTokens');
        await fixture.keep('remembered');
        await fixture.receive('signedIn');
      },
      'signed out in another tab': () => fixture.receive('signedOut'),
    },
    missing: seenBy({
      restoring: isPending,
      signedOut: async () => (await fixture.asks()) && (await back.count()) === 0,
      challenged: async () => (await fixture.asks()) && (await back.isVisible()),
      answering: async () =>
        gate.holds(isByPasskey ? 'BeginPasskeyAnswer' : 'AnswerChallenge') &&
        (await fixture.submit.getAttribute('aria-disabled')) === 'true',
      departing: async () =>
        gate.holds('BeginSingleSignOn') && (await fixture.submit.getAttribute('aria-disabled')) === 'true',
      away: async () =>
        !gate.holds('BeginSingleSignOn') && (await fixture.submit.getAttribute('aria-disabled')) === 'true',
      signingIn: async () =>
        gate.holds('SignIn') && (await fixture.submit.getAttribute('aria-disabled')) === 'true',
      active: inside,
      refreshing: async () => gate.holds('RefreshTokens') && (await isPending()),
      waiting: async () =>
        !gate.holds('RefreshTokens') &&
        ((await fixture.says('startup.waiting')) ||
          ((await inside()) && (await fixture.says('shell.network.unreachable')))),
      leaving: async () => gate.holds('SignOut') && (await fixture.submit.count()) === 0,
    }),
  });
  expect(troubles()).toEqual([]);
});

test('every generated path of the start-up can be walked', async () => {
  const { gate } = fixture;
  const operations = { profile: 'Me', role: 'MyPermissions', lists: 'StartupLists' } as const;
  const starting = () => fixture.skeleton.isVisible();
  await walkAll('startup', {
    begin: async () => {
      await fixture.rest('remembered');
      gate.hold(...Object.values(operations));
      await fixture.open();
    },
    act: {
      ...Object.fromEntries(
        Object.entries(operations).flatMap(([name, operation]) => [
          [`the ${name} ${name === 'lists' ? 'come' : 'comes'}`, () => gate.answer(operation, through)],
          [`the ${name} cannot be had`, () => gate.answer(operation, lost)],
        ]),
      ),
      'the profile lacks the second factor': () =>
        gate.answer('Me', lacking({ ...PROFILE, second_factor_missing: true })),
      'try again': () => fixture.press('startup.retry'),
    },
    missing: seenBy({
      loadingProfile: async () => gate.holds('Me') && (await starting()),
      'loadingLists.role.loading': async () => gate.holds('MyPermissions') && (await starting()),
      'loadingLists.role.loaded': async () => !gate.holds('MyPermissions') && (await starting()),
      'loadingLists.lists.loading': async () => gate.holds('StartupLists') && (await starting()),
      'loadingLists.lists.loaded': async () => !gate.holds('StartupLists') && (await starting()),
      failed: () => fixture.says('startup.failed'),
      ready: async () =>
        (await fixture.frame.isVisible()) || (await fixture.says('second_factor.enrolment.title')),
    }),
  });
  expect(troubles()).toEqual([]);
});
