import type { FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { openAuditStream } from './audit-stream/start.ts';
import { reportDemandOf } from './rollups/report-demand.ts';
import { deriveAsResultsChange, mergeDerivations, startDerivation } from './rollups/scheduler.ts';
import { createDeriver } from './rollups/deriver.ts';
import { announceDemand, followDemand } from './rollups/remote-demand.ts';
import { startClaimRemoval } from './collector/claim-removal.ts';
import { type Collector, openCollector } from './collector/collector.ts';
import { openCollectorGroup, type CollectorGroup } from './collector/collector-group.ts';
import { removeLateRows } from './companies/delete.ts';
import { removeUnfinishedSamples } from './setup/sample-data.ts';
import { unfinishedSamples } from './store/postgres/companies/sample-data.ts';
import { startDeliveries } from './scheduled-reports/worker.ts';
import type { Build } from './platform/build.ts';
import type { Shutdown } from './platform/shutdown.ts';
import { closeServer } from './http/close-server.ts';
import { createImports } from './imports/imports.ts';
import { composersOf } from './mail-composers.ts';
import { startMail } from './mail/worker.ts';
import type { Dependencies } from './dependencies.ts';
import { createIds } from './platform/ids.ts';
import { startErasures } from './privacy/erasure-worker.ts';
import { startUnloadedEventRemoval } from './privacy/unloaded-events.ts';
import { startRetention } from './privacy/retention-worker.ts';
import { startResults } from './results/worker.ts';
import { furnish } from './seed/furnish.ts';
import { startRemovalOfMovedRows } from './slices/moves/remove-moved-rows.ts';
import { requireUsedSlices, type Slice } from './slices/slices.ts';
import { watchUsedSlices } from './slices/watch-slices.ts';
import { createSync } from './sync/sync.ts';
import { startSchedules } from './sync/worker.ts';

const CONSOLE = fileURLToPath(new URL('../dist/console', import.meta.url));

/** Sign-in message of a start without PostgreSQL. Seeding and the checks of companies run when PostgreSQL is back. */
const AWAY =
  'PostgreSQL is unavailable: events are accepted and stored, and the console works when PostgreSQL is available.';

interface ProgramOptions {
  readonly build: Build;
  readonly isRelationalAway: boolean;
  /**
   * Called when this process must stop, because another has its place or it lacks a slice; with true if it may be
   * started again.
   */
  readonly replaced: (isRestarted: boolean) => void;
}

interface Program {
  readonly app: FastifyInstance;
  readonly parts: Dependencies;
  readonly collector: Collector;
  readonly signIn: string;
}

/** Removes what earlier processes left: unfinished sample data, and late events of deleted companies. */
const removeLeftovers = async (
  parts: Dependencies,
  collector: Collector,
  isRelationalAway: boolean,
): Promise<{ readonly done: Promise<void> }> => {
  // Read before the server listens: a request may begin to load sample data.
  const unfinished = isRelationalAway ? [] : await unfinishedSamples(parts.db);
  // After the journal of the last run is loaded, which may contain events of companies that were removed since.
  const done = collector
    .drain()
    .then(() => removeUnfinishedSamples(parts, collector, unfinished))
    .then(() => removeLateRows(parts))
    .catch((error: unknown) => {
      parts.log.warn(
        { err: error },
        'Late events of deleted companies could not be searched; the next start retries.',
      );
    })
    .then(() => undefined);
  return { done };
};

/** Derives the rollups of a slice. */
const deriveSlice = (
  parts: Dependencies,
  collector: Collector,
  { name, columnar }: Slice,
  { registerWork }: Pick<Shutdown, 'registerWork'>,
  stagingOwner: string | null,
) => {
  const { completeUpTo } = collector;
  const deriver = createDeriver({ ...parts, columnar, slice: name, completeUpTo, stagingOwner });
  const derivation = startDerivation({
    arrivals: collector,
    deriver,
    demand: reportDemandOf(parts.db),
    log: parts.log,
  });
  registerWork('the deriver', deriver, d => d.close());
  return derivation;
};

/** Derives rollups, with the products whose reports this process and others open first. */
const openDerivation = (
  parts: Dependencies,
  collector: Collector,
  shutdown: Pick<Shutdown, 'registerWork'>,
  group: CollectorGroup | null,
) => {
  const { registerWork } = shutdown;
  const stagingOwner = group === null ? null : randomBytes(4).toString('hex');
  const derivation = mergeDerivations(
    parts.slices.all.map(slice => deriveSlice(parts, collector, slice, shutdown, stagingOwner)),
  );
  if (stagingOwner !== null)
    registerWork(
      'the reports of other processes',
      followDemand(parts, reportDemandOf(parts.db), stagingOwner),
      follow => follow.close(),
    );
  registerWork('the search for changed results', deriveAsResultsChange(parts, derivation), search =>
    search.close(),
  );
  return derivation;
};

/** Starts all that runs in the background, except the derivation of rollups. */
const openJobs = (
  parts: Dependencies,
  collector: Collector,
  { registerWork }: Pick<Shutdown, 'registerWork'>,
) => {
  registerWork('the removal of claims', startClaimRemoval(parts), r => r.close());
  // Their statements take longest: they are closed last, so that the others have the time of work.
  registerWork('the erasures', startErasures(parts, collector), e => e.close());
  registerWork('the retention periods', startRetention(parts), r => r.close());
  if (parts.slices.all.length > 1)
    registerWork('the rows of moved products', startRemovalOfMovedRows(parts), r => r.close());
  const results = registerWork('the results', startResults(parts, collector), r => r.close());
  const mail = registerWork('the mail', startMail(parts, composersOf(parts)), m => m.close());
  registerWork('the deliveries', startDeliveries(parts, mail.kick), d => d.close());
  registerWork('the stream of the audit log', openAuditStream(parts), stream => stream.close());
  return { results, mail };
};

/**
 * Opens everything that uses the stores, ready to listen: what the roles of this process say, and a collector in any
 * case, because sample data is accepted like other events.
 *
 * @returns also the sign-in message
 */
export const openProgram = async (
  base: Omit<Dependencies, 'ids'>,
  shutdown: Shutdown,
  { build, isRelationalAway, replaced }: ProgramOptions,
): Promise<Program> => {
  const { registerWork } = shutdown;
  if (!isRelationalAway) await requireUsedSlices(base.slices, base.db);
  const group = await openCollectorGroup(base, isRelationalAway, replaced);
  const clock = group?.clock ?? base.clock;
  const parts: Dependencies = { ...base, clock, ids: createIds(clock, group?.number) };
  if (group !== null)
    registerWork(
      'the watch of slices',
      watchUsedSlices(parts, () => replaced(true)),
      watch => watch.close(),
    );
  const { roles } = parts.settings;
  const hasJobs = roles.has('jobs');
  const signIn = isRelationalAway ? AWAY : await furnish(parts);
  const collector = registerWork('the collector', await openCollector(parts, { group }), c => c.close());
  if (hasJobs)
    registerWork(
      'the deletion of late events',
      await removeLeftovers(parts, collector, isRelationalAway),
      removal => removal.done,
    );
  registerWork('the removal of unloaded events', startUnloadedEventRemoval(parts, collector), r => r.close());
  const derivation = roles.has('deriver') ? openDerivation(parts, collector, shutdown, group) : null;
  if (derivation === null) announceDemand(parts, reportDemandOf(parts.db));
  const jobs = hasJobs ? openJobs(parts, collector, shutdown) : null;
  const imports = registerWork('the threads of imports', createImports(parts.db), i => i.close());
  const sync = registerWork('the imports', createSync(parts, imports), s => s.close());
  if (hasJobs) registerWork('the schedules', startSchedules(parts, sync), s => s.close());
  const app = registerWork(
    'the server',
    await createApp({
      parts,
      collector,
      build,
      consoleDir: CONSOLE,
      imports,
      sync,
      ...jobs,
      ...(derivation !== null && { derivation }),
    }),
    server => closeServer(server, parts.settings),
  );
  return { app, parts, collector, signIn };
};
