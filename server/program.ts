import type { FastifyInstance } from 'fastify';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { openAuditStream } from './audit-stream/start.ts';
import { reportDemandOf } from './rollups/report-demand.ts';
import { deriveAsResultsChange, startDerivation } from './rollups/scheduler.ts';
import { createPaths } from './rollups/deriver.ts';
import { startClaimRemoval } from './collector/claim-removal.ts';
import { type Collector, openCollector } from './collector/collector.ts';
import { removeLateRows } from './companies/delete.ts';
import { removeUnfinishedSamples } from './setup/sample-data.ts';
import { unfinishedSamples } from './store/postgres/companies/sample-data.ts';
import { startDeliveries } from './scheduled-reports/worker.ts';
import type { Build } from './platform/build.ts';
import type { Shutdown } from './platform/shutdown.ts';
import { createImports } from './imports/imports.ts';
import { composersOf } from './mail-composers.ts';
import { startMail } from './mail/worker.ts';
import type { Dependencies } from './dependencies.ts';
import { startErasures } from './privacy/erasure-worker.ts';
import { startResults } from './results/worker.ts';
import { furnish } from './seed/furnish.ts';
import { createSync } from './sync/sync.ts';
import { startSchedules } from './sync/worker.ts';

const CONSOLE = fileURLToPath(new URL('../dist/console', import.meta.url));
const RESPONSE_TIMEOUT_MS = 2_500;

/** Stops accepting requests and waits for those under way, but only briefly, because a report may take a minute. */
const close = async (app: FastifyInstance): Promise<void> => {
  const late = setTimeout(() => app.server.closeAllConnections(), RESPONSE_TIMEOUT_MS);
  await app.close();
  clearTimeout(late);
};

/** Sign-in message of a start without PostgreSQL. Seeding and the checks of companies run when PostgreSQL is back. */
const AWAY =
  'PostgreSQL is unavailable: events are accepted and stored, and the console works when PostgreSQL is available.';

interface ProgramOptions {
  readonly build: Build;
  readonly isRelationalAway: boolean;
}

/** Opens everything that uses the stores, ready to listen. @returns also the sign-in message */
export const openProgram = async (
  parts: Dependencies,
  { register }: Shutdown,
  { build, isRelationalAway }: ProgramOptions,
): Promise<{ readonly app: FastifyInstance; readonly collector: Collector; readonly signIn: string }> => {
  const signIn = isRelationalAway ? AWAY : await furnish(parts);
  const collector = register('the collector', await openCollector(parts), c => c.close());
  register('the removal of claims', startClaimRemoval(parts), r => r.close());
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
    });
  register('the deletion of late events', { done }, removal => removal.done);
  const paths = createPaths(parts);
  const derivation = startDerivation({
    arrivals: collector,
    paths,
    demand: reportDemandOf(parts.columnar),
    log: parts.log,
  });
  register('the search for changed results', deriveAsResultsChange(parts, derivation), search =>
    search.close(),
  );
  register('the paths', paths, p => p.close());
  const results = register('the results', startResults(parts, collector), r => r.close());
  register('the erasures', startErasures(parts, collector), e => e.close());
  const mail = register('the mail', startMail(parts, composersOf(parts)), m => m.close());
  register('the deliveries', startDeliveries(parts, mail.kick), d => d.close());
  register('the stream of the audit log', openAuditStream(parts), stream => stream.close());
  const imports = register('the threads of imports', createImports(parts.db), i => i.close());
  const sync = register('the imports', createSync(parts, imports), s => s.close());
  register('the schedules', startSchedules(parts, sync), s => s.close());
  const app = register(
    'the server',
    await createApp({
      parts,
      collector,
      build,
      consoleDir: CONSOLE,
      mail,
      imports,
      sync,
      results,
      derivation,
    }),
    close,
  );
  return { app, collector, signIn };
};
