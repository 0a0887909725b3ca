import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFRESH_MARGIN_MS, RETRY_DELAY_MS } from '../../machines/session.ts';
import { launchBrowser } from '../support/browser.ts';
import { openDoor, type Door, type Keeping } from '../support/sign-in-fixture.ts';
import { refusal } from '../support/gate.ts';
import { seenBy, walkAll } from '../support/walks.ts';

/**
 * Walks generated paths of the session and the start-up on the real page with the real server. Only required
 * failures are stubs, and calls are held where their pending state must be visible.
 */
let door: Door;
beforeAll(async () => {
  door = await openDoor(await launchBrowser());
});
afterAll(() => door.close());

const STORED_SESSIONS: Readonly<Record<string, Keeping>> = {
  'fresh tokens are kept': 'fresh',
  'stale tokens are kept': 'stale',
  'nothing is kept': 'nothing',
  'what is kept cannot be read': 'unreadable',
};
const lost = { lost: true } as const;
const through = { through: true } as const;

test('every generated path of a session can be walked', async () => {
  const { page, gate } = door;
  let isServerDown = false;
  const inside = async () => (await door.frame.isVisible()) && !(await door.lock.isVisible());
  await walkAll('session', {
    begin: ({ steps }) => door.rest(STORED_SESSIONS[steps[0]!.happening]!),
    remembers: ['active'],
    // Without the frame there is no menu; on a locked page another user may sign out.
    offers: (happening, { places: [place = ''], been, context }) =>
      happening !== 'sign out' ||
      place === 'active' ||
      (been.includes('active') &&
        (place !== 'signedOut' ||
          (context as { readonly failure: { readonly code: string } | null }).failure?.code ===
            'session_ended')),
    act: {
      ...Object.fromEntries(
        Object.keys(STORED_SESSIONS).map(name => [
          name,
          () => {
            gate.hold('RefreshTokens');
            return door.open();
          },
        ]),
      ),
      'sign in': async (_, next) => {
        gate.hold('SignIn');
        await door.signIn(next === 'the sign-in is refused' ? '違う' : undefined);
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
      'the token is refused': () => door.beRefused(),
      'the token is renewed': () => gate.answer('RefreshTokens', through),
      'another tab renewed the token': () => door.hear('renewed'),
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
        await door.signOut();
        if (place === 'signedOut') await page.locator('form.form [name=company]').waitFor();
      },
      'the server has heard it': () => {
        door.spend();
        return gate.answer('SignOut', through);
      },
      'the server does not hear it': () => gate.answer('SignOut', lost),
      'signed in in another tab': async () => {
        await door.keep('fresh');
        await door.hear('signedIn');
      },
      'signed out in another tab': () => door.hear('signedOut'),
    },
    missing: seenBy({
      // The stored session is read at once, without a call.
      restoring: async () => (await door.submit.count()) === 0,
      signedOut: door.asks,
      signingIn: async () =>
        gate.holds('SignIn') && (await door.submit.getAttribute('aria-disabled')) === 'true',
      active: inside,
      refreshing: async () => gate.holds('RefreshTokens') && (await door.submit.count()) === 0,
      waiting: async () =>
        !gate.holds('RefreshTokens') &&
        ((await door.says('startup.waiting')) ||
          ((await inside()) && (await door.says('shell.network.unreachable')))),
      leaving: async () => gate.holds('SignOut') && (await door.submit.count()) === 0,
    }),
  });
  expect(door.troubles).toEqual([]);
});

test('every generated path of the start-up can be walked', async () => {
  const { gate } = door;
  const operations = { profile: 'Me', role: 'MyPermissions', lists: 'StartupLists' } as const;
  const starting = () => door.skeleton.isVisible();
  await walkAll('startup', {
    begin: async () => {
      await door.rest('fresh');
      gate.hold(...Object.values(operations));
      await door.open();
    },
    act: {
      ...Object.fromEntries(
        Object.entries(operations).flatMap(([name, operation]) => [
          [`the ${name} ${name === 'lists' ? 'come' : 'comes'}`, () => gate.answer(operation, through)],
          [`the ${name} cannot be had`, () => gate.answer(operation, lost)],
        ]),
      ),
      'try again': () => door.press('startup.retry'),
    },
    missing: seenBy({
      loadingProfile: async () => gate.holds('Me') && (await starting()),
      'loadingLists.role.loading': async () => gate.holds('MyPermissions') && (await starting()),
      'loadingLists.role.known': async () => !gate.holds('MyPermissions') && (await starting()),
      'loadingLists.lists.loading': async () => gate.holds('StartupLists') && (await starting()),
      'loadingLists.lists.known': async () => !gate.holds('StartupLists') && (await starting()),
      failed: () => door.says('startup.failed'),
      ready: () => door.frame.isVisible(),
    }),
  });
  expect(door.troubles).toEqual([]);
});
