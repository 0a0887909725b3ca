import { describe, expect, test } from 'vitest';
import { createExpiringStorage, type BrowserStorage } from '../../src/console/storage.ts';
import { createTab, type Tab } from '../../src/console/tab.ts';
import { DRAFT_LIFETIME_MS, keeperOn, unkeptOf } from '../../src/screens/record/drafts.ts';

const drawer = (): BrowserStorage => {
  const entries = new Map<string, string>();
  return {
    getItem: key => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: key => void entries.delete(key),
  };
};

/**
 * The Web Locks of a browser as far as tabs use them: the first tab to request a lock holds it until the tab
 * is closed.
 */
const browser = () => {
  const lockNames = new Set<string>();
  const locks: Pick<LockManager, 'request' | 'query'> = {
    request: (async (name: string, _: LockOptions, got: (lock: Lock | null) => unknown) => {
      if (lockNames.has(name)) return got(null);
      lockNames.add(name);
      return got({ name, mode: 'exclusive' });
    }) as LockManager['request'],
    query: () => Promise.resolve({ held: [...lockNames].map(name => ({ name })), pending: [] }),
  };
  return { locks, end: async (tab: Tab) => void lockNames.delete(`ic_tab_${await tab.name()}`) };
};
const createSingleTab = (): Tab => createTab(createExpiringStorage(drawer()), undefined);

describe('an unsaved draft', () => {
  test('is stored without secrets and without the version', async () => {
    const unkept = unkeptOf([
      { field: 'name', widget: 'text' },
      { field: 'password', widget: 'password' },
      { field: 'token', widget: 'text', secret: true },
    ]);
    expect(unkept).toEqual(['password', 'token', 'updated_at']);
    const inside = drawer();
    const { keep, recall } = keeperOn(createExpiringStorage(inside), createSingleTab(), 1, 'users_7', unkept);
    expect(await recall()).toBeNull();
    keep({ name: '山田 é', password: 'x', token: 'whsec_x', updated_at: '2026' });
    expect((await recall())?.fields).toEqual({ name: '山田 é' });
    keep({ password: 'x' });
    expect([await recall(), inside.getItem('ic_1_draft_users_7')]).toEqual([null, null]);
  });

  test('is stored by user and form for a week, until there is nothing to store', async () => {
    let now = Date.parse('2026-11-22T00:00:00Z');
    const shelf = createExpiringStorage(drawer(), () => now);
    const of = (user: number, form = 'ads_7') =>
      keeperOn(shelf, createSingleTab(), user, form, [], () => now);
    of(1).keep({ name: '途中' });
    expect(await of(1).recall()).toEqual({ at: now, fields: { name: '途中' } });
    expect([await of(2).recall(), await of(1, 'ads_8').recall()]).toEqual([null, null]);
    now += DRAFT_LIFETIME_MS - 1;
    expect(await of(1).recall()).not.toBeNull();
    now += 1;
    expect(await of(1).recall()).toBeNull();
  });

  test('belongs to its tab, independent of drafts of the same form in other tabs, and survives a reload', async () => {
    const shelf = createExpiringStorage(drawer());
    const { locks, end } = browser();
    const session = drawer();
    const [here, there] = [
      createTab(createExpiringStorage(session), locks),
      createTab(createExpiringStorage(drawer()), locks),
    ];
    const formIn = (tab: Tab) => keeperOn(shelf, tab, 1, 'ads_7', []);
    const [one, other] = [formIn(here), formIn(there)];
    expect([await one.recall(), await other.recall()]).toEqual([null, null]);
    one.keep({ name: 'ここ' });
    other.keep({ name: 'あちら' });
    await end(here);
    const reloaded = formIn(createTab(createExpiringStorage(session), locks));
    expect((await reloaded.recall())?.fields).toEqual({ name: 'ここ' });
    reloaded.keep({});
    expect((await formIn(there).recall())?.fields).toEqual({ name: 'あちら' });
    expect(await reloaded.recall()).toBeNull();
  });

  test('passes to the first tab that opens the form after its own tab is closed, the latest draft first, and to one tab only', async () => {
    const shelf = createExpiringStorage(drawer());
    const { locks, end } = browser();
    const tabs = [1, 2, 3, 4].map(() => createTab(createExpiringStorage(drawer()), locks));
    const forms = tabs.map((tab, at) => keeperOn(shelf, tab, 1, 'ads_new_1', [], () => Date.now() + at));
    for (const form of forms) await form.recall();
    forms[0]!.keep({ name: '先' });
    forms[1]!.keep({ name: '後' });
    expect(await forms[2]!.recall()).toBeNull();
    await end(tabs[0]!);
    await end(tabs[1]!);
    expect((await forms[2]!.recall())?.fields).toEqual({ name: '後' });
    expect((await forms[3]!.recall())?.fields).toEqual({ name: '先' });
    forms[2]!.keep({});
    expect([await forms[2]!.recall(), (await forms[3]!.recall())?.fields]).toEqual([null, { name: '先' }]);
  });

  test('is not shared by a tab and its duplicate, which starts with the same tab name', async () => {
    const { locks } = browser();
    const session = drawer();
    const [first, copy] = [
      createTab(createExpiringStorage(session), locks),
      createTab(createExpiringStorage(session), locks),
    ];
    const names = [await first.name(), await first.name(), await copy.name()];
    expect([new Set(names).size, await first.open()]).toEqual([2, new Set(names)]);
  });

  test('is discarded if its stored text is not a draft', async () => {
    const inside = drawer();
    const shelf = createExpiringStorage(inside);
    shelf.write('1_draft_ads_7', { at: 'yesterday', fields: 3 });
    expect([
      await keeperOn(shelf, createSingleTab(), 1, 'ads_7', []).recall(),
      inside.getItem('ic_1_draft_ads_7'),
    ]).toEqual([null, null]);
  });
});
