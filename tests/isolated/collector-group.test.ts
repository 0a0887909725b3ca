import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCollectorGroup } from '../../server/collector/collector-group.ts';
import { readFolderIdentity, saveFolderIdentity } from '../../server/collector/folder-identity.ts';
import type { LoaderStatus } from '../../server/collector/loader.ts';
import { firstIdAt } from '../../server/platform/ids.ts';
import { SettingError, type Role } from '../../server/platform/settings.ts';
import type {
  CollectorProcess,
  CollectorProgress,
  CollectorReport,
  Registration,
} from '../../server/store/postgres/tracking/collectors.ts';
import { StoreUnavailable } from '../../server/store/unavailable.ts';

type Registered = readonly [db: unknown, CollectorProcess, keysDigest: string, low: string | null];
type Reported = readonly [db: unknown, CollectorProcess, CollectorReport];
type ProgressRead = readonly [db: unknown, slices: readonly string[], own: number, keysDigest: string];

/** The table of collectors in PostgreSQL, and its clock. */
const store = vi.hoisted(() => ({
  register: vi.fn<(...call: Registered) => Promise<Registration>>(),
  report: vi.fn<(...call: Reported) => Promise<boolean>>(),
  progress: vi.fn<(...call: ProgressRead) => Promise<CollectorProgress>>(),
  time: vi.fn<() => Promise<number>>(),
}));
vi.mock('../../server/store/postgres/tracking/collectors.ts', () => ({
  MAX_COLLECTORS: 1024,
  registerCollector: store.register,
  reportCollector: store.report,
  readCollectorProgress: store.progress,
}));
vi.mock('../../server/store/postgres/tracking/click-batches.ts', () => ({
  removeClickBatches: async () => undefined,
}));
vi.mock('../../server/store/postgres/engine/ping.ts', () => ({ readDatabaseTime: store.time }));
// Vitest does not replace the timers of this module.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise(resolve => void setTimeout(resolve, ms)),
}));

const NOON = Date.UTC(2026, 10, 30, 12);
/** Interval of reports in ms. */
const REPORT_MS = 500;
const NO_PROGRESS: CollectorProgress = {
  others: 0,
  slowest: new Map(),
  databaseTime: null,
  loadedEvents: 0,
  rejectedRows: 0,
  otherKeysAt: null,
};
const AWAY = new StoreUnavailable('away');

let folder: string;
let progress: Partial<CollectorProgress>;
let isRotating: boolean;
let logged: (readonly [level: string, text: string])[];
const replaced = vi.fn<(isRestarted: boolean) => void>();
const databaseNow = () => NOON + performance.now();
const journalOf = () => join(folder, 'journal');

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'touchpath-group-')), 'data');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  [progress, isRotating, logged] = [{}, false, []];
  replaced.mockReset();
  store.register.mockReset().mockResolvedValue({ kind: 'registered', number: 3, wasStopped: false });
  store.report.mockReset().mockResolvedValue(true);
  store.progress.mockReset().mockImplementation(async () => ({ ...NO_PROGRESS, ...progress }));
  store.time.mockReset().mockImplementation(async () => databaseNow());
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(join(folder, '..'), { recursive: true });
});

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const noteLog =
  (level: string) =>
  (...call: unknown[]) =>
    logged.push([level, String(call.at(-1))]);
const baseOf = (settings: object, roles: readonly Role[]) =>
  ({
    settings: {
      databaseUrl: 'postgres://store',
      clickhouseUrl: 'http://store',
      dataDir: folder,
      secretsFile: '/keys/secrets.json',
      roles: new Set(roles),
      ...settings,
    },
    db: {},
    slices: { all: [{ name: 'default' }, { name: 'b' }] },
    secrets: { digest: () => 'the keys', isRotating: () => isRotating },
    clock: { now: () => 1 },
    log: Object.fromEntries(['fatal', 'error', 'warn', 'info'].map(level => [level, noteLog(level)])),
  }) as unknown as Parameters<typeof openCollectorGroup>[0];
interface Opening {
  readonly roles?: readonly Role[];
  readonly isAway?: boolean;
  readonly settings?: object;
}
const open = ({ roles = ['collector'], isAway = false, settings = {} }: Opening = {}) =>
  openCollectorGroup(baseOf(settings, roles), isAway, replaced);

/** A group whose process reports the loading into two slices. */
const openReporting = async (opening: Opening = {}, onOthersLoaded = vi.fn()) => {
  const group = (await open(opening))!;
  group.onOthersLoaded(onOthersLoaded);
  const state = { status: { backlogBytes: 0, rejectedRows: 0 }, isLoaded: true, isLoadedInB: true };
  let lastId = 0n;
  let announce: (batch: { rows: Record<string, number> }) => void = () => undefined;
  const reporting = group.report(
    {
      onLoaded: (listener: typeof announce) => {
        announce = listener;
      },
      status: () => state.status as LoaderStatus,
      bySlice: new Map([
        ['default', { loadedUpToNow: () => () => state.isLoaded }],
        ['b', { loadedUpToNow: () => () => state.isLoadedInB }],
      ]),
    } as unknown as Parameters<typeof group.report>[0],
    { next: () => (lastId += 1n), keepAbove: () => undefined },
  );
  await wait(0);
  return { group, state, reporting, loaded: (rows: Record<string, number>) => announce({ rows }) };
};
const reports = () => store.report.mock.calls.map(([, , report]) => report);
const reportedLows = () =>
  reports().map(({ lowWatermarks }) => (lowWatermarks === null ? null : [...lowWatermarks]));

/** A collector that has loaded what was accepted until `lagMs` ago. */
const slowestAt = (lagMs: number, number = 7, isRunning = false) => ({
  number,
  host: `host-${number}`,
  lowWatermark: firstIdAt(databaseNow() - lagMs).toString(),
  isRunning,
});

describe('a program joins the others on its stores', () => {
  it.each([{ databaseUrl: null }, { clickhouseUrl: null }])(
    'not where a store is embedded: %j',
    async settings => {
      expect(await open({ settings })).toBeNull();
      expect(store.register).not.toHaveBeenCalled();
    },
  );

  it('under the identity of its folder, of which only the owner sees something, and keeps its number', async () => {
    const group = await open();
    const { id, number } = await readFolderIdentity(journalOf());
    expect([group!.number, number, group!.wasStopped]).toEqual([3, 3, false]);
    expect((await stat(journalOf())).mode & 0o777).toBe(0o700);
    store.register.mockResolvedValue({ kind: 'registered', number: 3, wasStopped: true });
    expect((await open())!.wasStopped).toBe(true);
    const processes = store.register.mock.calls.map(([, process]) => process);
    expect(processes).toMatchObject([0, 1].map(() => ({ folderId: id, host: hostname() })));
    expect(processes[0]!.processId).not.toBe(processes[1]!.processId);
    expect((await readFolderIdentity(journalOf())).id).toBe(id);
  });

  it('with what it has loaded: all until now, nothing where its journal has events, none without the role', async () => {
    await open();
    await open({ roles: ['api'] });
    await writeFile(join(journalOf(), '000000000001-0123456789ab.ndjson'), '');
    await open();
    await open({ roles: ['api'] });
    expect(store.register.mock.calls.map(([, , digest, low]) => [digest, low])).toEqual([
      ['the keys', firstIdAt(NOON).toString()],
      ['the keys', null],
      ['the keys', '0'],
      ['the keys', '0'],
    ]);
  });

  it('with the clock of PostgreSQL, exact when one of ten answers is quick', async () => {
    store.time.mockImplementation(async () => {
      const isLast = store.time.mock.calls.length === 10;
      vi.advanceTimersByTime(isLast ? 0 : 400);
      const time = databaseNow();
      vi.advanceTimersByTime(isLast ? 0 : 100);
      return time;
    });
    const { clock } = (await open())!;
    expect([store.time.mock.calls.length, clock.now()]).toEqual([10, databaseNow()]);
  });

  it('not while another one has other keys, nor where no number is free', async () => {
    store.register.mockResolvedValue({ kind: 'other_keys', host: 'shop-2' });
    const refused = open();
    await expect(refused).rejects.toThrow(SettingError);
    await expect(refused).rejects.toThrow(
      '/keys/secrets.json differs from the keys of shop-2, which uses the same stores: copy the file from there, or share it by SECRETS_FILE.',
    );
    store.register.mockResolvedValue({ kind: 'full' });
    const full = open();
    await expect(full).rejects.toThrow(SettingError);
    await expect(full).rejects.toThrow(
      'All 1024 collector numbers of DATABASE_URL are in use: start with a data folder that was used before.',
    );
    expect(store.register).toHaveBeenCalledTimes(2);
  });

  it.each([
    [0, 3, 1],
    [4, 3, 5],
    [5, 'SettingError', 5],
  ])('once the others have read rotated keys: %i refusals give %s', async (refusals, result, allTries) => {
    isRotating = true;
    for (let n = 0; n < refusals; n += 1)
      store.register.mockResolvedValueOnce({ kind: 'other_keys', host: 'shop-2' });
    const opened = open().then(
      group => group!.number,
      (error: Error) => error.name,
    );
    for (let tries = 1; tries < allTries; tries += 1) {
      while (store.register.mock.calls.length < tries) await new Promise(setImmediate);
      await wait(4_999);
      expect(store.register, 'it waits 5 seconds').toHaveBeenCalledTimes(tries);
      await wait(1);
    }
    expect(await opened).toBe(result);
    expect(store.register).toHaveBeenCalledTimes(allTries);
  });
});

describe('a program that starts while PostgreSQL is unavailable', () => {
  const startAway = async () => {
    await open();
    store.register.mockClear();
    store.register.mockRejectedValueOnce(AWAY).mockRejectedValueOnce(AWAY);
    const here = await openReporting({ isAway: true });
    expect([here.group.number, here.group.wasStopped]).toEqual([3, false]);
    await wait(REPORT_MS);
    expect([store.register.mock.calls.length, reports(), logged]).toEqual([2, [], []]);
    return here;
  };

  it('goes on with the number of its folder, and registers with what it has loaded meanwhile', async () => {
    const { reporting } = await startAway();
    await wait(REPORT_MS);
    expect(store.register.mock.calls.map(([, , , low]) => low)).toEqual(['0', '1', '3']);
    expect(reportedLows()).toEqual([
      [
        ['default', '3'],
        ['b', '4'],
      ],
    ]);
    await wait(REPORT_MS);
    expect([store.register.mock.calls.length, reports().length]).toEqual([3, 2]);
    await reporting.close();
    expect(replaced).not.toHaveBeenCalled();
  });

  it('ends where its number has another folder, and has the new one when it is started again', async () => {
    const { reporting } = await startAway();
    store.register.mockResolvedValue({ kind: 'registered', number: 8, wasStopped: false });
    await wait(REPORT_MS);
    while (replaced.mock.calls.length === 0) await new Promise(setImmediate);
    expect((await readFolderIdentity(journalOf())).number).toBe(8);
    await wait(2 * REPORT_MS);
    await reporting.close();
    expect([reports(), replaced.mock.calls, logged]).toEqual([
      [],
      [[true]],
      [
        [
          'fatal',
          'Another program has the collector number 3: this one ends, and has the number 8 when it is started again.',
        ],
      ],
    ]);
  });

  it('registers as one without events where it has none to load', async () => {
    await startAway().then(({ reporting }) => reporting.close());
    store.register.mockClear();
    const { reporting } = await openReporting({ isAway: true, roles: ['api'] });
    expect(store.register.mock.calls.map(([, , , low]) => low)).toEqual(['0']);
    expect(reportedLows().at(-1)).toBeNull();
    await reporting.close();
  });
});

describe('a collector reports', () => {
  it('for each slice the id below which all is loaded: that of an earlier report, once all of this one is', async () => {
    const { state, reporting } = await openReporting();
    await wait(REPORT_MS);
    state.isLoadedInB = false;
    await wait(3 * REPORT_MS);
    state.isLoadedInB = true;
    await wait(2 * REPORT_MS);
    // Each report takes an id for each slice: 1 and 2, 3 and 4, and so on.
    expect(reportedLows().map(lows => lows!.map(([, low]) => low))).toEqual([
      ['0', '0'],
      ['1', '2'],
      ['3', '2'],
      ['5', '2'],
      ['7', '2'],
      ['9', '4'],
      ['11', '12'],
    ]);
    expect(reportedLows()[0]!.map(([slice]) => slice)).toEqual(['default', 'b']);
    await reporting.close();
  });

  it('the events that it loaded, once, also where a report failed', async () => {
    const { loaded, state, reporting } = await openReporting();
    loaded({ contact: 2, conversion: 1 });
    loaded({ contact: 4 });
    state.status.rejectedRows = 5;
    store.report.mockRejectedValueOnce(AWAY);
    await wait(REPORT_MS);
    loaded({ access: 10 });
    await wait(2 * REPORT_MS);
    expect(reports().map(({ loadedEvents, rejectedRows }) => [loadedEvents, rejectedRows])).toEqual([
      [0, 0],
      [7, 5],
      [17, 5],
      [0, 5],
    ]);
    expect(logged, 'other parts log that PostgreSQL is away').toEqual([]);
    await reporting.close();
  });

  it('another failure to operators, and goes on', async () => {
    const { reporting } = await openReporting();
    store.report.mockRejectedValueOnce(new Error('column missing'));
    await wait(2 * REPORT_MS);
    expect([reports().length, logged]).toEqual([
      3,
      [['error', 'The progress of this collector could not be reported; retrying.']],
    ]);
    await reporting.close();
  });

  it('until when its clicks are published, from the second report after it has others', async () => {
    progress = { others: 1 };
    const { reporting } = await openReporting();
    await wait(2 * REPORT_MS);
    progress = {};
    await wait(2 * REPORT_MS);
    await wait(REPORT_MS);
    const clickTimes = reports().map(({ clicksUntil }) => clicksUntil);
    expect(clickTimes.map(ms => ms !== null)).toEqual([false, false, true, true, true, false]);
    expect(clickTimes[2]).toBe(NOON + 2 * REPORT_MS - 250);
    await reporting.close();
  });

  it('its keys, and at its end that others may have its place and wait for none of its events', async () => {
    const { reporting } = await openReporting();
    await reporting.close();
    await wait(2 * REPORT_MS);
    expect(reports().map(({ keysDigest }) => keysDigest)).toEqual(['the keys', null]);
    expect(reportedLows()[1]).toBeNull();
    const [[, registered] = [], ...more] = store.register.mock.calls;
    expect([store.report.mock.calls[1]![1], more]).toEqual([registered, []]);
  });

  it('at its end the events that remain in its journal, for which others wait', async () => {
    const { state, reporting } = await openReporting();
    state.status.backlogBytes = 1;
    await reporting.close();
    expect(reportedLows()[1]).not.toBeNull();
  });

  it('no place without the role, unless its journal has events', async () => {
    const { state, reporting } = await openReporting({ roles: ['api', 'jobs'] });
    state.status.backlogBytes = 1;
    await wait(REPORT_MS);
    expect(reportedLows().map(lows => lows !== null)).toEqual([false, true]);
    await reporting.close();
  });

  it('no more when another program has opened its folder', async () => {
    const { reporting } = await openReporting();
    store.report.mockResolvedValue(false);
    await wait(3 * REPORT_MS);
    await reporting.close();
    expect([reports().length, replaced.mock.calls, logged]).toEqual([
      2,
      [[false]],
      [['fatal', 'Another program has opened this data folder or a copy of it: this one stops.']],
    ]);
    expect(store.progress).toHaveBeenCalledTimes(1);
  });
});

describe('a program follows the others', () => {
  it('and asks for all slices, under its number and keys', async () => {
    const { group, reporting } = await openReporting();
    await group.completeUpTo();
    await group.completeUpTo('b');
    expect(store.progress.mock.calls.map(([, ...query]) => query)).toEqual([
      [['default', 'b'], 3, 'the keys'],
      [['default', 'b'], 3, 'the keys'],
      [['b'], 3, 'the keys'],
    ]);
    await reporting.close();
  });

  it('up to what the slowest has loaded into any slice, compared as numbers; alone, without a limit', async () => {
    const group = (await open())!;
    const slowest = new Map([
      ['default', { ...slowestAt(0), lowWatermark: '100' }],
      ['b', { ...slowestAt(0), lowWatermark: '99' }],
      ['c', { ...slowestAt(0), lowWatermark: '1000' }],
    ]);
    progress = { others: 1, slowest };
    expect(await group.completeUpTo()).toBe(99n);
    progress = { others: 0, slowest };
    expect(await group.completeUpTo()).toBeNull();
    progress = { others: 1 };
    expect(await group.completeUpTo()).toBeNull();
    store.progress.mockRejectedValueOnce(AWAY);
    await expect(group.completeUpTo()).rejects.toBe(AWAY);
  });

  it('and the clock of PostgreSQL, also when it is set', async () => {
    const { group, reporting } = await openReporting();
    expect(group.clock.now()).toBe(databaseNow());
    progress = { databaseTime: databaseNow() + 3_600_000 + REPORT_MS };
    await wait(REPORT_MS);
    expect(group.clock.now()).toBe(databaseNow() + 3_600_000);
    await reporting.close();
  });

  it('and announces the events that they loaded: none of its own, none of the time before its start', async () => {
    progress = { loadedEvents: 40, rejectedRows: 6 };
    const listeners = [vi.fn(), vi.fn()] as const;
    const { group, loaded, reporting } = await openReporting({}, listeners[0]);
    group.onOthersLoaded(listeners[1]);
    expect(group.rejectedRows()).toBe(6);
    loaded({ contact: 3 });
    progress = { loadedEvents: 43 };
    await wait(REPORT_MS);
    for (const listener of listeners) expect(listener).not.toHaveBeenCalled();
    loaded({ contact: 2 });
    progress = { loadedEvents: 50 };
    await wait(REPORT_MS);
    await wait(REPORT_MS);
    for (const listener of listeners) expect(listener.mock.calls).toEqual([[5]]);
    expect(group.rejectedRows()).toBe(0);
    await reporting.close();
  });

  it('and warns once of one that is more than a minute late, until all load again', async () => {
    const { group, reporting } = await openReporting();
    const lateBy = async (lagMs: number, others = 1, isRunning = false) => {
      store.progress.mockImplementation(async () => ({
        ...NO_PROGRESS,
        others,
        slowest: new Map([
          ['default', slowestAt(lagMs - 30, 5)],
          ['b', slowestAt(lagMs, 7, isRunning)],
        ]),
      }));
      await wait(REPORT_MS);
      return [group.lagMs(), logged.splice(0)];
    };
    const warning = [
      'warn',
      'Reports and results wait for events of collector 7 (host-7), which does not report. Start it; if its data folder is lost: npm run collectors -- abandon 7',
    ];
    expect(group.lagMs()).toBe(0);
    expect(await lateBy(60_000)).toEqual([60_000, []]);
    expect(await lateBy(60_001)).toEqual([60_001, [warning]]);
    expect(await lateBy(90_000)).toEqual([90_000, []]);
    expect(await lateBy(60_000)).toEqual([60_000, [['info', 'All collectors load events again.']]]);
    expect(await lateBy(70_000)).toEqual([70_000, [warning]]);
    expect(await lateBy(70_000, 0)).toEqual([0, [['info', 'All collectors load events again.']]]);
    // To give up one whose store is unavailable would lose what its journal has.
    const stuck = [
      'warn',
      'Reports and results wait for events of collector 7 (host-7), which runs and does not load them: its log says why.',
    ];
    expect(await lateBy(70_000, 1, true)).toEqual([70_000, [stuck]]);
    expect(await lateBy(80_000)).toEqual([80_000, [warning]]);
    expect(await lateBy(0)).toEqual([0, [['info', 'All collectors load events again.']]]);
    expect(await lateBy(-5_000), 'a watermark ahead of the clock').toEqual([0, []]);
    await reporting.close();
  });

  it('and reports other keys once when they remain for 15 seconds, and again after they were equal', async () => {
    const error = [
      'error',
      'The keys of shop-2 differ from those of this program: copy SECRETS_FILE, or clicks of one are not recognised by the other.',
    ];
    const { reporting } = await openReporting();
    for (const _ of [1, 2]) {
      progress = { otherKeysAt: 'shop-2' };
      await wait(REPORT_MS + 15_000);
      expect(logged).toEqual([]);
      await wait(REPORT_MS);
      expect(logged.splice(0)).toEqual([error]);
      await wait(60_000);
      progress = {};
      await wait(REPORT_MS);
      progress = { otherKeysAt: 'shop-2' };
      await wait(REPORT_MS + 10_000);
      progress = {};
      await wait(10_000);
      expect(logged).toEqual([]);
    }
    await reporting.close();
  });
});

it('a folder that was numbered keeps its number in a start without PostgreSQL', async () => {
  await open();
  const identity = await readFolderIdentity(journalOf());
  await saveFolderIdentity(journalOf(), { ...identity, number: 12 });
  expect((await open({ isAway: true }))!.number).toBe(12);
  expect(await readFolderIdentity(journalOf())).toEqual({ ...identity, number: 12 });
});
