import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, type Actor } from 'xstate';
import { consoleMachine } from '../../machines/console.ts';
import {
  FRESH,
  idsToLookUp,
  isVisibilityChanged,
  isPartial,
  RELOAD_DELAY_MS,
  markStale,
  mergeRenewed,
  type SignedInData,
  type Renewed,
} from '../../machines/signed-in-data.ts';
import {
  DEFAULT_ROLE,
  LIST_NAMES,
  startupMachine,
  type Lists,
  type Profile,
  type Role,
} from '../../machines/startup.ts';
import { settled } from '../support/settled.ts';
import { createTestConsole, lists, OFFLINE, profile, role, tokens } from '../support/test-console.ts';

/** Shows two notices, of which the user has closed the first. */
const notify = (actor: Actor<typeof consoleMachine>) => {
  const { banner } = actor.getSnapshot().context;
  banner.send({ type: 'notice', notice: { kind: 'INFO', message: 'message.copied' } });
  banner.send({ type: 'dismiss' });
  banner.send({ type: 'notice', notice: { kind: 'INFO', message: 'message.undo' } });
};
/** The messages that the user can read now, or read again in the list of notices. */
const noticesOf = (actor: Actor<typeof consoleMachine>) => {
  const { queue, past } = actor.getSnapshot().context.banner.getSnapshot().context;
  return [...queue, ...past].map(({ message }) => message);
};

describe('the console', () => {
  test('asks to sign in without a session, and opens after the start-up', async () => {
    const { access, signIn, actor } = await createTestConsole();
    expect(access()).toBe('signedOut');
    await signIn();
    expect(access()).toBe('open');
    expect(actor.getSnapshot().context.data).toEqual({
      profile: profile(),
      role,
      lists,
      totals: {},
      lookedUp: {},
      deleted: {},
    });
  });

  test('opens without asking if the stored tokens are valid', async () => {
    const { access } = await createTestConsole(tokens(1));
    expect(access()).toBe('open');
  });

  test('loads the lists concurrently with the role, after the profile', async () => {
    let resolveProfile: (value: ReturnType<typeof profile>) => void = () => undefined;
    const { outside, signIn, access } = await createTestConsole();
    outside.profile.mockImplementationOnce(
      () =>
        new Promise(resolve => {
          resolveProfile = resolve;
        }),
    );
    outside.role.mockImplementationOnce(() => new Promise<Role>(() => undefined));
    outside.lists.mockImplementationOnce(() => new Promise<Lists>(() => undefined));
    await signIn();
    expect([outside.role.mock.calls.length, outside.lists.mock.calls.length]).toEqual([0, 0]);
    resolveProfile(profile());
    await settled();
    expect([outside.role.mock.calls.length, outside.lists.mock.calls.length]).toEqual([1, 1]);
    expect(access()).toBe('starting');
  });

  test('gives a user whose role cannot be loaded the default role without permissions', async () => {
    const { outside, signIn, actor, access } = await createTestConsole();
    outside.role.mockRejectedValueOnce(OFFLINE);
    await signIn();
    expect(access()).toBe('open');
    expect(actor.getSnapshot().context.data?.role).toEqual({
      name: 'default',
      code: 'default',
      base: null,
      permissions: {
        access_log: 'none',
        interaction_log: 'none',
        cv_log: 'none',
        result_notification_log: 'none',
        result_queue: 'none',
        cv_approval: 'none',
      },
    });
  });

  test('shows why the start-up failed, and repeats it from the beginning', async () => {
    const { outside, signIn, actor, access } = await createTestConsole();
    outside.lists.mockRejectedValueOnce(OFFLINE);
    await signIn();
    const startup = actor.getSnapshot().children.startup!;
    expect(access()).toBe('starting');
    expect(startup.getSnapshot().value).toBe('failed');
    expect(startup.getSnapshot().context.failure).toEqual(OFFLINE);
    startup.send({ type: 'retry' });
    await settled();
    expect(access()).toBe('open');
    expect(outside.profile).toHaveBeenCalledTimes(2);
  });

  test('locks when the session ends by itself, and continues in place for the same user', async () => {
    const { outside, signIn, expire, actor, access } = await createTestConsole();
    await signIn();
    actor.send({ type: 'product.choose', id: 2 });
    notify(actor);
    await expire();
    expect(access()).toBe('locked');
    expect(actor.getSnapshot().context.data).not.toBeNull();
    await signIn();
    expect(access()).toBe('open');
    expect(noticesOf(actor)).toEqual(['message.undo', 'message.copied']);
    expect(actor.getSnapshot().context.product).toBe(2);
    expect(outside.lists).toHaveBeenCalledTimes(1);
  });

  test('discards the locked page when another user wants to sign in', async () => {
    const { signIn, expire, session, actor, access } = await createTestConsole();
    await signIn();
    await expire();
    session.send({ type: 'signOut' });
    expect([access(), actor.getSnapshot().context.data]).toEqual(['signedOut', null]);
  });

  test('stays locked after a wrong password', async () => {
    const { outside, signIn, expire, actor, access } = await createTestConsole();
    await signIn();
    await expire();
    outside.signIn.mockRejectedValueOnce({ kind: 'denied', code: 'signin_refused' });
    await signIn();
    expect([access(), actor.getSnapshot().context.data === null]).toEqual(['locked', false]);
  });

  test('starts again when another user signs in over a lock', async () => {
    const { outside, signIn, expire, actor, access } = await createTestConsole();
    await signIn();
    actor.send({ type: 'product.choose', id: 2 });
    notify(actor);
    await expire();
    outside.profile.mockImplementation(async () => profile(2));
    await signIn();
    expect(access()).toBe('open');
    expect(noticesOf(actor)).toEqual([]);
    expect(actor.getSnapshot().context).toMatchObject({ data: { profile: profile(2) }, product: null });
    expect(outside.lists).toHaveBeenCalledTimes(2);
  });

  test('forgets everything on a sign-out in this or another tab', async () => {
    for (const leave of [{ type: 'signOut' }, { type: 'elsewhere.signedOut' }] as const) {
      const { signIn, session, actor, access } = await createTestConsole();
      await signIn();
      notify(actor);
      session.send(leave);
      await settled();
      expect(access()).toBe('signedOut');
      expect(actor.getSnapshot().context).toMatchObject({ data: null, product: null });
      expect(noticesOf(actor)).toEqual([]);
    }
  });

  test('stays open while the session waits for the network', async () => {
    const { outside, signIn, session, access } = await createTestConsole();
    await signIn();
    outside.refresh.mockRejectedValueOnce(OFFLINE);
    session.send({ type: 'token.rejected', access: 'access-1' });
    await settled();
    expect(session.getSnapshot().value).toBe('waiting');
    expect(access()).toBe('open');
  });

  test("selects only products of the user's list", async () => {
    const { signIn, actor } = await createTestConsole();
    await signIn();
    actor.send({ type: 'product.choose', id: 2 });
    actor.send({ type: 'product.choose', id: 3 });
    expect(actor.getSnapshot().context.product).toBe(2);
  });

  test('is busy until it knows whether a session exists', () => {
    const actor = createActor(consoleMachine, { input: { locale: 'ja', texts: {} } }).start();
    expect([actor.getSnapshot().value, actor.getSnapshot().hasTag('busy')]).toEqual(['restoring', true]);
    actor.stop();
  });

  test('keeps a selected product that the user still has after a reload', async () => {
    const { signIn, actor } = await createTestConsole();
    await signIn();
    actor.send({ type: 'product.choose', id: 2 });
    actor.send({ type: 'self.changed' });
    await settled();
    expect(actor.getSnapshot().context.product).toBe(2);
  });

  test('reloads the profile and the role after they changed, and shows the old ones until then', async () => {
    const { outside, signIn, actor, access } = await createTestConsole();
    await signIn();
    outside.profile.mockImplementation(async () => ({ ...profile(), name: '山田 花子' }));
    outside.role.mockImplementation(async () => ({
      ...role,
      permissions: { ...role.permissions, cv_log: 'write' },
    }));
    actor.send({ type: 'self.changed' });
    expect([access(), actor.getSnapshot().context.data?.profile.name]).toEqual(['open', '山田 é 1']);
    await settled();
    expect(actor.getSnapshot().context.data).toMatchObject({
      profile: { name: '山田 花子' },
      role: { permissions: { cv_log: 'write' } },
      lists,
    });
    expect(outside.lists, 'the lists are unchanged').toHaveBeenCalledTimes(1);
  });

  test('also reloads the lists when the kind of the role changed, and deselects a product that the user lost', async () => {
    const { outside, signIn, actor } = await createTestConsole();
    await signIn();
    actor.send({ type: 'product.choose', id: 2 });
    outside.role.mockImplementation(async () => ({ ...role, base: 'agency' }));
    outside.lists.mockImplementation(async () => ({ ...lists, product: [{ id: 1, title: '本店' }] }));
    actor.send({ type: 'self.changed' });
    await settled();
    expect(actor.getSnapshot().context).toMatchObject({
      data: { role: { base: 'agency' }, lists: { product: [{ id: 1 }] } },
      product: null,
    });
    expect(outside.renew.mock.calls.map(([stale]) => stale)).toEqual([
      { self: true, lists: [], entries: {} },
      { self: false, lists: LIST_NAMES, entries: {} },
    ]);
  });

  test('reloads the profile immediately, even while lists are loading', async () => {
    const { outside, signIn, actor } = await createTestConsole();
    await signIn();
    outside.renew.mockImplementationOnce(() => new Promise<Renewed>(() => undefined));
    actor.send({ type: 'lists.changed', lists: ['asp'] });
    actor.send({ type: 'self.changed' });
    await settled();
    expect(outside.renew.mock.lastCall?.[0]).toEqual({ self: true, lists: ['asp'], entries: {} });
    expect(actor.getSnapshot().value).toEqual({ open: 'fresh' });
  });

  test('reloads the changed lists only, and once more after a further change', async () => {
    const { outside, signIn, actor } = await createTestConsole();
    await signIn();
    let answer: (value: Lists) => void = () => undefined;
    outside.lists.mockImplementationOnce(
      () =>
        new Promise(resolve => {
          answer = resolve;
        }),
    );
    actor.send({ type: 'lists.changed', lists: ['ad'] });
    outside.lists.mockImplementation(async () => ({
      ...lists,
      ad: [{ id: 9, title: '新' }],
      asp: [{ id: 4, title: 'Réseau' }],
      agency: [{ id: 5, title: 'never asked' }],
    }));
    actor.send({ type: 'lists.changed', lists: ['asp', 'ad'] });
    answer({ ...lists, ad: [{ id: 8, title: '古' }] });
    await settled();
    expect(outside.renew.mock.calls.map(([stale]) => stale)).toEqual([
      { self: false, lists: ['ad'], entries: {} },
      { self: false, lists: ['ad', 'asp'], entries: {} },
    ]);
    expect(actor.getSnapshot().context.data?.lists).toEqual({
      ...lists,
      ad: [{ id: 9, title: '新' }],
      asp: [{ id: 4, title: 'Réseau' }],
    });
  });

  test('keeps its data when a reload fails, and retries by itself', async () => {
    const { outside, signIn, actor, access, clock } = await createTestConsole();
    await signIn();
    outside.renew.mockRejectedValueOnce(OFFLINE);
    actor.send({ type: 'lists.changed', lists: ['product'] });
    await settled();
    expect([access(), actor.getSnapshot().context.data?.lists]).toEqual(['open', lists]);
    outside.lists.mockImplementation(async () => ({ ...lists, product: [{ id: 3, title: '三号店' }] }));
    clock.increment(RELOAD_DELAY_MS);
    await settled();
    expect(actor.getSnapshot().context.data?.lists.product).toEqual([{ id: 3, title: '三号店' }]);
  });

  test('immediately looks up entries that a list lacks, remembers missing ids, and looks them up again with their list', async () => {
    const { outside, signIn, actor } = await createTestConsole();
    outside.lists.mockImplementation(async () => ({
      ...lists,
      ad: [{ id: 1, title: '春' }],
      asp: [{ id: 1, title: 'Réseau' }],
    }));
    outside.totals = { ad: 3, asp: 1 };
    outside.entries.mockImplementation(async ({ ad = [] }) => ({
      ad: ad.filter(id => id === 11_500).map(id => ({ id, title: '冬 é', product: 2 })),
    }));
    await signIn();
    const known = () => actor.getSnapshot().context.data!;
    expect([isPartial(known(), 'ad'), isPartial(known(), 'asp'), isPartial(known(), 'columns')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([idsToLookUp(known(), 'ad', [1, 11_500]), idsToLookUp(known(), 'asp', [1, 11_500])]).toEqual([
      [11_500],
      [11_500],
    ]);
    actor.send({ type: 'entries.wanted', entries: { ad: [11_500] } });
    actor.send({ type: 'entries.wanted', entries: { ad: [11_501, 11_500] } });
    await settled();
    expect(outside.entries).toHaveBeenLastCalledWith({ ad: [11_500, 11_501] });
    expect(known().lists.ad).toEqual([
      { id: 1, title: '春' },
      { id: 11_500, title: '冬 é', product: 2 },
    ]);
    expect(idsToLookUp(known(), 'ad', [1, 11_500, 11_501, 11_502])).toEqual([11_502]);
    outside.entries.mockImplementation(async ({ ad = [] }) => ({
      ad: ad.map(id => ({ id, title: `新 ${id}` })),
    }));
    actor.send({ type: 'lists.changed', lists: ['ad'] });
    await settled();
    expect(known().lists.ad).toEqual([
      { id: 1, title: '春' },
      { id: 11_500, title: '新 11500' },
      { id: 11_501, title: '新 11501' },
    ]);
  });

  test.each([
    { type: 'lists.changed', lists: ['adType'] },
    { type: 'self.changed' },
    { type: 'entries.wanted', entries: { ad: [9] } },
  ] as const)('reloads after the lock what became stale before it: $type', async event => {
    const { outside, signIn, expire, actor, access } = await createTestConsole();
    await signIn();
    outside.renew.mockRejectedValueOnce(OFFLINE);
    actor.send(event);
    await settled();
    await expire();
    expect(access()).toBe('locked');
    await signIn();
    expect(access()).toBe('open');
    expect(outside.renew).toHaveBeenCalledTimes(2);
    expect(actor.getSnapshot().context.stale).toEqual(FRESH);
  });

  test('keeps the old language until the texts of the new one are loaded, and after a failure', async () => {
    const { language, outside } = await createTestConsole();
    outside.texts.mockRejectedValueOnce(OFFLINE);
    language.send({ type: 'choose', locale: 'zh-CN' });
    await settled();
    expect(language.getSnapshot()).toMatchObject({
      value: 'ready',
      context: { locale: 'ja', texts: { hello: 'こんにちは' }, failure: OFFLINE },
    });
    language.send({ type: 'choose', locale: 'zh-CN' });
    language.send({ type: 'choose', locale: 'en' });
    expect(language.getSnapshot().context.locale).toBe('ja');
    await settled();
    expect(language.getSnapshot().context).toMatchObject({ locale: 'en', texts: { hello: 'hello' } });
  });

  test('loads the texts of the screens after the sign-in, in the language of that moment', async () => {
    const { language, outside } = await createTestConsole();
    language.send({ type: 'need', parts: ['shell'] });
    language.send({ type: 'choose', locale: 'en' });
    await settled();
    expect(outside.texts).toHaveBeenLastCalledWith({ locale: 'en', parts: ['shell'] });
    expect(language.getSnapshot().context).toMatchObject({ locale: 'en', parts: ['shell'] });
    language.send({ type: 'need', parts: ['shell'] });
    expect(language.getSnapshot().value).toBe('ready');
  });

  test('loads no texts that it has, and all texts when a part is new', async () => {
    const { language, outside } = await createTestConsole();
    expect(language.getSnapshot().context).toEqual({
      locale: 'ja',
      parts: [],
      texts: { hello: 'こんにちは' },
      requested: { locale: 'ja', parts: [] },
      failure: null,
    });
    language.send({ type: 'choose', locale: 'ja' });
    expect([language.getSnapshot().value, outside.texts.mock.calls.length]).toEqual(['ready', 0]);
    language.send({ type: 'need', parts: ['shell'] });
    await settled();
    language.send({ type: 'need', parts: ['shell', 'report'] });
    await settled();
    expect(outside.texts).toHaveBeenLastCalledWith({ locale: 'ja', parts: ['shell', 'report'] });
  });

  test('loads further parts of the texts, and keeps its parts after a failure', async () => {
    const { language, outside } = await createTestConsole();
    language.send({ type: 'need', parts: ['shell'] });
    language.send({ type: 'need', parts: ['report'] });
    await settled();
    expect(outside.texts).toHaveBeenLastCalledWith({ locale: 'ja', parts: ['shell', 'report'] });
    outside.texts.mockRejectedValueOnce(OFFLINE);
    language.send({ type: 'need', parts: ['log'] });
    await settled();
    expect(language.getSnapshot().context).toMatchObject({ parts: ['shell', 'report'], failure: OFFLINE });
    language.send({ type: 'choose', locale: 'en' });
    await settled();
    expect(outside.texts).toHaveBeenLastCalledWith({ locale: 'en', parts: ['shell', 'report'] });
  });

  test('knows nothing before the start-up, is busy during it, and is inside after it', async () => {
    const { actor, signIn, outside } = await createTestConsole();
    const place = () => [
      actor.getSnapshot().value,
      actor.getSnapshot().hasTag('busy'),
      actor.getSnapshot().hasTag('signedIn'),
    ];
    expect(place()).toEqual(['signedOut', false, false]);
    expect(actor.getSnapshot().context).toMatchObject({
      data: null,
      stale: FRESH,
      product: null,
      failure: null,
    });
    outside.lists.mockImplementationOnce(() => new Promise<Lists>(() => undefined));
    await signIn();
    expect(place()).toEqual(['starting', true, false]);
    const other = await createTestConsole(tokens(1));
    expect([other.actor.getSnapshot().value, other.actor.getSnapshot().hasTag('signedIn')]).toEqual([
      { open: 'fresh' },
      true,
    ]);
  });

  test('leaves the start-up when the session ends, and starts it again with the next session', async () => {
    const { actor, signIn, outside, session, access } = await createTestConsole();
    outside.profile.mockImplementationOnce(() => new Promise<Profile>(() => undefined));
    await signIn();
    session.send({ type: 'elsewhere.signedOut' });
    expect(access()).toBe('signedOut');
    await signIn();
    expect([access(), actor.getSnapshot().context.data?.profile]).toEqual(['open', profile()]);
  });

  test('shows why the start-up broke, starts it again on request, and leaves it when the session ends', async () => {
    const { actor, signIn, session, outside, access } = await createTestConsole();
    outside.profile
      .mockResolvedValueOnce(null as unknown as Profile)
      .mockResolvedValueOnce(null as unknown as Profile);
    await signIn();
    expect([access(), actor.getSnapshot().context.failure]).toEqual([
      'failed',
      { kind: 'broken', code: 'unexpected' },
    ]);
    actor.send({ type: 'retry' });
    expect(access()).toBe('starting');
    await settled();
    session.send({ type: 'elsewhere.signedOut' });
    expect(access()).toBe('signedOut');
    await signIn();
    expect([access(), actor.getSnapshot().context.failure]).toEqual(['open', null]);
  });

  test('is inside while locked and while it loads the profile of the returning user; an expiry then locks it again, and a sign-out ends it', async () => {
    const { actor, signIn, expire, session, outside, access } = await createTestConsole();
    await signIn();
    await expire();
    expect([access(), actor.getSnapshot().hasTag('signedIn'), actor.getSnapshot().hasTag('busy')]).toEqual([
      'locked',
      true,
      false,
    ]);
    outside.profile.mockImplementation(() => new Promise<Profile>(() => undefined));
    await signIn();
    expect([access(), actor.getSnapshot().hasTag('signedIn'), actor.getSnapshot().hasTag('busy')]).toEqual([
      'identifying',
      true,
      true,
    ]);
    await expire();
    expect(access()).toBe('locked');
    await signIn();
    session.send({ type: 'elsewhere.signedOut' });
    expect([access(), actor.getSnapshot().context.data]).toEqual(['signedOut', null]);
  });

  test("takes the user's new name after the lock, and starts again if the profile cannot be loaded", async () => {
    const { actor, signIn, expire, outside, access } = await createTestConsole();
    await signIn();
    await expire();
    outside.profile.mockImplementation(async () => ({ ...profile(), name: '山田 花子' }));
    await signIn();
    expect([access(), actor.getSnapshot().context.data]).toEqual([
      'open',
      { profile: { ...profile(), name: '山田 花子' }, role, lists, totals: {}, lookedUp: {}, deleted: {} },
    ]);
    notify(actor);
    await expire();
    outside.profile.mockRejectedValueOnce(OFFLINE);
    await signIn();
    // The second user may be another one.
    expect([access(), outside.lists.mock.calls.length, noticesOf(actor)]).toEqual(['open', 2, []]);
  });

  test('is busy while it reloads, waits before a retry, and retries at once after a further change', async () => {
    const { actor, signIn, outside, clock } = await createTestConsole();
    const place = () => [actor.getSnapshot().value, actor.getSnapshot().hasTag('busy')];
    await signIn();
    outside.renew.mockRejectedValueOnce(OFFLINE).mockRejectedValueOnce(OFFLINE);
    actor.send({ type: 'self.changed' });
    expect(place()).toEqual([{ open: 'renewing' }, true]);
    await settled();
    expect([place(), actor.getSnapshot().context.stale]).toEqual([
      [{ open: 'stale' }, false],
      { self: true, lists: [], entries: {} },
    ]);
    clock.increment(RELOAD_DELAY_MS - 1);
    expect(place()).toEqual([{ open: 'stale' }, false]);
    clock.increment(1);
    expect(place()).toEqual([{ open: 'renewing' }, true]);
    await settled();
    actor.send({ type: 'entries.wanted', entries: { ad: [9] } });
    await settled();
    expect(outside.renew.mock.calls.map(([stale]) => stale)).toEqual([
      { self: true, lists: [], entries: {} },
      { self: true, lists: [], entries: {} },
      { self: true, lists: [], entries: { ad: [9] } },
    ]);
    expect([place(), actor.getSnapshot().context.stale]).toEqual([[{ open: 'fresh' }, false], FRESH]);
  });
});

describe('the start-up', () => {
  const start = (fails: Partial<Record<'profile' | 'role' | 'lists', unknown>> = {}) =>
    createActor(
      startupMachine.provide({
        actors: {
          profile: fromPromise<Profile, undefined>(async () =>
            'profile' in fails ? Promise.reject(OFFLINE) : profile(),
          ),
          role: fromPromise<Role, undefined>(async () => ('role' in fails ? Promise.reject(OFFLINE) : role)),
          lists: fromPromise(async () =>
            'lists' in fails ? Promise.reject(OFFLINE) : { lists, totals: { ad: 3 } },
          ),
        },
      }),
    ).start();

  test('knows nothing at first, and outputs everything that it loaded', async () => {
    const actor = start();
    const none = {
      agency: [],
      product: [],
      ad: [],
      redirect: [],
      asp: [],
      cvSetting: [],
      adCategory: [],
      adType: [],
      role: [],
      analysis: [],
      columns: [],
    };
    expect([
      actor.getSnapshot().value,
      actor.getSnapshot().context,
      actor.getSnapshot().hasTag('busy'),
    ]).toEqual([
      'loadingProfile',
      { profile: null, role: DEFAULT_ROLE, lists: none, totals: {}, failure: null },
      true,
    ]);
    await settled();
    expect([actor.getSnapshot().value, actor.getSnapshot().output]).toEqual([
      'ready',
      { profile: profile(), role, lists, totals: { ad: 3 } },
    ]);
  });

  test.each([
    ['profile', 'failed'],
    ['lists', 'failed'],
    ['role', 'ready'],
  ] as const)('without the %s is %s', async (what, value) => {
    const actor = start({ [what]: OFFLINE });
    await settled();
    expect([
      actor.getSnapshot().value,
      actor.getSnapshot().context.failure,
      actor.getSnapshot().hasTag('busy'),
    ]).toEqual([value, value === 'failed' ? OFFLINE : null, false]);
    expect(actor.getSnapshot().context.role).toBe(
      what === 'role' || what === 'profile' ? DEFAULT_ROLE : role,
    );
    if (value === 'failed') actor.send({ type: 'retry' });
    expect(actor.getSnapshot().value).toBe(value === 'failed' ? 'loadingProfile' : 'ready');
  });

  test('does not keep the role of a failed attempt', async () => {
    const fails: { role?: true; lists?: true } = { lists: true };
    const actor = start(fails);
    await settled();
    expect([actor.getSnapshot().value, actor.getSnapshot().context.role]).toEqual(['failed', role]);
    delete fails.lists;
    fails.role = true;
    actor.send({ type: 'retry' });
    await settled();
    expect([actor.getSnapshot().value, actor.getSnapshot().context.role]).toEqual(['ready', DEFAULT_ROLE]);
  });
});

describe('the data of the console', () => {
  const data: SignedInData = {
    profile: profile(),
    role,
    lists: {
      ...lists,
      ad: [
        { id: 1, title: 'a' },
        { id: 2, title: 'b' },
      ],
    },
    totals: { ad: 3, asp: 0 },
    lookedUp: { ad: [7] },
    deleted: {
      ad: [{ id: 7, title: 'g' }],
    },
  };
  const renewed: Renewed = { self: null, lists: {}, totals: {}, entries: {}, deleted: {} };

  test('are partial if the server has more entries, and lack ids that are neither listed nor looked up', () => {
    expect([
      isPartial(data, 'ad'),
      isPartial({ ...data, totals: { ad: 2 } }, 'ad'),
      isPartial(data, 'asp'),
      isPartial(data, 'role'),
    ]).toEqual([true, false, false, false]);
    expect([
      idsToLookUp(data, 'ad', [1, 7, 8]),
      idsToLookUp({ ...data, lookedUp: {} }, 'ad', [1, 7, 8]),
      idsToLookUp({ ...data, totals: {} }, 'ad', [2, 8]),
    ]).toEqual([[8], [7, 8], [8]]);
  });

  test('become stale once for each part, together with the entries that were looked up of a list', () => {
    expect(markStale(FRESH, {})).toEqual(FRESH);
    expect(
      markStale(
        { self: true, lists: ['ad'], entries: { ad: [1] } },
        { lists: ['asp', 'ad'], entries: { ad: [1, 2], asp: [3] } },
        { ad: [7], role: [8] },
      ),
    ).toEqual({ self: true, lists: ['ad', 'asp'], entries: { ad: [1, 2, 7], asp: [3] } });
    expect(markStale(FRESH, { self: true }, { ad: [7] })).toEqual({ self: true, lists: [], entries: {} });
  });

  test('take what a reload loaded, with new entries replacing data ones', () => {
    expect(mergeRenewed(data, renewed, {})).toEqual(data);
    const self = { profile: { ...profile(), name: 'x' }, role: DEFAULT_ROLE };
    expect(
      mergeRenewed(
        data,
        {
          self,
          lists: { asp: [{ id: 5, title: 'e' }] },
          totals: { asp: 1 },
          entries: {
            ad: [
              { id: 9, title: 'i' },
              { id: 1, title: 'A' },
            ],
          },
          deleted: { ad: [{ id: 10, title: 'j' }] },
        },
        { ad: [9, 1, 10], redirect: [4] },
      ),
    ).toEqual({
      ...self,
      lists: {
        ...data.lists,
        asp: [{ id: 5, title: 'e' }],
        ad: [
          { id: 1, title: 'A' },
          { id: 2, title: 'b' },
          { id: 9, title: 'i' },
        ],
      },
      totals: { ad: 3, asp: 1 },
      lookedUp: { ad: [7, 9, 1, 10], redirect: [4] },
      deleted: {
        ad: [
          { id: 7, title: 'g' },
          { id: 10, title: 'j' },
        ],
      },
    });
  });

  test('are restricted differently only after another kind of role or another agency', () => {
    const agency = { id: 4, name: 'x' };
    const of = (who: Profile, what: Role, before: SignedInData | null = data) =>
      isVisibilityChanged(before, { ...renewed, self: { profile: who, role: what } });
    expect([
      of(profile(), role),
      of({ ...profile(), name: 'x' }, { ...role, code: 'other' }),
      isVisibilityChanged(data, renewed),
      of(profile(), { ...role, base: 'user' }, null),
    ]).toEqual([false, false, false, false]);
    expect([
      of(profile(), { ...role, base: 'user' }),
      of({ ...profile(), agency }, role),
      of({ ...profile(), agency }, role, {
        ...data,
        profile: { ...profile(), agency: { ...agency, name: 'y' } },
      }),
    ]).toEqual([true, true, false]);
  });
});
