import { createShelf, drawerOf, type Shelf } from './storage.ts';

/** This tab among those of the browser. */
export interface Tab {
  /**
   * What this tab is called: a reload keeps it, and no other open tab has it, not even one that was made as a
   * copy of this one.
   */
  readonly name: () => Promise<string>;
  /** What the tabs are called that are open now and were asked for their name. */
  readonly open: () => Promise<ReadonlySet<string>>;
}

type Locks = Pick<LockManager, 'request' | 'query'>;

const PREFIX = 'ic_tab_';
const isName = (value: unknown): value is string => typeof value === 'string';

/**
 * A tab holds a lock of its name for as long as it lives, however it ends. Where the browser has no locks,
 * every other tab counts as closed.
 *
 * @param passing where a tab keeps what a reload is to leave it
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
