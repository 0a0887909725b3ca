import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { Installation } from '../../support/installation-life/installation.ts';
import { installationMachine, type LifeEvent } from '../../support/installation-life/machine.ts';
import { isLong } from '../../support/long.ts';

/** Number of long random lives, each on an installation of its own. Each takes minutes. */
const LONG_LIVES = isLong ? 15 : 0;
/** Number of short random lives of the long form, on one installation. Each takes some seconds. */
const SHORT_LIVES = 30;
/** The time within which short lives begin, so that a slow machine tries fewer. */
const SHORT_LIVES_BEGIN_WITHIN_MS = 10 * 60_000;
const LIFE_LIMIT_MS = 10 * 60_000;

const burst = (clicks: number, conversions = 0): LifeEvent => ({ type: 'burst', clicks, conversions });

/** Events of the long form, none of `npm test`. */
const inLongForm = (...events: readonly LifeEvent[]): readonly LifeEvent[] => (isLong ? events : []);

/** A life with every kind of event. */
const ORDINARY_LIFE: readonly LifeEvent[] = [
  burst(12, 3),
  { type: 'setClock', hours: 30 },
  burst(5, 2),
  { type: 'stop' },
  { type: 'setClock', hours: -20 },
  { type: 'start' },
  burst(6, 2),
  ...inLongForm({ type: 'setClock', hours: 31 }, burst(2, 1)),
  { type: 'fillDisk' },
  burst(5, 1),
  { type: 'freeDisk' },
  // In npm test, stores-postgres.test.ts and stores-clickhouse.test.ts kill the store of a program.
  ...inLongForm({ type: 'killChild', index: 1 }, burst(4, 1)),
  { type: 'pauseStore' },
  burst(20),
  { type: 'resumeStore' },
  { type: 'pauseStore' },
  burst(20),
  // In npm test, the kill during a burst meets a journal that was not loaded, which the earlier version renamed.
  ...inLongForm({ type: 'kill', afterMs: 0 }, { type: 'downgradeJournal' }, { type: 'start' }),
  { type: 'killDuringBurst', afterMs: 250 },
  ...(isLong ? [] : [{ type: 'downgradeJournal' } as const]),
  { type: 'rebuild' },
  { type: 'setClock', hours: 0 },
  { type: 'start' },
  burst(3, 1),
  // In npm test, backup.test.ts restores one.
  ...inLongForm({ type: 'restoreBackup' }, burst(3, 1)),
];
/** Events of the long form only. */
const LONG_ONLY: ReadonlySet<string> = new Set(isLong ? [] : ['restoreBackup', 'kill', 'killChild']);

/**
 * The state machine after the first start. Impossible events are skipped, so that any list of events is a
 * valid life.
 */
const startLife = () => {
  const actor = createActor(installationMachine).start();
  actor.send({ type: 'start' });
  const isPossible = (event: LifeEvent) => actor.getSnapshot().can(event);
  return { actor, isPossible };
};

/**
 * Applies the events to a running installation. After each step in which the program can work, acknowledged
 * events must be stored and reported.
 */
const live = async (installation: Installation, events: readonly LifeEvent[]): Promise<void> => {
  const { actor, isPossible } = startLife();
  const lived: LifeEvent[] = [];
  // At the end everything is restored.
  for (const event of [
    ...events,
    { type: 'resumeStore' } as const,
    { type: 'freeDisk' } as const,
    { type: 'start' } as const,
  ]) {
    if (!isPossible(event)) continue;
    lived.push(event);
    await installation.apply(event);
    actor.send(event);
    if (!actor.getSnapshot().matches({ running: { store: 'answering', disk: 'free' } })) continue;
    await installation.check().catch((error: Error) => {
      throw new Error(`after ${JSON.stringify(lived)}: ${error.message}`);
    });
  }
};

const liveAlone = async (events: readonly LifeEvent[]): Promise<void> => {
  const installation = await Installation.create();
  try {
    await live(installation, events);
  } finally {
    await installation.remove();
  }
};

/**
 * Lives on one installation, each after the one before. After a failure each has an installation of its own:
 * otherwise a smaller life would fail by the history of the larger one.
 */
const liveInTurn = () => {
  let shared: Installation | null = null;
  let hasFailed = false;
  const remove = async () => {
    await shared?.remove();
    shared = null;
  };
  return {
    remove,
    hasFailed: () => hasFailed,
    live: async (events: readonly LifeEvent[]): Promise<void> => {
      shared ??= await Installation.create();
      await live(shared, events).catch(async (error: unknown) => {
        hasFailed = true;
        await remove();
        throw error;
      });
    },
  };
};

const anyEvent: fc.Arbitrary<LifeEvent> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('burst' as const),
      clicks: fc.integer({ min: 1, max: 200 }),
      conversions: fc.integer({ min: 0, max: 40 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom<LifeEvent>(
      { type: 'start' },
      { type: 'stop' },
      { type: 'rebuild' },
      { type: 'downgradeJournal' },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<LifeEvent>(
      { type: 'pauseStore' },
      { type: 'resumeStore' },
      { type: 'fillDisk' },
      { type: 'freeDisk' },
      ...(isLong ? [{ type: 'restoreBackup' as const }] : []), // takes as long as a short life
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('kill' as const, 'killDuringBurst' as const),
      afterMs: fc.integer({ min: 0, max: 1500 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('killChild' as const), index: fc.nat({ max: 9 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('setClock' as const),
      hours: fc.integer({ min: -72, max: 72 }),
    }),
  },
);

test('the ordinary life of an installation contains every kind of event where it is possible', () => {
  const { actor, isPossible } = startLife();
  const impossible = ORDINARY_LIFE.filter(event => {
    const can = isPossible(event);
    actor.send(event);
    return !can;
  });
  expect(impossible).toEqual([]);
  expect(new Set(ORDINARY_LIFE.map(({ type }) => type))).toEqual(
    new Set(installationMachine.events.filter(type => !LONG_ONLY.has(type))),
  );
});

test(
  'an installation over restarts, kills, clock changes, a full disk, an unavailable store, a rebuild and an upgrade has acknowledged = stored = reported',
  { timeout: (1 + LONG_LIVES) * LIFE_LIMIT_MS },
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(anyEvent, { minLength: 12, maxLength: 48 }), liveAlone), {
      examples: [[[...ORDINARY_LIFE]]],
      numRuns: 1 + LONG_LIVES,
    });
  },
);

test.runIf(isLong)(
  'an installation over short random lives has acknowledged = stored = reported',
  { timeout: 2 * LIFE_LIMIT_MS },
  async () => {
    const inTurn = liveInTurn();
    const begun = performance.now();
    // The search for a smaller failing life has the time of the test.
    const isInTime = () => inTurn.hasFailed() || performance.now() - begun < SHORT_LIVES_BEGIN_WITHIN_MS;
    const liveInTime = async (events: readonly LifeEvent[]): Promise<void> => {
      if (isInTime()) await inTurn.live(events);
    };
    try {
      await fc.assert(fc.asyncProperty(fc.array(anyEvent, { minLength: 8, maxLength: 12 }), liveInTime), {
        numRuns: SHORT_LIVES,
      });
    } finally {
      await inTurn.remove();
    }
  },
);
