import { describe, expect, it } from 'vitest';
import { FRESHNESS } from '../../../server/rollups/freshness.ts';
import { CADENCE, createSchedule, type Schedule, type Task } from '../../../server/rollups/schedule.ts';

/**
 * A deriver over a simulated clock: products have events or not, reports wait for rollups that lack older ones, searches,
 * tasks and large batches take time.
 */
const simulate = ({
  large = [],
  hasFewEvents = () => false,
  searchMs = 40,
  taskMs = () => 500,
  companyOf = () => 1,
}: {
  /** Products whose batches are large. */
  readonly large?: readonly number[];
  readonly hasFewEvents?: (productId: number) => boolean;
  readonly searchMs?: number;
  readonly taskMs?: (productId: number) => number;
  /** The tenant of a product. */
  readonly companyOf?: (productId: number) => number;
} = {}) => {
  let now = 1_000_000;
  const schedule: Schedule<Task> = createSchedule<Task>(now);
  /** When the oldest event that is not derived arrived, by product. */
  const waitingSince = new Map<number, number>();
  /** Since when a report waits, by product. */
  const requests = new Map<number, number>();
  /** What happens: events of a product arrive; without a number, a report of it opens. */
  const plan: { at: number; productId: number; events: number | null }[] = [];
  const ages = new Map<number, number[]>();
  const waits = new Map<number, number[]>();
  const searches: { at: number; which: string }[] = [];
  let happened = 0;
  const note = (times: Map<number, number[]>, productId: number, ms: number) =>
    times.set(productId, [...(times.get(productId) ?? []), ms]);
  const deliver = () => {
    for (let next = plan[happened]; next !== undefined && next.at <= now; next = plan[happened]) {
      const { at, productId, events } = next;
      const oldest = waitingSince.get(productId);
      happened += 1;
      if (events !== null) {
        waitingSince.set(productId, Math.min(oldest ?? at, at));
        schedule.loaded(events, at);
      } else if (oldest !== undefined && at - oldest >= FRESHNESS.targetMs) {
        if (!requests.has(productId)) requests.set(productId, at);
        schedule.requested(productId, at);
      }
    }
  };
  let running: { readonly task: Task; readonly endMs: number; readonly since: number | undefined } | null =
    null;
  const derived = ({ productId }: Task, since: number | undefined, at: number) => {
    if (since !== undefined) note(ages, productId, at - since);
    const requestedMs = requests.get(productId);
    if (requestedMs !== undefined) note(waits, productId, at - requestedMs);
    requests.delete(productId);
  };
  /** Ends the large batch that is due, and begins the next one. */
  const proceedLarge = () => {
    if (running !== null && running.endMs <= now) {
      derived(running.task, running.since, running.endMs);
      schedule.ended(running.task, 'done', running.endMs);
      running = null;
    }
    const task = schedule.beginLarge();
    if (task === null) return;
    const { productId } = task;
    running = { task, endMs: now + taskMs(productId), since: waitingSince.get(productId) };
    waitingSince.delete(productId);
  };
  const pass = (ms: number) => {
    now += ms;
    deliver();
    proceedLarge();
  };
  return {
    schedule,
    ages,
    waits,
    searches,
    now: () => now,
    arrive: (at: number, productId: number, events = 1) => {
      plan.push({ at: now + at, productId, events });
    },
    /** Opens a report. */
    open: (at: number, productId: number) => {
      plan.push({ at: now + at, productId, events: null });
    },
    /** @returns number of actions */
    run: (ms: number): number => {
      const end = now + ms;
      plan.sort((a, b) => a.at - b.at);
      let actions = 0;
      while (now < end) {
        deliver();
        const action = schedule.next(now);
        if (action.kind === 'wait') {
          now = Math.min(
            action.untilMs ?? end,
            plan[happened]?.at ?? end,
            running === null ? end : Math.max(running.endMs, now),
            end,
          );
          proceedLarge();
          continue;
        }
        actions += 1;
        if (action.kind === 'search') {
          searches.push({ at: now, which: action.which });
          const sinceMs = schedule.beginSearch(action.which, now);
          const found = [...waitingSince.keys()].filter(id => action.which === 'all' || requests.has(id));
          const requested = new Set(requests.keys());
          pass(searchMs);
          schedule.found(
            found.map(productId => ({
              productId,
              companyId: companyOf(productId),
              isRequested: requested.has(productId),
              hasFewEvents: hasFewEvents(productId),
              queue: large.includes(productId) ? 'large' : 'small',
              sinceMs,
            })),
          );
          proceedLarge();
          continue;
        }
        const { productId } = action.task;
        const since = waitingSince.get(productId);
        waitingSince.delete(productId);
        pass(taskMs(productId));
        derived(action.task, since, now);
        schedule.ended(action.task, 'done', now);
      }
      return actions;
    },
  };
};

/** The longest of some times; infinite where there is none, as what never happened is not in time. */
const worst = (times: readonly number[] | undefined): number =>
  times === undefined ? Number.POSITIVE_INFINITY : Math.max(...times);

describe('when rollups are derived', () => {
  it('searches once at the start, and no more while nothing arrives', () => {
    const { run, open, searches } = simulate();
    for (let at = 0; at < 3_600_000; at += 1_000) open(at, 1);
    expect(run(3_600_000)).toBe(1);
    expect(searches.map(({ which }) => which)).toEqual(['all']);
  });

  it('derives a product at once where a report waits for it', () => {
    const { run, arrive, open, waits, ages } = simulate();
    run(1_000);
    arrive(1, 1);
    run(10_000);
    expect(ages.get(1)).toBeUndefined();
    open(0, 1);
    run(600);
    expect(waits.get(1)).toEqual([540]);
  });

  it('makes as many batches as reports need, however many events arrive', () => {
    const { run, arrive, open, waits, ages } = simulate({ taskMs: () => 300 });
    for (let at = 0; at < 600_000; at += 100) arrive(at, 1);
    for (let at = 500; at < 600_000; at += 20_000) for (const after of [0, 10, 50]) open(at + after, 1);
    run(600_000);
    expect(worst(waits.get(1))).toBeLessThanOrEqual(CADENCE.requestIntervalMs + 40 + 300);
    expect(ages.get(1)?.length).toBeLessThanOrEqual(600_000 / 20_000 + 600_000 / CADENCE.intervalMs + 1);
  });

  it('derives a product no more often than every two seconds, however many reports open', () => {
    const { run, arrive, open, waits, ages } = simulate({ taskMs: () => 300 });
    for (let at = 0; at < 60_000; at += 10) {
      arrive(at, 1);
      open(at, 1);
    }
    run(60_000);
    expect(ages.get(1)?.length).toBeLessThanOrEqual(60_000 / FRESHNESS.targetMs);
    expect(ages.get(1)?.length).toBeGreaterThan(20);
    expect(worst(waits.get(1))).toBeLessThanOrEqual(CADENCE.requestIntervalMs + 40 + 300);
  });

  it('derives a product that no report waits for within a minute, and seldom', () => {
    const { run, arrive, ages } = simulate();
    for (let at = 0; at < 600_000; at += 1_000) arrive(at, 1);
    run(660_000);
    expect(worst(ages.get(1))).toBeLessThanOrEqual(CADENCE.dueMs);
    expect(ages.get(1)?.length).toBeLessThanOrEqual(600_000 / CADENCE.intervalMs + 2);
  });

  it('derives many events earlier', () => {
    const { run, arrive, ages } = simulate();
    run(1_000);
    for (const at of [1, 2]) arrive(at, 1, CADENCE.largeBatchEvents / 2);
    run(CADENCE.largeBatchIntervalMs + 1_000);
    expect(ages.get(1)?.length).toBe(1);
  });

  it('searches again where a report waits for another product during a search or a task', () => {
    for (const moment of ['search', 'task']) {
      const { schedule, now } = simulate();
      const task: Task = {
        productId: 1,
        companyId: 1,
        isRequested: true,
        hasFewEvents: false,
        queue: 'small',
        sinceMs: now(),
      };
      schedule.beginSearch('all', now());
      if (moment === 'search') schedule.requested(2, now());
      schedule.found([task]);
      if (moment === 'task') schedule.requested(2, now() + 40);
      schedule.ended(task, 'done', now() + 500);
      expect(schedule.next(now() + 500), moment).toEqual({ kind: 'search', which: 'requested' });
      schedule.beginSearch('requested', now() + 500);
      schedule.found([]);
      schedule.requested(1, now() + 540);
      expect(schedule.next(now() + 540), moment).toEqual({
        kind: 'wait',
        untilMs: now() + 500 + CADENCE.requestIntervalMs,
      });
    }
  });

  it('does not search for a product again while it is derived for a report', () => {
    const { schedule, now } = simulate();
    const found = {
      productId: 1,
      companyId: 1,
      hasFewEvents: false,
      queue: 'small',
      sinceMs: now(),
    } as const;
    schedule.beginSearch('all', now());
    schedule.found([{ ...found, isRequested: true }]);
    schedule.requested(1, now());
    expect(schedule.next(now() + 500).kind).toBe('derive');
    schedule.ended({ ...found, isRequested: true }, 'done', now() + 1_000);
    expect(schedule.next(now() + 1_000)).toEqual({ kind: 'wait', untilMs: null });
    // One that is to be derived for no report may lack the events that this one needs.
    schedule.found([{ ...found, isRequested: false }]);
    schedule.requested(1, now() + 1_000);
    expect(schedule.next(now() + 1_000)).toEqual({ kind: 'search', which: 'requested' });
  });

  it('repeats a search after a pause where another process derives', () => {
    const { schedule, now } = simulate();
    const start = now();
    const again = start + CADENCE.retryMs;
    expect(schedule.next(start)).toEqual({ kind: 'search', which: 'all' });
    schedule.beginSearch('all', start);
    schedule.failed('all', CADENCE.retryMs, start);
    schedule.requested(1, start);
    expect(schedule.next(start)).toEqual({ kind: 'wait', untilMs: again });
    expect(schedule.next(again)).toEqual({ kind: 'search', which: 'all' });
    expect(schedule.beginSearch('all', again)).toBe(start);
    // It finds requested products too, and the next one waits for its interval.
    schedule.loaded(1, again);
    expect(schedule.next(again)).toEqual({ kind: 'wait', untilMs: again + CADENCE.intervalMs });
  });

  it('finds a product again that was found behind during its large batch', () => {
    const { schedule, now } = simulate();
    const start = now();
    const task: Task = {
      productId: 1,
      companyId: 1,
      isRequested: false,
      hasFewEvents: true,
      queue: 'large',
      sinceMs: start,
    };
    const requested: Task = { ...task, productId: 2, queue: 'small', isRequested: true };
    const other: Task = { ...task, productId: 3, queue: 'small' };
    schedule.beginSearch('all', start);
    schedule.found([task, requested]);
    expect(schedule.beginLarge()).toEqual(task);
    // A report that waits for the batch needs no search.
    schedule.requested(1, start);
    schedule.found([task]);
    schedule.ended(requested, 'done', start);
    expect(schedule.next(start)).toEqual({ kind: 'wait', untilMs: null });
    schedule.found([other]);
    schedule.ended(task, 'done', start + 1);
    // The batch was none of the queue of small ones, so no product of low priority waits for its duration.
    expect(schedule.next(start + 1)).toEqual({ kind: 'derive', task: other });
    schedule.ended(other, 'done', start + 1);
    expect(schedule.next(start + 1)).toEqual({ kind: 'wait', untilMs: start + CADENCE.intervalMs });
    expect(schedule.waiting().large).toBe(0);
  });

  it('finds a product again whose derivation failed', () => {
    const { schedule, now } = simulate();
    schedule.beginSearch('all', now());
    const task: Task = {
      productId: 1,
      companyId: 1,
      isRequested: false,
      hasFewEvents: false,
      queue: 'small',
      sinceMs: now(),
    };
    schedule.found([task]);
    schedule.ended(task, 'failed', now());
    expect(schedule.next(now() + CADENCE.intervalMs)).toEqual({ kind: 'search', which: 'all' });
    expect(schedule.waitingSinceMs()).toBe(now());
    // For a report, it is found with the requested ones.
    schedule.beginSearch('all', now());
    schedule.found([{ ...task, isRequested: true }]);
    schedule.ended({ ...task, isRequested: true }, 'failed', now());
    const soon = now() + CADENCE.requestIntervalMs;
    expect(schedule.next(soon)).toEqual({ kind: 'search', which: 'requested' });
  });
});

describe('fairness between products', () => {
  it('a thousand idle products cost nothing', () => {
    const { run, arrive, open, ages, searches } = simulate();
    for (let at = 0; at < 60_000; at += 1_000) arrive(at, 1_000);
    for (let product = 0; product < 1_000; product += 1) open(product * 60, product);
    run(120_000);
    expect([...ages.keys()]).toEqual([1_000]);
    expect(worst(ages.get(1_000))).toBeLessThanOrEqual(CADENCE.dueMs);
    expect(searches.length).toBeLessThan(5);
  });

  it('fifty busy products that no report waits for delay a requested one by one task', () => {
    const { run, arrive, open, ages, waits } = simulate();
    for (let product = 0; product <= 50; product += 1)
      for (let at = 0; at < 300_000; at += 1_000) arrive(at, product);
    for (let at = 0; at < 300_000; at += 3_000) open(at, 0);
    run(300_000);
    expect(worst(waits.get(0))).toBeLessThanOrEqual(2 * 500 + 2 * 40);
    for (let product = 1; product <= 50; product += 1)
      expect(worst(ages.get(product))).toBeLessThanOrEqual(2 * CADENCE.dueMs);
  });

  it('two thousand products with few events leave most of the time to all else, and each has its turn', () => {
    const { run, arrive, open, ages, waits, schedule, now } = simulate({
      hasFewEvents: productId => productId !== 1,
    });
    for (let product = 0; product < 2_000; product += 1) arrive(0, product);
    for (let at = 0; at < 8_000_000; at += 10_000) {
      for (const product of [0, 1]) arrive(at, product);
      open(at + 5_000, 0);
    }
    run(700_000);
    const lowPriority = () => [...ages.keys()].filter(product => product > 1).length;
    // A batch of 500 ms, and a pause six times as long.
    expect(lowPriority()).toBeLessThanOrEqual(700_000 / (7 * 500));
    expect(lowPriority()).toBeGreaterThan(150);
    // Operators are not warned of these.
    expect(schedule.waiting().others).toBeGreaterThan(1_700);
    expect(now() - (schedule.waitingSinceMs() ?? now())).toBeLessThanOrEqual(CADENCE.dueMs);
    expect(schedule.waitingLongest(2).every(({ productId }) => productId < 2)).toBe(true);
    run(7_300_000);
    expect(lowPriority()).toBe(1_998);
    expect(worst(waits.get(0))).toBeLessThanOrEqual(2 * 500 + 2 * 40);
    expect(worst(ages.get(1))).toBeLessThanOrEqual(CADENCE.dueMs);
  });

  it('goes on with products of low priority a minute after a batch that took long', () => {
    const { schedule, now } = simulate();
    const task = (productId: number): Task => ({
      productId,
      companyId: 1,
      isRequested: false,
      hasFewEvents: true,
      queue: 'small',
      sinceMs: now(),
    });
    schedule.beginSearch('all', now());
    schedule.found([task(1), task(2)]);
    expect(schedule.next(now())).toEqual({ kind: 'derive', task: task(1) });
    // The store was away for half an hour.
    const endMs = now() + 1_800_000;
    schedule.ended(task(1), 'failed', endMs);
    schedule.beginSearch('all', endMs);
    expect(schedule.next(endMs + CADENCE.dueMs - 1).kind).toBe('wait');
    expect(schedule.next(endMs + CADENCE.dueMs)).toEqual({ kind: 'derive', task: task(2) });
  });

  it('derives a product of low priority at once where a report waits for it', () => {
    const { run, arrive, open, ages, waits } = simulate({ hasFewEvents: () => true });
    for (let product = 0; product < 1_000; product += 1) arrive(0, product);
    run(60_000);
    expect(ages.has(999)).toBe(false);
    open(0, 999);
    run(1_100);
    expect(worst(waits.get(999))).toBeLessThanOrEqual(2 * 500 + 40);
  });

  it('large batches delay no small one, and the events that arrive during one are derived after it', () => {
    const { run, arrive, open, ages, waits, schedule } = simulate({
      large: [1, 2, 3],
      taskMs: productId => (productId === 0 ? 300 : 100_000),
    });
    for (let at = 0; at < 300_000; at += 1_000) arrive(at, 0);
    for (let at = 0; at < 300_000; at += 5_000) open(at, 0);
    for (const product of [3, 2, 1]) arrive(0, product);
    open(FRESHNESS.targetMs, 1);
    arrive(50_000, 1);
    run(60_000);
    expect(schedule.waiting()).toMatchObject({ large: 3 });
    expect(schedule.waitingLongest(2).map(({ productId }) => productId)).toEqual([3, 2]);
    run(540_000);
    expect(worst(waits.get(0))).toBeLessThanOrEqual(2 * 300 + 40);
    expect([1, 2, 3].map(product => ages.get(product)?.length)).toEqual([2, 1, 1]);
    expect(schedule.waiting()).toEqual({ requested: 0, others: 0, large: 0 });
  });

  it('large batches of one company delay that of another by one, and products without reports likewise', () => {
    const { run, arrive, ages } = simulate({
      large: [1, 2, 3, 4, 5],
      taskMs: () => 100_000,
      companyOf: productId => (productId === 5 ? 2 : 1),
    });
    for (const product of [1, 2, 3, 4]) arrive(0, product);
    arrive(1, 5);
    run(300_000);
    expect([...ages.keys()].slice(0, 2)).toEqual([1, 5]);
    const small = simulate({ companyOf: productId => (productId === 100 ? 2 : 1) });
    for (let product = 1; product <= 100; product += 1) small.arrive(0, product);
    small.run(120_000);
    expect([...small.ages.keys()].indexOf(100)).toBe(1);
  });

  it('all requested products come before others, until one of these is overdue; of large ones the first that is due', () => {
    const { schedule, now } = simulate();
    const start = now();
    const task = (productId: number, over: Partial<Task> = {}): Task => ({
      productId,
      companyId: 1,
      isRequested: productId > 1,
      hasFewEvents: false,
      queue: 'small',
      sinceMs: start,
      ...over,
    });
    schedule.beginSearch('all', start);
    schedule.found([1, 2, 3, 4].map(productId => task(productId)));
    const derive = (at: number) => {
      schedule.beginSearch('all', at);
      const action = schedule.next(at);
      if (action.kind !== 'derive') throw new Error('nothing is derived');
      schedule.ended(action.task, 'done', at);
      return action.task.productId;
    };
    const times = [0, CADENCE.dueMs - 1, CADENCE.dueMs, CADENCE.dueMs];
    expect(times.map(ms => derive(start + ms))).toEqual([2, 3, 1, 4]);

    const earlier = start - (CADENCE.dueMs - CADENCE.requestedDueMs) - 1;
    schedule.found([
      task(11, { queue: 'large', isRequested: false }),
      task(12, { queue: 'large' }),
      task(13, { queue: 'large', isRequested: false, sinceMs: earlier }),
    ]);
    expect(schedule.waitingLongest(1)).toMatchObject([{ productId: 13 }]);
    schedule.loaded(1, start);
    expect(schedule.waitingSinceMs()).toBe(earlier);
    const order = [1, 2, 3].map(() => {
      const begun = schedule.beginLarge();
      if (begun !== null) schedule.ended(begun, 'done', start);
      return begun?.productId;
    });
    expect(order).toEqual([13, 12, 11]);
  });

  it('a batch that is found to be large waits in the other queue, also where a search finds it small', () => {
    const { schedule, now } = simulate();
    const task: Task = {
      productId: 1,
      companyId: 1,
      isRequested: true,
      hasFewEvents: false,
      queue: 'small',
      sinceMs: now(),
    };
    schedule.beginSearch('all', now());
    schedule.found([task, { ...task, productId: 2, queue: 'large' }]);
    expect(schedule.beginLarge()?.productId).toBe(2);
    schedule.ended(task, 'large', now());
    schedule.found([task]);
    expect([schedule.beginLarge(), schedule.next(now()).kind]).toEqual([null, 'wait']);
    schedule.ended({ ...task, productId: 2, queue: 'large' }, 'failed', now());
    expect(schedule.beginLarge()).toEqual({ ...task, queue: 'large' });
  });

  it('all products are searched in time, also where requests never end', () => {
    const { run, arrive, open, ages, searches } = simulate({ large: [100], taskMs: () => 1_000 });
    for (let product = 0; product < 50; product += 1)
      for (let at = 0; at < 300_000; at += 2_000) {
        arrive(at, product);
        open(at + 1_000, product);
      }
    for (const product of [100, 101]) arrive(100_000, product);
    run(300_000);
    const times = searches.filter(({ which }) => which === 'all').map(({ at }) => at);
    for (const [index, at] of times.entries())
      if (index > 0) expect(at - (times[index - 1] ?? 0)).toBeLessThanOrEqual(CADENCE.intervalMs + 2_000);
    expect(worst(ages.get(100))).toBeLessThanOrEqual(CADENCE.dueMs);
    expect(worst(ages.get(101))).toBeLessThanOrEqual(2 * CADENCE.dueMs);
    expect([...ages.keys()]).toEqual(expect.arrayContaining([100, 101]));
  });

  it('none waits for ever where more arrives than can be derived', () => {
    const { run, arrive, open, ages } = simulate({ taskMs: () => 1_000 });
    for (let product = 0; product < 100; product += 1)
      for (let at = 0; at < 600_000; at += 2_000) {
        arrive(at, product);
        if (product < 50) open(at + 1_000, product);
      }
    run(600_000);
    for (let product = 0; product < 100; product += 1) expect(ages.get(product)?.length).toBeGreaterThan(1);
  });
});
