import { describe, expect, test, vi } from 'vitest';
import { REFRESH_MARGIN_MS, REMEMBERED } from '../../machines/session.ts';
import { createDeparture } from '../../src/console/departure.ts';
import { createExpiringStorage, storageOrMemory, type BrowserStorage } from '../../src/console/storage.ts';
import type { Presented, SessionToken } from '../../src/console/session-store.ts';
import {
  createTokenKeeper,
  type Authority,
  type Grant,
  type Tabs,
  type TabMessage,
} from '../../src/console/tokens.ts';
import { CREDENTIALS, OFFLINE, REFUSED } from '../support/test-console.ts';

const drawer = (
  entries = new Map<string, string>(),
): BrowserStorage & { readonly entries: Map<string, string> } => ({
  entries,
  getItem: key => entries.get(key) ?? null,
  setItem: (key, value) => void entries.set(key, value),
  removeItem: key => void entries.delete(key),
});
const LIFETIME = 900_000;
const placeOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return { pathname, search };
};

/**
 * A browser: one cookie and one local storage, tabs that receive each other's messages and renew one at a time, and a
 * server that accepts each refresh token once.
 */
const createBrowser = ({ hasLocks = true } = {}) => {
  const time = { now: 1_760_000_000_000 };
  const local = drawer();
  const ears: ((message: TabMessage) => void)[] = [];
  let queue: Promise<unknown> = Promise.resolve();
  let granted = 0;
  /** Session of the cookie; null: no cookie. */
  const cookie = { session: null as string | null };
  const begin = (): Grant => {
    granted++;
    cookie.session = `s${granted}`;
    return { access: `a${granted}`, lifetime: LIFETIME, session: cookie.session };
  };
  const server = {
    signIn: vi.fn(async (): Promise<Awaited<ReturnType<Authority['signIn']>>> => begin()),
    refresh: vi.fn(async (presented: Presented): Promise<Grant> => {
      if (presented.kind === 'former') {
        if (presented.refresh !== 'former') throw REFUSED;
        return begin();
      }
      if (cookie.session === null || (presented.session ?? cookie.session) !== cookie.session) throw REFUSED;
      granted++;
      return { access: `a${granted}`, lifetime: LIFETIME, session: cookie.session };
    }),
    answer: vi.fn(async () => begin()),
    beginSignOn: vi.fn(async (_: string) => 'https://idp.example/authorize?state=é'),
    completeSignOn: vi.fn(async (_: object) => begin()),
    signOut: vi.fn(async (session: string | null): Promise<unknown> => {
      if (session === null || session === cookie.session) cookie.session = null;
      return {};
    }),
  };
  const openTab = (session = drawer(), url = 'https://console.example/dashboard') => {
    const page = {
      location: { ...placeOf(url), assign: vi.fn<(address: string) => void>() },
      history: { replaceState: vi.fn<History['replaceState']>() },
    };
    const events: unknown[] = [];
    const tabs: Tabs = {
      post: message => ears.filter(ear => ear !== receive).forEach(ear => ear(structuredClone(message))),
      exclusively: <Value>(_: AbortSignal, work: () => Promise<Value>) => {
        const turn = hasLocks ? queue.then(work) : work();
        queue = turn.catch(() => undefined);
        return turn;
      },
    };
    const passing = createExpiringStorage(session, () => time.now);
    const keeper = createTokenKeeper(
      { lasting: createExpiringStorage(local, () => time.now), passing },
      server,
      tabs,
      createDeparture(passing, page),
      () => cookie.session !== null,
      () => time.now,
    );
    const receive = (message: TabMessage) => {
      const event = keeper.receive(message);
      if (event) events.push(event);
    };
    ears.push(receive);
    return { keeper, events, session, page };
  };
  return { time, local, server, cookie, openTab };
};
const signal = new AbortController().signal;
const stayed = { ...CREDENTIALS, autoLogin: true };
const passing = { ...CREDENTIALS, autoLogin: false };
/** A session as versions before the cookie stored it. */
const former = (refresh: string) =>
  JSON.stringify({
    version: 1,
    until: 1_760_000_100_000,
    value: { access: 'old', refresh, stale: 1, session: 'x', company: 'é' },
  });

describe('the session of the browser', () => {
  test('is stored without its tokens: in the local storage with auto login, else in that of the tab', async () => {
    const { local, openTab } = createBrowser();
    const first = openTab();
    expect(await first.keeper.signIn(passing, signal)).toEqual({ access: 'a1', lifetime: LIFETIME });
    expect([local.entries.size, ...first.session.entries.keys()]).toEqual([0, 'ic_session']);
    await first.keeper.signIn(stayed, signal);
    expect([first.session.entries.size, ...local.entries.keys()]).toEqual([0, 'ic_session']);
    expect(JSON.parse(local.getItem('ic_session')!).value).toEqual({ session: 's2', company: 'demo' });
    const second = openTab();
    expect(await second.keeper.recall(signal)).toEqual(REMEMBERED);
    expect(await second.keeper.refresh(null, signal)).toEqual({ access: 'a3', lifetime: LIFETIME });
    expect(second.keeper.account()).toEqual({ company: 'demo', autoLogin: true });
  });

  test('is that of a new tab too, which knows no company without auto login', async () => {
    const { openTab } = createBrowser();
    await openTab().keeper.signIn(passing, signal);
    const second = openTab();
    expect(await second.keeper.recall(signal)).toEqual(REMEMBERED);
    await second.keeper.refresh(null, signal);
    expect(second.keeper.account()).toEqual({ company: null, autoLogin: false });
  });

  test('is renewed by one of several tabs, and the others use its token', async () => {
    const { time, server, openTab } = createBrowser();
    const first = openTab();
    await first.keeper.signIn(stayed, signal);
    const others = [openTab(), openTab(), openTab()];
    for (const { keeper } of others) await keeper.refresh(null, signal);
    server.refresh.mockClear();
    time.now += LIFETIME;
    const renewed = await Promise.all([first, ...others].map(({ keeper }) => keeper.refresh('a1', signal)));
    expect(server.refresh).toHaveBeenCalledTimes(1);
    expect(new Set(renewed.map(({ access }) => access))).toEqual(new Set(['a3']));
    expect(others[0]!.events.at(-1)).toEqual({
      type: 'token.renewed',
      tokens: { access: 'a3', lifetime: LIFETIME },
    });
  });

  test('is taken by pages that are opened together from the first of them', async () => {
    const { server, openTab } = createBrowser();
    await openTab().keeper.signIn(stayed, signal);
    const opened = [openTab(), openTab(), openTab()];
    await Promise.all(opened.map(({ keeper }) => keeper.recall(signal)));
    await Promise.all(opened.map(({ keeper }) => keeper.refresh(null, signal)));
    expect(server.refresh).toHaveBeenCalledTimes(1);
  });

  test('is kept by tabs that renew at the same time in a browser without locks', async () => {
    const { time, openTab } = createBrowser({ hasLocks: false });
    const first = openTab();
    await first.keeper.signIn(stayed, signal);
    const second = openTab();
    await second.keeper.refresh(null, signal);
    time.now += LIFETIME;
    const renewed = await Promise.all([first, second].map(({ keeper }) => keeper.refresh('a1', signal)));
    expect(renewed.map(({ lifetime }) => lifetime)).toEqual([LIFETIME, LIFETIME]);
  });

  test('is forgotten after a refused renewal, and kept without a network', async () => {
    const { server, openTab } = createBrowser();
    const { keeper, session } = openTab();
    await keeper.signIn(passing, signal);
    server.refresh.mockRejectedValueOnce(OFFLINE);
    await expect(keeper.refresh('a1', signal)).rejects.toEqual(OFFLINE);
    expect(session.entries.size).toBe(1);
    server.refresh.mockRejectedValueOnce(REFUSED);
    await expect(keeper.refresh('a1', signal)).rejects.toEqual(REFUSED);
    expect(session.entries.size).toBe(0);
  });

  test('ends in every tab before the server receives the sign-out, which is repeated if it does not', async () => {
    const { local, server, cookie, openTab } = createBrowser();
    const [first, second] = [openTab(), openTab()];
    await first.keeper.signIn(stayed, signal);
    await second.keeper.refresh(null, signal);
    server.signOut.mockImplementationOnce(async () => {
      expect([...local.entries.keys()]).toEqual(['ic_sign_out']);
      throw OFFLINE;
    });
    await expect(first.keeper.revoke(signal)).rejects.toEqual(OFFLINE);
    expect(second.events.at(-1)).toEqual({ type: 'elsewhere.signedOut' });

    server.signOut.mockRejectedValueOnce(OFFLINE);
    expect(await openTab().keeper.recall(signal)).toBeNull();
    expect(cookie.session).toBe('s1');
    expect(await openTab().keeper.recall(signal)).toBeNull();
    expect(server.signOut.mock.calls).toEqual([
      ['s1', signal],
      ['s1', signal],
      ['s1', signal],
    ]);
    expect([cookie.session, local.entries.size]).toEqual([null, 0]);
  });

  test('of another sign-in is never used by a tab, and stays when that tab signs out', async () => {
    const { time, local, cookie, openTab } = createBrowser();
    const [first, second] = [openTab(), openTab()];
    await first.keeper.signIn(stayed, signal);
    await second.keeper.signIn(stayed, signal);
    time.now += LIFETIME;
    await expect(first.keeper.refresh('a1', signal)).rejects.toEqual(REFUSED);
    expect([...local.entries.keys()]).toEqual(['ic_session']);
    const third = openTab();
    await third.keeper.signIn(stayed, signal);
    await second.keeper.revoke(signal);
    expect([cookie.session, ...local.entries.keys()]).toEqual(['s3', 'ic_session']);
    expect(third.events).not.toContainEqual({ type: 'elsewhere.signedOut' });
  });

  test('is renewed a minute early, so a token of another tab that expires sooner is not used', async () => {
    const { time, server, openTab } = createBrowser();
    const { keeper } = openTab();
    await keeper.signIn(stayed, signal);
    time.now += LIFETIME - REFRESH_MARGIN_MS - 1;
    expect((await keeper.refresh('another', signal)).access).toBe('a1');
    time.now += 1;
    await keeper.refresh('another', signal);
    expect(server.refresh).toHaveBeenCalledExactlyOnceWith({ kind: 'cookie', session: 's1' }, signal);
  });

  test('takes no token of another tab that is malformed', async () => {
    const { openTab } = createBrowser();
    const { keeper } = openTab();
    await keeper.signIn(stayed, signal);
    for (const token of [
      {},
      null,
      { access: 'é\r\nx: y', stale: 1, session: 's1' },
      { access: 'a', stale: '1', session: 's1' },
    ])
      expect(
        keeper.receive({ kind: 'renewed', session: 's1', token: token as unknown as SessionToken }),
      ).toBeNull();
  });
});

describe('a session that a former version stored', () => {
  test.each([true, false])(
    'becomes a cookie once, and its tokens leave the storage (auto login: %s)',
    async autoLogin => {
      const { local, server, openTab } = createBrowser();
      const tab = drawer();
      const shelf = autoLogin ? local : tab;
      shelf.setItem('ic_session', former('former'));
      const { keeper } = openTab(tab);
      expect(await keeper.recall(signal)).toEqual(REMEMBERED);
      server.refresh.mockRejectedValueOnce(OFFLINE);
      await expect(keeper.refresh(null, signal)).rejects.toEqual(OFFLINE);
      expect(await keeper.refresh(null, signal)).toEqual({ access: 'a1', lifetime: LIFETIME });
      expect(server.refresh).toHaveBeenLastCalledWith(
        { kind: 'former', refresh: 'former', autoLogin },
        signal,
      );
      expect(JSON.parse(shelf.getItem('ic_session')!).value).toEqual({ session: 's1', company: 'é' });
      expect(keeper.account()).toEqual({ company: 'é', autoLogin });
      await keeper.refresh('a1', signal);
      expect(server.refresh).toHaveBeenLastCalledWith({ kind: 'cookie', session: 's1' }, signal);
    },
  );

  test('is dropped where the browser has a session already, and where the server refuses it', async () => {
    const { local, server, openTab } = createBrowser();
    await openTab().keeper.signIn(stayed, signal);
    const tab = drawer(new Map([['ic_session', former('former')]]));
    await openTab(tab).keeper.refresh(null, signal);
    expect(server.refresh).toHaveBeenLastCalledWith({ kind: 'cookie', session: null }, signal);
    expect(tab.entries.size).toBe(0);
    expect(JSON.parse(local.getItem('ic_session')!).value).toEqual({ session: 's1', company: 'demo' });

    const other = createBrowser();
    other.local.setItem('ic_session', former('ended'));
    await expect(other.openTab().keeper.refresh(null, signal)).rejects.toEqual(REFUSED);
    expect(other.local.entries.size).toBe(0);
  });
});

describe('a sign-in at an identity provider', () => {
  const request = { company: 'demo', autoLogin: true, target: '/ad/setting?q=é' };
  const BACK = 'https://console.example/login/single-sign-on?code=c&state=s';

  test('leaves the page, and is completed once by the page to which the provider leads back', async () => {
    const { server, local, openTab } = createBrowser();
    const before = openTab();
    await before.keeper.depart(request, signal);
    expect(server.beginSignOn).toHaveBeenCalledWith('demo', signal);
    expect(before.page.location.assign).toHaveBeenCalledWith('https://idp.example/authorize?state=é');
    expect(local.entries.size).toBe(0);

    const after = openTab(before.session, BACK);
    // The code leaves the address before anything else is loaded.
    expect(after.page.history.replaceState).toHaveBeenCalledWith(
      null,
      '',
      `/login?to=${encodeURIComponent('/ad/setting?q=é')}`,
    );
    expect(await after.keeper.recall(signal)).toEqual({ access: 'a1', lifetime: LIFETIME });
    expect(server.completeSignOn).toHaveBeenCalledWith({ query: 'code=c&state=s', autoLogin: true }, signal);
    expect([...local.entries.keys()]).toEqual(['ic_session']);
    expect(after.keeper.account()).toEqual({ company: 'demo', autoLogin: true });
    expect(after.session.entries.size).toBe(0);
    await after.keeper.recall(signal);
    expect(server.completeSignOn).toHaveBeenCalledTimes(1);
  });

  test('that was not begun in this tab is refused without a call', async () => {
    const { server, openTab } = createBrowser();
    const { keeper, page } = openTab(drawer(), BACK);
    expect(page.history.replaceState).toHaveBeenCalledWith(null, '', '/login');
    await expect(keeper.recall(signal)).rejects.toEqual({ kind: 'denied', code: 'single_sign_on_ended' });
    expect(server.completeSignOn).not.toHaveBeenCalled();
    expect(await keeper.recall(signal)).toBeNull();
  });

  test('stores nothing of the session if it fails, and opens web addresses only', async () => {
    const { server, local, openTab } = createBrowser();
    const before = openTab();
    await before.keeper.depart({ ...request, target: null }, signal);
    server.completeSignOn.mockRejectedValueOnce(OFFLINE);
    const after = openTab(before.session, BACK);
    await expect(after.keeper.recall(signal)).rejects.toEqual(OFFLINE);
    expect([local.entries.size, after.session.entries.size]).toEqual([0, 0]);
    server.beginSignOn.mockResolvedValueOnce('javascript:alert(1)');
    await expect(before.keeper.depart(request, signal)).rejects.toMatchObject({ code: 'unexpected' });
    expect(before.page.location.assign).toHaveBeenCalledTimes(1);
  });
});

describe('a value stored in the browser', () => {
  const isText = (value: unknown): value is string => typeof value === 'string';
  const now = () => 1_000_000;

  test.each([
    'nonsense',
    '{',
    'null',
    '[]',
    '{"version":0,"until":2000000,"value":"x"}',
    '{"version":1,"until":999999,"value":"x"}',
    '{"version":1,"until":9e15,"value":"x"}',
    '{"version":1,"until":"soon","value":"x"}',
    '{"version":1,"until":2000000,"value":{"x":1}}',
    '{"version":1,"until":2000000}',
    '\ud800',
  ])('is discarded if it is not valid: %s', text => {
    const shelf = drawer(new Map([['ic_name', text]]));
    expect(createExpiringStorage(shelf, now).read('name', isText)).toBeNull();
    expect(shelf.entries.size).toBe(0);
  });

  test('expires after thirty days', () => {
    let time = 0;
    const shelf = createExpiringStorage(drawer(), () => time);
    shelf.write('name', '値');
    time = 30 * 86_400_000 - 1;
    expect(shelf.read('name', isText)).toBe('値');
    time++;
    expect(shelf.read('name', isText)).toBeNull();
    shelf.write('used', '値');
    time += 30 * 86_400_000 - 1;
    expect(shelf.use('used', isText)).toBe('値');
    time += 30 * 86_400_000 - 1;
    expect(shelf.read('used', isText)).toBe('値');
    time++;
    expect(shelf.use('used', isText)).toBeNull();
  });

  test('is kept in memory if the browser forbids storage or its quota is exceeded', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const shelf = createExpiringStorage(storageOrMemory(forbidden), now);
    shelf.write('name', 'é');
    expect(shelf.read('name', isText)).toBe('é');
    shelf.remove('name');
    expect(shelf.read('name', isText)).toBeNull();
  });
});

test('a sign-in with a second step stores nothing before the code, and then as the password step chose', async () => {
  const { server, openTab, local } = createBrowser();
  const { signal } = new AbortController();
  const { keeper } = openTab();
  const challenged = { token: 'challenge', hasApp: false, hasPasskey: true };
  server.signIn.mockResolvedValueOnce(challenged);
  const challenge = await keeper.signIn({ ...CREDENTIALS, autoLogin: true }, signal);
  expect(challenge).toEqual({ ...challenged, company: CREDENTIALS.company, autoLogin: true });
  expect(local.getItem('ic_session')).toBeNull();
  if (!('token' in challenge)) throw new Error('no challenge');
  const tokens = await keeper.answer({ challenge, kind: 'code', code: '123456', remember: false }, signal);
  expect(tokens).toEqual({ access: 'a1', lifetime: LIFETIME });
  expect(keeper.account()).toEqual({ company: CREDENTIALS.company, autoLogin: true });
  expect(JSON.parse(local.getItem('ic_session')!).value).toEqual({ session: 's1', company: 'demo' });
});
