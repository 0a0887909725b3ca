import fc from 'fast-check';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createBatchReader } from '../../../server/collector/batch.ts';
import type { Sink } from '../../../server/collector/careful-load.ts';
import { openDamagedLines } from '../../../server/collector/damaged-lines.ts';
import { frameOf } from '../../../server/collector/frames.ts';
import { openJournal, type Journal } from '../../../server/collector/journal.ts';
import { readPosition } from '../../../server/collector/load-position.ts';
import { openLoader, type Loader } from '../../../server/collector/loader.ts';
import { openRejectedRows } from '../../../server/collector/rejected-rows.ts';
import { emptyJournal, startEndingOldSegments } from '../../../server/collector/segment-removal.ts';
import { segmentNames, segmentNumber } from '../../../server/collector/segments.ts';
import { shareJournal } from '../../../server/collector/shared-journal.ts';
import { mergeLoaders } from '../../../server/collector/slice-loaders.ts';
import { runs } from '../../support/long.ts';

const log = pino({ level: 'silent' });
const SLICES = ['default', 'east'] as const;
type SliceName = (typeof SLICES)[number];
const NEVER_MS = 600_000;

const impression = (n: number) =>
  frameOf({
    table: 'impression',
    id: BigInt(n),
    row: {
      product_id: 1,
      visitor_id: '0',
      ts: '2026-02-28 23:59:59.999',
      ip: '::',
      bot: 0,
      impression_id: String(n),
      ad_id: n,
    },
  });

/** A store that outlives the program, and drops a repeated token as the columnar store does. */
const createStore = () => {
  const tokens = new Set<string>();
  const store = { ids: [] as number[], isAway: false, losesAnswers: false };
  const sink: Sink = {
    load: async (_table, lines, token) => {
      if (store.isAway) throw new Error('away');
      if (!tokens.has(token)) {
        tokens.add(token);
        const text = Buffer.concat([...lines]).toString();
        store.ids.push(...[...text.matchAll(/"ad_id":(\d+)/g)].map(([, id]) => Number(id)));
      }
      if (store.losesAnswers) throw new Error('the answer was lost');
    },
    faultOf: () => 'store',
    storedIds: async (_table, ids) => new Set(ids.filter(id => store.ids.includes(Number(id)))),
    noteLateConversions: async () => undefined,
  };
  return { store, sink };
};
type Store = ReturnType<typeof createStore>;

/** How the removal of a file ends: as it should, or by a crash before or after it. */
type Removal = 'done' | 'before' | 'after';

interface Opened {
  readonly journal: Journal;
  readonly loaders: Pick<Loader, 'drain' | 'close'>;
}

/** Opens the journal in a folder, and a loader for each slice, as the collector does. */
const openIn = async (
  folder: string,
  stores: Readonly<Record<SliceName, Store>>,
  removal: () => Removal,
): Promise<Opened> => {
  const names = await segmentNames(folder);
  const positions = await Promise.all(SLICES.map(slice => readPosition(folder, names, slice)));
  const journal = await openJournal(folder, log, {
    gatherMs: 0,
    segmentBytes: 2_000,
    lastNumber: Math.max(...positions.map(({ lastNumber }) => lastNumber)),
  });
  const failing: Journal = {
    ...journal,
    remove: async segment => {
      const how = removal();
      if (how === 'before') throw new Error('killed');
      await journal.remove(segment);
      if (how === 'after') throw new Error('killed');
    },
  };
  const rejected = await openRejectedRows(folder);
  const damaged = await openDamagedLines(folder);
  const views = shareJournal(failing, SLICES.length);
  const loaders = mergeLoaders(
    new Map(
      SLICES.map((slice, index) => [
        slice,
        openLoader(
          {
            folder,
            slice,
            journal: views[index]!,
            position: positions[index]!,
            reader: createBatchReader(),
            rejected,
            select: async batch => batch,
            damaged: index === 0 ? damaged : null,
            sink: stores[slice].sink,
            watermark: '0',
            log,
          },
          { everyMs: NEVER_MS, retryMs: [NEVER_MS], rows: 5 },
        ),
      ]),
    ),
  );
  return { journal, loaders };
};

const inFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-segments-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

type Step =
  | { readonly kind: 'append'; readonly count: number }
  | { readonly kind: 'end' | 'drain' | 'empty' | 'restart' | 'kill' }
  | { readonly kind: 'away' | 'loses'; readonly slice: SliceName; readonly is: boolean }
  | { readonly kind: 'removal'; readonly how: Removal };

const slice = fc.constantFrom(...SLICES);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 20 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constantFrom('end' as const, 'drain' as const, 'empty' as const) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('restart' as const, 'kill' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('away' as const, 'loses' as const),
      slice,
      is: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('removal' as const),
      how: fc.constantFrom<Removal>('done', 'before', 'after'),
    }),
  },
);

test('segments that end at any moment lose and double nothing in any slice, are removed, and their numbers grow', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), steps =>
      inFolder(async folder => {
        const stores = { default: createStore(), east: createStore() };
        let removal: Removal = 'done';
        let last = 0;
        let highest = 0;
        let opened = await openIn(folder, stores, () => removal);
        const seen = new Set<string>();
        const note = () => {
          for (const { name } of opened.journal.segments()) {
            if (seen.has(name)) continue;
            seen.add(name);
            expect(segmentNumber(name)).toBeGreaterThan(highest);
            highest = segmentNumber(name)!;
          }
        };
        const perform = async (step: Step): Promise<void> => {
          const { journal, loaders } = opened;
          switch (step.kind) {
            case 'append': {
              const numbers = Array.from({ length: step.count }, () => (last += 1));
              await Promise.all(numbers.map(n => journal.append(impression(n), 1)));
              return;
            }
            case 'end':
              return journal.endSegment();
            case 'drain':
              return loaders.drain();
            case 'empty': {
              const before = journal.segments().map(({ name }) => name);
              const isEmpty = await emptyJournal(journal, loaders);
              const files = await readdir(folder);
              expect(isEmpty).toBe(before.every(name => !files.includes(name)));
              return;
            }
            case 'away':
              stores[step.slice].store.isAway = step.is;
              return;
            case 'loses':
              stores[step.slice].store.losesAnswers = step.is;
              return;
            case 'removal':
              removal = step.how;
              return;
            case 'restart':
              await journal.close();
              await loaders.close();
              opened = await openIn(folder, stores, () => removal);
              return;
            case 'kill': {
              // Nothing is closed. What the former loaders still do fails before it is over.
              const states = SLICES.map(name => [stores[name].store, stores[name].store.isAway] as const);
              for (const [store] of states) store.isAway = true;
              const afterKill = removal;
              removal = 'before';
              await loaders.drain();
              for (const [store, isAway] of states) store.isAway = isAway;
              removal = afterKill;
              opened = await openIn(folder, stores, () => removal);
            }
          }
        };
        for (const step of steps) {
          await perform(step);
          note();
        }
        removal = 'done';
        for (const name of SLICES) Object.assign(stores[name].store, { isAway: false, losesAnswers: false });
        await perform({ kind: 'kill' });
        expect(await emptyJournal(opened.journal, opened.loaders)).toBe(true);
        const all = Array.from({ length: last }, (_, n) => n + 1);
        for (const name of SLICES) expect(stores[name].store.ids.toSorted((a, b) => a - b)).toEqual(all);
        expect((await segmentNames(folder)).length).toBe(0);
        await opened.journal.close();
        await opened.loaders.close();
      }),
    ),
    { numRuns: runs(40) },
  );
}, 120_000);

test('a loaded segment ends by its age and is removed; while a slice is away, the next one goes on', () =>
  inFolder(async folder => {
    const stores = { default: createStore(), east: createStore() };
    const { journal, loaders } = await openIn(folder, stores, () => 'done');
    const poller = startEndingOldSegments(journal, log, 20);
    const filesLeft = async () => (await segmentNames(folder)).length;
    await journal.append(impression(1), 1);
    await loaders.drain();
    await expect
      .poll(async () => {
        await loaders.drain();
        return filesLeft();
      })
      .toBe(0);
    stores.east.store.isAway = true;
    await journal.append(impression(2), 1);
    await expect.poll(() => journal.segments()).toMatchObject([{ closed: true }]);
    await loaders.drain();
    await journal.append(impression(3), 1);
    await new Promise(resolve => {
      setTimeout(resolve, 100);
    });
    expect(journal.segments()).toMatchObject([{ closed: true }, { closed: false }]);
    expect(JSON.parse(await readFile(join(folder, 'position.json'), 'utf8'))).toMatchObject({
      lastNumber: 2,
    });
    expect(await emptyJournal(journal, loaders)).toBe(false);
    stores.east.store.isAway = false;
    expect(await emptyJournal(journal, loaders)).toBe(true);
    expect([await filesLeft(), stores.default.store.ids, stores.east.store.ids]).toEqual([
      0,
      [1, 2, 3],
      [1, 2, 3],
    ]);
    await poller.close();
    await journal.close();
    await loaders.close();
  }));
