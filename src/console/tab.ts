import { createExpiringStorage, storageOrMemory, type ExpiringStorage } from './storage.ts';

/** Identity of this tab among the tabs of the browser. */
export interface Tab {
  /** Id of this tab. It survives reloads and is unique among open tabs, duplicates of this tab included. */
  readonly name: () => Promise<string>;
  /** Ids of all open tabs, by their Web Locks. */
  readonly open: () => Promise<ReadonlySet<string>>;
}

type Locks = Pick<LockManager, 'request' | 'query'>;

const PREFIX = 'ic_tab_';
const isName = (value: unknown): value is string => typeof value === 'string';

/**
 * Each tab holds a Web Lock with its id, which the browser releases when the tab closes in any way. In
 * browsers without locks, all other tabs count as closed.
 * @param passing session storage in which the tab keeps its id for a reload
 */
export const createTab = (passing: ExpiringStorage, locks: Locks | undefined): Tab => {
  let known: Promise<string> | null = null;
  const hold = (name: string): Promise<boolean> =>
    new Promise((answered, failed) => {
      locks
        ?.request(PREFIX + name, { ifAvailable: true }, lock => {
          answered(lock !== null);
          return lock === null ? undefined : new Promise<void>(() => undefined);
        })
        .catch(failed);
    });
  const find = async (): Promise<string> => {
    const before = passing.read('tab', isName);
    if (before !== null && (locks === undefined || (await hold(before)))) return before;
    const name = crypto.randomUUID();
    passing.write('tab', name);
    if (locks !== undefined) await hold(name);
    return name;
  };
  return {
    name: () => (known ??= find()),
    open: async () => {
      const { held: heldLocks } = (await locks?.query()) ?? {};
      return new Set(
        heldLocks
          ?.map(({ name = '' }) => name)
          .filter(name => name.startsWith(PREFIX))
          .map(name => name.slice(PREFIX.length)),
      );
    },
  };
};

/** The tab of this page. */
export const thisTab = createTab(
  createExpiringStorage(storageOrMemory(() => sessionStorage)),
  globalThis.navigator?.locks,
);
