import type { TaskOutcome } from './derive-stale-product.ts';
import type { Queue } from '../store/clickhouse/rollups/rollup.ts';

/** How often rollups are derived. Times in ms of the monotonic clock, which steps of the wall clock do not move. */
export const CADENCE = {
  /** Least interval of searches of the products that reports wait for. */
  requestIntervalMs: 200,
  /** Interval of searches for new events of all products: an event waits for it and for the products before it. */
  intervalMs: 40_000,
  /** So many loaded events are derived earlier, since a large batch costs little more than a small one. */
  largeBatchEvents: 20_000,
  /** Interval of searches of all products while that many events arrive. */
  largeBatchIntervalMs: 5_000,
  /** Pause after another process was deriving. */
  retryMs: 500,
  /** Pause after a failure of a store. */
  failureMs: 5_000,
  /** Age at which a waiting product is overdue. One that no report waits for is then derived in turn with requested ones. */
  requestedDueMs: 2_000,
  dueMs: 60_000,
  /**
   * Pause after a batch of a product of low priority, in durations of that batch: however many such products there are,
   * they take one seventh of the time. At most `dueMs`, where the batch waited for a store.
   */
  lowPriorityPauses: 6,
} as const;

/** A product with events or changes that its rollups lack. */
export interface Task {
  readonly productId: number;
  /** The tenant of the product. */
  readonly companyId: number;
  /** Whether a report waits for its rollups. */
  readonly isRequested: boolean;
  /** Whether the events of the product are few: a report reads them in little time, where rollups lack some. */
  readonly hasFewEvents: boolean;
  readonly queue: Queue;
  /** When it became known that rollups are behind. */
  readonly sinceMs: number;
}

export type SearchScope = 'requested' | 'all';
export type Action<T extends Task> =
  /** Find the products whose rollups are behind. */
  | { readonly kind: 'search'; readonly which: SearchScope }
  | { readonly kind: 'derive'; readonly task: T }
  /** Nothing until then; null: until something is reported. */
  | { readonly kind: 'wait'; readonly untilMs: number | null };

/** What waits for a search. */
interface Pending {
  sinceMs: number;
  events: number;
}

const dueOf = ({ isRequested, sinceMs }: Task): number =>
  sinceMs + (isRequested ? CADENCE.requestedDueMs : CADENCE.dueMs);

/** Whether nobody misses the rollups of the product. */
const isLowPriority = ({ isRequested, hasFewEvents }: Task): boolean => !isRequested && hasFewEvents;

/** The rotation of the companies: however many products of one wait, those of another are derived in between. */
const createRotation = () => {
  const lastTurnByCompany = new Map<number, number>();
  let turn = 0;
  const lastTurnOf = ({ companyId }: Task): number => lastTurnByCompany.get(companyId) ?? 0;
  return {
    /** The task that is due first, of the company whose turn was longest ago. */
    next: <T extends Task>(tasks: readonly T[]): T | undefined =>
      tasks.toSorted(
        (a, b) => lastTurnOf(a) - lastTurnOf(b) || dueOf(a) - dueOf(b) || a.productId - b.productId,
      )[0],
    took: ({ companyId }: Task): void => {
      turn += 1;
      lastTurnByCompany.set(companyId, turn);
    },
  };
};
type Rotation = ReturnType<typeof createRotation>;

/**
 * Decides which product is derived next, and when. It has no clock and no effects: every method receives the time.
 *
 * Events are reported once they are loaded. Products that reports wait for are searched at once, all others seldom.
 * Found products are derived one by one: requested ones first, in each kind of the companies in turn, and of a company in
 * the order in which they become due. While another one is overdue, it takes every second turn, so that none waits for ever. Of products with few events that no
 * report waits for there may be thousands: after each a pause leaves the processors to all else. Large batches, such as
 * rebuilds, have a queue of their own beside, in the same order, so none delays a small one.
 */
export interface Schedule<T extends Task> {
  /** Events were loaded, or results changed. */
  loaded(events: number, nowMs: number): void;
  /** A report waits for the rollups of a product. Ignored while the product is already derived for one. */
  requested(productId: number, nowMs: number): void;
  next(nowMs: number): Action<T>;
  /** A search begins to read: what is loaded from here on is for the next one. @returns since when the rest waits */
  beginSearch(which: SearchScope, nowMs: number): number;
  found(tasks: readonly T[]): void;
  /** Begins the next large batch; null: none waits, or one is running. */
  beginLarge(): T | null;
  /** A task ended. A failed one is to be found again, one that was found to be large waits in the other queue. */
  ended(task: T, outcome: TaskOutcome, nowMs: number): void;
  /** A search failed, because another process derives or a store is away: it is repeated after a pause. */
  failed(which: SearchScope, pauseMs: number, nowMs: number): void;
  /** Since when loaded events wait whose rollups somebody may miss; null: none does. */
  waitingSinceMs(): number | null;
  /** Products whose rollups somebody may miss, those that wait longest first. */
  waitingLongest(limit: number): readonly Pick<T, 'productId' | 'sinceMs'>[];
  /** Number of products that wait or are derived: for small batches, and for large ones. */
  waiting(): { readonly requested: number; readonly others: number; readonly large: number };
}

/** The searches: what waits for each, and when it may begin. */
const createSearches = (startMs: number) => {
  const pending: Record<SearchScope, Pending | null> = {
    requested: null,
    // The events of earlier processes.
    all: { sinceMs: startMs, events: 0 },
  };
  const begunMs: Record<SearchScope, number> = {
    requested: Number.NEGATIVE_INFINITY,
    all: Number.NEGATIVE_INFINITY,
  };
  /** Searches that do not wait for their interval. */
  const urgent = new Set<SearchScope>();
  const intervalOf = (which: SearchScope, { events }: Pending): number => {
    if (which === 'requested') return CADENCE.requestIntervalMs;
    return events >= CADENCE.largeBatchEvents ? CADENCE.largeBatchIntervalMs : CADENCE.intervalMs;
  };
  return {
    add: (which: SearchScope, events: number, nowMs: number): void => {
      const found = pending[which];
      if (found === null) pending[which] = { sinceMs: nowMs, events };
      else found.events += events;
    },
    /** Drops the interval since the last search. */
    hasten: (which: SearchScope): void => {
      urgent.add(which);
    },
    /** When a search may begin; null: it has nothing to find. */
    dueMs: (which: SearchScope): number | null => {
      const found = pending[which];
      if (found === null) return null;
      return urgent.has(which) ? found.sinceMs : begunMs[which] + intervalOf(which, found);
    },
    begin: (which: SearchScope, nowMs: number): number => {
      const sinceMs = pending[which]?.sinceMs ?? nowMs;
      // A search of all products includes the requested ones.
      for (const each of which === 'all' ? (['requested', 'all'] as const) : ([which] as const)) {
        pending[each] = null;
        begunMs[each] = nowMs;
        urgent.delete(each);
      }
      return sinceMs;
    },
    pending: (): readonly Pending[] => [pending.requested, pending.all].filter(found => found !== null),
  };
};

/** The next task; after a requested one, an overdue other one comes first. */
const nextTask = <T extends Task>(
  tasks: readonly T[],
  rotation: Rotation,
  isAfterRequested: boolean,
  nowMs: number,
): T | undefined => {
  const requested = rotation.next(tasks.filter(({ isRequested }) => isRequested));
  const other = rotation.next(tasks.filter(({ isRequested }) => !isRequested));
  if (requested === undefined || other === undefined) return requested ?? other;
  const isOtherOverdue = tasks.some(task => !task.isRequested && dueOf(task) <= nowMs);
  return isAfterRequested && isOtherOverdue ? other : requested;
};

/** The products that were found behind, in two queues. */
const createTasks = <T extends Task>() => {
  /** Those of large batches. */
  const rotation = createRotation();
  const tasks = new Map<number, T>();
  /** The product of the running large batch, and whether a search found it behind meanwhile. */
  let running: { readonly productId: number; isBehind: boolean } | null = null;
  const waitingIn = (queue: Queue): readonly T[] => [...tasks.values()].filter(task => task.queue === queue);
  return {
    waitingIn,
    isRequested: (productId: number): boolean =>
      running?.productId === productId || tasks.get(productId)?.isRequested === true,
    add: (task: T): void => {
      const known = tasks.get(task.productId);
      if (running !== null && running.productId === task.productId) running.isBehind = true;
      else if (known === undefined) tasks.set(task.productId, task);
      else {
        // What was found to be large remains so: a search does not see late events.
        const queue = known.queue === 'large' ? 'large' : task.queue;
        tasks.set(task.productId, { ...task, queue, sinceMs: known.sinceMs });
      }
    },
    beginLarge: (): T | null => {
      const task = running === null ? rotation.next(waitingIn('large')) : undefined;
      if (task === undefined) return null;
      rotation.took(task);
      running = { productId: task.productId, isBehind: false };
      return task;
    },
    /** Removes a task, or moves it to the other queue. @returns whether its product is to be found again */
    end: (task: T, outcome: TaskOutcome): boolean => {
      tasks.delete(task.productId);
      const isBehind = task.queue === 'large' && running?.isBehind === true;
      if (task.queue === 'large') running = null;
      if (outcome === 'large') tasks.set(task.productId, { ...task, queue: 'large' });
      return isBehind || outcome === 'failed';
    },
    /** Those whose rollups somebody may miss, that which waits longest first. */
    missed: (): readonly T[] =>
      [...tasks.values()].filter(task => !isLowPriority(task)).toSorted((a, b) => a.sinceMs - b.sinceMs),
    counts: () => {
      const small = waitingIn('small');
      const requested = small.filter(({ isRequested }) => isRequested).length;
      return { requested, others: small.length - requested, large: waitingIn('large').length };
    },
  };
};

/** Chooses the next task. */
const createTaskChoice = <T extends Task>() => {
  const rotation = createRotation();
  let isAfterRequested = false;
  let begunMs = 0;
  let lowPriorityPausedUntilMs = Number.NEGATIVE_INFINITY;
  return {
    /** @returns the next task; undefined: none is ready before `readyMs`, null: none waits */
    next: (
      waiting: readonly T[],
      nowMs: number,
    ): { readonly task: T | undefined; readonly readyMs: number | null } => {
      const ready = nowMs >= lowPriorityPausedUntilMs ? waiting : waiting.filter(one => !isLowPriority(one));
      const task = nextTask(ready, rotation, isAfterRequested, nowMs);
      const readyMs = task === undefined ? lowPriorityPausedUntilMs : nowMs;
      return { task, readyMs: waiting.length === 0 ? null : readyMs };
    },
    began: (task: T, nowMs: number): void => {
      rotation.took(task);
      begunMs = nowMs;
    },
    ended: (task: T, nowMs: number): void => {
      isAfterRequested = task.isRequested;
      if (isLowPriority(task))
        lowPriorityPausedUntilMs =
          nowMs + Math.min(CADENCE.lowPriorityPauses * (nowMs - begunMs), CADENCE.dueMs);
    },
  };
};

/** @param startMs the time of the start, at which a first search is due */
export const createSchedule = <T extends Task>(startMs: number): Schedule<T> => {
  const searches = createSearches(startMs);
  const tasks = createTasks<T>();
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  const choice = createTaskChoice<T>();
  return {
    loaded: (events, nowMs) => searches.add('all', events, nowMs),
    requested: (productId, nowMs) => {
      if (!tasks.isRequested(productId)) searches.add('requested', 0, nowMs);
    },
    next: nowMs => {
      const { task, readyMs } = choice.next(tasks.waitingIn('small'), nowMs);
      const [requestedMs, allMs] = [searches.dueMs('requested'), searches.dueMs('all')];
      if (nowMs >= pausedUntilMs) {
        // It finds requested products too. They may be so many that their tasks never end.
        if (allMs !== null && allMs <= nowMs) return { kind: 'search', which: 'all' };
        if (requestedMs !== null && requestedMs <= nowMs) return { kind: 'search', which: 'requested' };
        if (task !== undefined) {
          choice.began(task, nowMs);
          return { kind: 'derive', task };
        }
      }
      const times = [requestedMs, allMs, readyMs].filter(at => at !== null);
      return {
        kind: 'wait',
        untilMs: times.length === 0 ? null : Math.max(pausedUntilMs, Math.min(...times)),
      };
    },
    beginSearch: searches.begin,
    found: stale => {
      for (const task of stale) tasks.add(task);
    },
    beginLarge: tasks.beginLarge,
    ended: (task, outcome, nowMs) => {
      if (task.queue === 'small') choice.ended(task, nowMs);
      if (!tasks.end(task, outcome)) return;
      searches.add('all', 0, nowMs);
      if (task.isRequested) searches.add('requested', 0, nowMs);
    },
    failed: (which, pauseMs, nowMs) => {
      pausedUntilMs = nowMs + pauseMs;
      searches.hasten(which);
      searches.add(which, 0, nowMs);
    },
    waitingSinceMs: () => {
      const times = [...searches.pending(), ...tasks.missed().slice(0, 1)].map(({ sinceMs }) => sinceMs);
      return times.length === 0 ? null : Math.min(...times);
    },
    waitingLongest: limit => tasks.missed().slice(0, limit),
    waiting: tasks.counts,
  };
};
