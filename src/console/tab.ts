import { createShelf, drawerOf, type Shelf } from './storage.ts';

/** Identity of this tab among the tabs of the browser. */
export interface Tab {
  /**
   * Id of this tab: a reload preserves it, and no other open tab has it, not even one that was duplicated
   * from this one.
   */
  readonly name: () => Promise<string>;
  /** Ids of the open tabs that answered the request for their id. */
  readonly open: () => Promise<ReadonlySet<string>>;
}

type Locks = Pick<LockManager, 'request' | 'query'>;

const PREFIX = 'ic_tab_';
const isName = (value: unknown): value is string => typeof value === 'string';

/**
 * A tab holds a Web Lock of its id as long as it is open, however it closes. In a browser without locks,
 * every other tab counts as closed.
 * @param passing storage in which a tab leaves its id for a reload
 */
export const createTab = (passing: Shelf, locks: Locks | undefined): Tab => {
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

/** This one. */
export const thisTab = createTab(createShelf(drawerOf(() => sessionStorage)), globalThis.navigator?.locks);
