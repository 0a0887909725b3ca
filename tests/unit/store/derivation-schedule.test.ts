import { describe, expect, it } from 'vitest';
import { CADENCE, createSchedule, type Schedule, type Task } from '../../../server/rollups/schedule.ts';

/** A deriver over a simulated clock: products have events or not, searches, tasks and large batches take time. */
const simulate = ({
  watched = [],
  large = [],
  hasFewEvents = () => false,
  lookMs = 40,
  taskMs = () => 500,
}: {
  readonly watched?: readonly number[];
  /** Products whose batches are large. */
  readonly large?: readonly number[];
  readonly hasFewEvents?: (productId: number) => boolean;
  readonly lookMs?: number;
  readonly taskMs?: (productId: number) => number;
} = {}) => {
  let now = 1_000_000;
  const schedule: Schedule<Task> = createSchedule<Task>(now);
  const watching = new Set(watched);
  /** When the oldest event that is not derived arrived, by product. */
  const waitingSince = new Map<number, number>();
  const arrivals: { at: number; productId: number; events: number }[] = [];
  const ages = new Map<number, number[]>();
  const searches: { at: number; which: string }[] = [];
  let arrived = 0;
  const deliver = () => {
    for (let first = arrivals[arrived]; first !== undefined && first.at <= now; first = arrivals[arrived]) {
      arrived += 1;
      waitingSince.set(first.productId, Math.min(waitingSince.get(first.productId) ?? first.at, first.at));
      schedule.loaded(first.events, first.at);
    }
  };
  let running: { readonly task: Task; readonly endMs: number; readonly since: number | undefined } | null =
    null;
  const derived = ({ productId }: Task, since: number | undefined, at: number) => {
    if (since !== undefined) ages.set(productId, [...(ages.get(productId) ?? []), at - since]);
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
    watching,
    ages,
    searches,
    now: () => now,
    arrive: (at: number, productId: number, events = 1) => {
      arrivals.push({ at: now + at, productId, events });
    },
    /** @returns number of actions */
    run: (ms: number): number => {
      const end = now + ms;
      arrivals.sort((a, b) => a.at - b.at);
      let actions = 0;
      while (now < end) {
        deliver();
        const action = schedule.next(now, watching.size > 0);
        if (action.kind === 'wait') {
          now = Math.min(
            action.untilMs ?? end,
            arrivals[arrived]?.at ?? end,
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
          const found = [...waitingSince.keys()].filter(id => action.which === 'all' || watching.has(id));
          pass(lookMs);
          schedule.found(
            found.map(productId => ({
              productId,
              isWatched: watching.has(productId),
              hasFewEvents: hasFewEvents(productId),
              queue: large.includes(productId) ? 'large' : 'small',
              sinceMs,
            })),
            now,
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

const worst = (ages: readonly number[] | undefined): number => Math.max(0, ...(ages ?? []));

describe('when rollups are derived', () => {
  it('searches once at the start, and no more while nothing arrives', () => {
    const { run, searches } = simulate({ watched: [1] });
    expect(run(3_600_000)).toBe(1);
    expect(searches.map(({ which }) => which)).toEqual(['all']);
  });

  it('derives a watched product within two seconds, and no more often than that needs', () => {
    const { run, arrive, ages } = simulate({ watched: [1], taskMs: () => 300 });
    for (let at = 0; at < 60_000; at += 100) arrive(at, 1);
    run(60_000);
    expect(worst(ages.get(1)?.slice(1))).toBeLessThanOrEqual(CADENCE.watchedDueMs);
    expect(ages.get(1)?.length).toBeLessThanOrEqual(45);
    expect(ages.get(1)?.length).toBeGreaterThan(35);
  });

  it('derives a product that nobody watches within a minute, and seldom', () => {
    const { run, arrive, ages } = simulate();
    for (let at = 0; at < 600_000; at += 1_000) arrive(at, 1);
    run(660_000);
    expect(worst(ages.get(1))).toBeLessThanOrEqual(CADENCE.dueMs);
    expect(ages.get(1)?.length).toBeLessThanOrEqual(600_000 / CADENCE.intervalMs + 2);
  });

  it('derives many events earlier', () => {
    const { run, arrive, ages } = simulate();
    run(1_000);
    arrive(1, 1, CADENCE.largeBatchEvents);
    run(CADENCE.largeBatchIntervalMs + 1_000);
    expect(ages.get(1)?.length).toBe(1);
  });

  it('derives at once where a report opens on a product that nobody watched', () => {
    const { run, arrive, ages, schedule, watching, now } = simulate();
    run(1_000);
    arrive(1, 1);
    run(10_000);
    expect(ages.get(1)).toBeUndefined();
    watching.add(1);
    schedule.requested(true, now());
    run(600);
    expect(ages.get(1)?.length).toBe(1);
  });

  it('searches watched products again where a report finds one behind whose events another process loaded', () => {
    const { run, searches, schedule, now } = simulate({ watched: [1] });
    run(60_000);
    schedule.requested(false, now());
    run(CADENCE.watchedTargetMs);
    expect(searches.map(({ which }) => which)).toEqual(['all', 'watched']);
  });

  it('goes on with watched products where a report opens during a look or a task', () => {
    for (const moment of ['look', 'task']) {
      const { schedule, now } = simulate();
      const task: Task = {
        productId: 1,
        isWatched: true,
        hasFewEvents: false,
        queue: 'small',
        sinceMs: now(),
      };
      schedule.beginSearch('all', now());
      if (moment === 'look') schedule.requested(true, now());
      schedule.found([task], now() + 40);
      if (moment === 'task') schedule.requested(true, now() + 40);
      schedule.ended(task, 'done', now() + 500);
      expect(schedule.next(now() + 500, true), moment).toEqual({ kind: 'search', which: 'watched' });
      schedule.beginSearch('watched', now() + 500);
      schedule.found([], now() + 540);
      schedule.loaded(1, now() + 540);
      expect(schedule.next(now() + 540 + CADENCE.watchedTargetMs, true), moment).toEqual({
        kind: 'search',
        which: 'watched',
      });
    }
  });

  it('leaves the processors free for as long as a run took', () => {
    const { run, arrive, searches } = simulate({ watched: [1], taskMs: () => 2_000 });
    for (let at = 0; at < 60_000; at += 100) arrive(at, 1);
    run(60_000);
    const times = searches.filter(({ which }) => which === 'watched').map(({ at }) => at);
    for (const [index, at] of times.entries())
      if (index > 1) expect(at - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(2_000 + CADENCE.maxPauseMs);
  });

  it('repeats a look after a pause where another process derives', () => {
    const { schedule, now } = simulate();
    expect(schedule.next(now(), false)).toEqual({ kind: 'search', which: 'all' });
    schedule.failed('all', CADENCE.retryMs, now());
    expect(schedule.next(now(), false)).toEqual({ kind: 'wait', untilMs: now() + CADENCE.retryMs });
    expect(schedule.next(now() + CADENCE.retryMs, false)).toEqual({ kind: 'search', which: 'all' });
  });

  it('finds a product again whose derivation failed', () => {
    const { schedule, now } = simulate();
    schedule.beginSearch('all', now());
    const task: Task = {
      productId: 1,
      isWatched: false,
      hasFewEvents: false,
      queue: 'small',
      sinceMs: now(),
    };
    schedule.found([task], now());
    schedule.ended(task, 'failed', now());
    expect(schedule.next(now() + CADENCE.intervalMs, false)).toEqual({ kind: 'search', which: 'all' });
    expect(schedule.waitingSinceMs()).toBe(now());
  });
});

describe('fairness between products', () => {
  it('a thousand idle products cost nothing', () => {
    const { run, arrive, ages, searches } = simulate({ watched: Array.from({ length: 1_000 }, (_, n) => n) });
    for (let at = 0; at < 60_000; at += 1_000) arrive(at, 1_000);
    run(120_000);
    expect([...ages.keys()]).toEqual([1_000]);
    expect(worst(ages.get(1_000))).toBeLessThanOrEqual(CADENCE.dueMs);
    expect(searches.length).toBeLessThan(60);
  });

  it('fifty busy products that nobody watches delay a watched one by one task', () => {
    const { run, arrive, ages } = simulate({ watched: [0] });
    for (let product = 0; product <= 50; product += 1)
      for (let at = 0; at < 300_000; at += 1_000) arrive(at, product);
    run(300_000);
    expect(worst(ages.get(0)?.slice(1))).toBeLessThanOrEqual(CADENCE.watchedDueMs + 2 * 500);
    for (let product = 1; product <= 50; product += 1)
      expect(worst(ages.get(product))).toBeLessThanOrEqual(2 * CADENCE.dueMs);
  });

  it('two thousand products with few events leave most of the time to all else, and each has its turn', () => {
    const { run, arrive, ages, schedule, now } = simulate({
      watched: [0],
      hasFewEvents: productId => productId !== 1,
    });
    for (let product = 0; product < 2_000; product += 1) arrive(0, product);
    for (let at = 0; at < 8_000_000; at += 10_000) for (const product of [0, 1]) arrive(at, product);
    run(700_000);
    const lowPriority = () => [...ages.keys()].filter(product => product > 1).length;
    // A batch of 500 ms, and a pause six times as long.
    expect(lowPriority()).toBeLessThanOrEqual(700_000 / (7 * 500));
    expect(lowPriority()).toBeGreaterThan(150);
    // Operators are not warned of these.
    expect(schedule.waiting().unwatched).toBeGreaterThan(1_700);
    expect(now() - (schedule.waitingSinceMs() ?? now())).toBeLessThanOrEqual(CADENCE.dueMs);
    run(7_300_000);
    expect(lowPriority()).toBe(1_998);
    expect(worst(ages.get(0)?.slice(1))).toBeLessThanOrEqual(CADENCE.watchedDueMs + 500);
    expect(worst(ages.get(1))).toBeLessThanOrEqual(CADENCE.dueMs);
  });

  it('goes on with products of low priority a minute after a batch that took long', () => {
    const { schedule, now } = simulate();
    const task = (productId: number): Task => ({
      productId,
      isWatched: false,
      hasFewEvents: true,
      queue: 'small',
      sinceMs: now(),
    });
    schedule.beginSearch('all', now());
    schedule.found([task(1), task(2)], now());
    expect(schedule.next(now(), false)).toEqual({ kind: 'derive', task: task(1) });
    // The store was away for half an hour.
    const endMs = now() + 1_800_000;
    schedule.ended(task(1), 'failed', endMs);
    schedule.beginSearch('all', endMs);
    expect(schedule.next(endMs + CADENCE.dueMs - 1, false).kind).toBe('wait');
    expect(schedule.next(endMs + CADENCE.dueMs, false)).toEqual({ kind: 'derive', task: task(2) });
  });

  it('derives a product of low priority at once when a report of it opens', () => {
    const { run, arrive, ages, schedule, watching, now } = simulate({ hasFewEvents: () => true });
    for (let product = 0; product < 1_000; product += 1) arrive(0, product);
    run(60_000);
    expect(ages.has(999)).toBe(false);
    watching.add(999);
    schedule.requested(true, now());
    run(1_100);
    expect(ages.has(999)).toBe(true);
  });

  it('large batches delay no small one, and the events that arrive during one are derived after it', () => {
    const { run, arrive, ages, schedule } = simulate({
      watched: [0, 1],
      large: [1, 2, 3],
      taskMs: productId => (productId === 0 ? 300 : 100_000),
    });
    for (let at = 0; at < 300_000; at += 1_000) arrive(at, 0);
    for (const product of [3, 2, 1]) arrive(0, product);
    arrive(50_000, 1);
    run(60_000);
    expect(schedule.waiting()).toMatchObject({ large: 3 });
    run(540_000);
    expect(worst(ages.get(0)?.slice(1))).toBeLessThanOrEqual(CADENCE.watchedDueMs);
    // The watched one first, and again after the others.
    expect([1, 2, 3].map(product => ages.get(product)?.length)).toEqual([2, 1, 1]);
    expect(Math.max(...(ages.get(2) ?? []))).toBeLessThan(Math.max(...(ages.get(3) ?? [])));
    expect(schedule.waiting()).toEqual({ watched: 0, unwatched: 0, large: 0 });
  });

  it('a batch that is found to be large waits in the other queue, also where a look finds it small', () => {
    const { schedule, now } = simulate();
    const task: Task = { productId: 1, isWatched: true, hasFewEvents: false, queue: 'small', sinceMs: now() };
    schedule.beginSearch('all', now());
    schedule.found([task, { ...task, productId: 2, queue: 'large' }], now());
    expect(schedule.beginLarge()?.productId).toBe(2);
    schedule.ended(task, 'large', now());
    schedule.found([task], now());
    expect([schedule.beginLarge(), schedule.next(now(), true).kind]).toEqual([null, 'wait']);
    schedule.ended({ ...task, productId: 2, queue: 'large' }, 'failed', now());
    expect(schedule.beginLarge()).toEqual({ ...task, queue: 'large' });
  });

  it('all products are searched in time, also where watched ones never end', () => {
    const { run, arrive, ages, searches } = simulate({
      watched: Array.from({ length: 50 }, (_, n) => n),
      large: [100],
      taskMs: () => 1_000,
    });
    for (let product = 0; product < 50; product += 1)
      for (let at = 0; at < 300_000; at += 2_000) arrive(at, product);
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
    const { run, arrive, ages } = simulate({
      watched: Array.from({ length: 50 }, (_, n) => n),
      taskMs: () => 1_000,
    });
    for (let product = 0; product < 100; product += 1)
      for (let at = 0; at < 600_000; at += 2_000) arrive(at, product);
    run(600_000);
    for (let product = 0; product < 100; product += 1) expect(ages.get(product)?.length).toBeGreaterThan(1);
  });
});
