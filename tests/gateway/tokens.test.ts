import { describe, expect, test, vi } from 'vitest';
import { REFRESH_MARGIN_MS } from '../../machines/session.ts';
import { createDeparture } from '../../src/console/departure.ts';
import { createExpiringStorage, storageOrMemory, type BrowserStorage } from '../../src/console/storage.ts';
import { createTokenKeeper, type Authority, type Tabs, type TabMessage } from '../../src/console/tokens.ts';
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
 * A browser: one local storage, tabs that receive each other's messages and renew one at a time, and a server
 * that accepts each refresh token once.
 */
const createBrowser = () => {
  const time = { now: 1_760_000_000_000 };
  const local = drawer();
  const ears: ((message: TabMessage) => void)[] = [];
  let queue: Promise<unknown> = Promise.resolve();
  let granted = 0;
  let good = '';
  const server = {
    signIn: vi.fn(async (): Promise<Awaited<ReturnType<Authority['signIn']>>> => ({
      access: 'a0',
      refresh: (good = `r${granted}`),
      lifetime: LIFETIME,
    })),
    refresh: vi.fn(async (refresh: string) => {
      if (refresh !== good) throw REFUSED;
      granted++;
      return { access: `a${granted}`, refresh: (good = `r${granted}`), lifetime: LIFETIME };
    }),
    answer: vi.fn(async () => ({ access: 'a0', refresh: (good = `r${granted}`), lifetime: LIFETIME })),
    beginSignOn: vi.fn(async (_: string) => 'https://idp.example/authorize?state=é'),
    completeSignOn: vi.fn(async (_: string) => ({
      access: 'a0',
      refresh: (good = `r${granted}`),
      lifetime: LIFETIME,
    })),
    signOut: vi.fn(async (_: string): Promise<unknown> => ({})),
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
        const turn = queue.then(work);
        queue = turn.catch(() => undefined);
        return turn;
      },
    };
    const keeper = createTokenKeeper(
      createExpiringStorage(local, () => time.now),
      createExpiringStorage(session, () => time.now),
      server,
      tabs,
      createDeparture(
        createExpiringStorage(session, () => time.now),
        page,
      ),
      () => time.now,
    );
    const receive = (message: TabMessage) => {
      const event = keeper.receive(message);
      if (event) events.push(event);
    };
    ears.push(receive);
    return { keeper, events, session, page };
  };
  return { time, local, server, openTab };
};
const signal = new AbortController().signal;
const stayed = { ...CREDENTIALS, autoLogin: true };
const passing = { ...CREDENTIALS, autoLogin: false };

describe('tokens stored in the browser', () => {
  test('outlive the browser with auto login, else only the tab keeps them', async () => {
    const { local, openTab } = createBrowser();
    const first = openTab();
    await first.keeper.signIn(passing, signal);
    expect(local.entries.size).toBe(0);
    expect([...first.session.entries.keys()]).toEqual(['ic_session']);
    await first.keeper.signIn(stayed, signal);
    expect([...local.entries.keys()]).toEqual(['ic_session']);
    expect(first.session.entries.size).toBe(0);
    expect(await openTab().keeper.recall(signal)).toEqual({
      access: 'a0',
      refresh: 'r0',
      lifetime: LIFETIME,
    });
  });

  test('are renewed by one of several tabs, and the others use the new ones', async () => {
    const { time, server, openTab } = createBrowser();
    const first = openTab();
    await first.keeper.signIn(stayed, signal);
    const others = [openTab(), openTab(), openTab()];
    await Promise.all(others.map(({ keeper }) => keeper.recall(signal)));
    time.now += LIFETIME;
    const renewed = await Promise.all([first, ...others].map(({ keeper }) => keeper.refresh('r0', signal)));
    expect(server.refresh).toHaveBeenCalledTimes(1);
    expect(new Set(renewed.map(({ access }) => access))).toEqual(new Set(['a1']));
  });

  test('reach a duplicated tab, whose copy of the session storage would be outdated', async () => {
    const { time, server, openTab } = createBrowser();
    const first = openTab();
    await first.keeper.signIn(passing, signal);
    const copy = openTab(drawer(new Map(first.session.entries)));
    await copy.keeper.recall(signal);
    time.now += LIFETIME;
    await first.keeper.refresh('r0', signal);
    expect(copy.events).toEqual([
      { type: 'token.renewed', tokens: { access: 'a1', refresh: 'r1', lifetime: LIFETIME } },
    ]);
    expect((await copy.keeper.refresh('r0', signal)).access).toBe('a1');
    expect(server.refresh).toHaveBeenCalledTimes(1);
  });

  test('are removed after a refused renewal, and kept without a network', async () => {
    const { server, openTab } = createBrowser();
    const { keeper, session } = openTab();
    await keeper.signIn(passing, signal);
    server.refresh.mockRejectedValueOnce(OFFLINE);
    await expect(keeper.refresh('r0', signal)).rejects.toEqual(OFFLINE);
    expect(session.entries.size).toBe(1);
    server.refresh.mockRejectedValueOnce(REFUSED);
    await expect(keeper.refresh('r0', signal)).rejects.toEqual(REFUSED);
    expect(session.entries.size).toBe(0);
  });

  test('are removed in every tab of the session before the server receives the sign-out', async () => {
    const { local, server, openTab } = createBrowser();
    const [first, second] = [openTab(), openTab()];
    await first.keeper.signIn(stayed, signal);
    await second.keeper.recall(signal);
    server.signOut.mockImplementationOnce(async () => {
      expect(local.entries.size).toBe(0);
      throw OFFLINE;
    });
    await expect(first.keeper.revoke('r0', signal)).rejects.toEqual(OFFLINE);
    expect(second.events.at(-1)).toEqual({ type: 'elsewhere.signedOut' });
  });

  test('of another user, signed in by another tab, are never used', async () => {
    const { time, local, openTab } = createBrowser();
    const [first, second] = [openTab(), openTab()];
    await first.keeper.signIn(stayed, signal);
    await second.keeper.signIn(stayed, signal);
    time.now += LIFETIME;
    await expect(first.keeper.refresh('stolen', signal)).rejects.toEqual(REFUSED);
    expect(local.entries.size).toBe(1);
    await first.keeper.revoke('r0', signal);
    expect(local.entries.size).toBe(1);
    expect(second.events.filter(event => (event as { type: string }).type === 'elsewhere.signedOut')).toEqual(
      [],
    );
  });

  test('are renewed a minute early, so tokens of another tab that expire sooner are not used', async () => {
    const { time, server, openTab } = createBrowser();
    const { keeper } = openTab();
    await keeper.signIn(stayed, signal);
    time.now += LIFETIME - REFRESH_MARGIN_MS + 1;
    await keeper.refresh('another', signal);
    expect(server.refresh).toHaveBeenCalledWith('r0', signal);
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
    expect(await after.keeper.recall(signal)).toEqual({ access: 'a0', refresh: 'r0', lifetime: LIFETIME });
    expect(server.completeSignOn).toHaveBeenCalledWith('code=c&state=s', signal);
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
  expect(tokens).toEqual({ access: 'a0', refresh: 'r0', lifetime: LIFETIME });
  expect(keeper.account()).toEqual({ company: CREDENTIALS.company, autoLogin: true });
  expect(local.getItem('ic_session')).toContain('r0');
});
