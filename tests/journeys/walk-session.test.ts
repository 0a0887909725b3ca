import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFRESH_MARGIN_MS, RETRY_DELAY_MS } from '../../machines/session.ts';
import { launchBrowser } from '../support/browser.ts';
import { openSignInFixture, type SignInFixture, type Keeping } from '../support/sign-in-fixture.ts';
import { refusal } from '../support/gate.ts';
import { seenBy, walkAll } from '../support/walks.ts';

/**
 * Walks generated paths of the session and the start-up on the real page with the real server. Only required
 * failures are stubs, and calls are held where their pending state must be visible.
 */
let fixture: SignInFixture;
beforeAll(async () => {
  fixture = await openSignInFixture(await launchBrowser());
});
afterAll(() => fixture.close());

const STORED_SESSIONS: Readonly<Record<string, Keeping>> = {
  'fresh tokens are stored': 'fresh',
  'stale tokens are stored': 'stale',
  'nothing is stored': 'nothing',
  'stored tokens cannot be read': 'unreadable',
};
const lost = { lost: true } as const;
const through = { through: true } as const;

test('every generated path of a session can be walked', async () => {
  const { page, gate } = fixture;
  let isServerDown = false;
  const inside = async () => (await fixture.frame.isVisible()) && !(await fixture.lock.isVisible());
  await walkAll('session', {
    begin: ({ steps }) => fixture.rest(STORED_SESSIONS[steps[0]!.eventName]!),
    remembers: ['active'],
    // Without the frame there is no menu; on a locked page another user may sign out.
    offers: (eventName, { places: [place = ''], visited, context }) =>
      eventName !== 'sign out' ||
      place === 'active' ||
      (visited.includes('active') &&
        (place !== 'signedOut' ||
          (context as { readonly failure: { readonly code: string } | null }).failure?.code ===
            'session_ended')),
    act: {
      ...Object.fromEntries(
        Object.keys(STORED_SESSIONS).map(name => [
          name,
          () => {
            gate.hold('RefreshTokens');
            return fixture.open();
          },
        ]),
      ),
      'sign in': async (_, next) => {
        gate.hold('SignIn');
        await fixture.signIn(next === 'the sign-in is refused' ? '違う' : undefined);
      },
      'it is granted': () => gate.answer('SignIn', through),
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
      'the server confirms the sign-out': () => {
        fixture.spend();
        return gate.answer('SignOut', through);
      },
      'the server cannot be reached': () => gate.answer('SignOut', lost),
      'signed in in another tab': async () => {
        await fixture.keep('fresh');
        await fixture.receive('signedIn');
      },
      'signed out in another tab': () => fixture.receive('signedOut'),
    },
    missing: seenBy({
      // The stored session is read at once, without a call.
      restoring: async () => (await fixture.submit.count()) === 0,
      signedOut: fixture.asks,
      signingIn: async () =>
        gate.holds('SignIn') && (await fixture.submit.getAttribute('aria-disabled')) === 'true',
      active: inside,
      refreshing: async () => gate.holds('RefreshTokens') && (await fixture.submit.count()) === 0,
      waiting: async () =>
        !gate.holds('RefreshTokens') &&
        ((await fixture.says('startup.waiting')) ||
          ((await inside()) && (await fixture.says('shell.network.unreachable')))),
      leaving: async () => gate.holds('SignOut') && (await fixture.submit.count()) === 0,
    }),
  });
  expect(fixture.troubles).toEqual([]);
});

test('every generated path of the start-up can be walked', async () => {
  const { gate } = fixture;
  const operations = { profile: 'Me', role: 'MyPermissions', lists: 'StartupLists' } as const;
  const starting = () => fixture.skeleton.isVisible();
  await walkAll('startup', {
    begin: async () => {
      await fixture.rest('fresh');
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
      'try again': () => fixture.press('startup.retry'),
    },
    missing: seenBy({
      loadingProfile: async () => gate.holds('Me') && (await starting()),
      'loadingLists.role.loading': async () => gate.holds('MyPermissions') && (await starting()),
      'loadingLists.role.loaded': async () => !gate.holds('MyPermissions') && (await starting()),
      'loadingLists.lists.loading': async () => gate.holds('StartupLists') && (await starting()),
      'loadingLists.lists.loaded': async () => !gate.holds('StartupLists') && (await starting()),
      failed: () => fixture.says('startup.failed'),
      ready: () => fixture.frame.isVisible(),
    }),
  });
  expect(fixture.troubles).toEqual([]);
});
