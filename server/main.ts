import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { deriveAsEventsCome } from './attribution/follow.ts';
import { createPaths } from './attribution/paths.ts';
import { systemClock } from './clock.ts';
import { openCollector } from './collector/collector.ts';
import { createIds } from './ids.ts';
import { lockFolder } from './lock.ts';
import { createLog } from './log.ts';
import { startDeliveries } from './deliveries/worker.ts';
import { startMail } from './mail/worker.ts';
import { composersOf } from './mails.ts';
import type { Parts } from './parts.ts';
import { startResults } from './results/worker.ts';
import { openSecrets } from './secrets.ts';
import { createFirstAdministrator } from './seed/first-administrator.ts';
import { DEMO_PASSWORD, USERS } from './seed/people.ts';
import { DEMO_COMPANY, seedDemo } from './seed/seed.ts';
import { readSettings, SettingError, type Settings } from './settings.ts';
import { createSync } from './sync/sync.ts';
import { startSchedules } from './sync/worker.ts';
import { openColumnar } from './store/clickhouse/connect.ts';
import { openDatabase } from './store/postgres/connect.ts';
import { anyCompany, companyByCode } from './store/postgres/seed.ts';

/** The composition root: reads the environment, opens what the program stands on, listens, and takes it all down in the opposite order. */

const CONSOLE = fileURLToPath(new URL('../dist/console', import.meta.url));
const STOPS_WITHIN = 10_000;
const ANSWERS_WITHIN = 2_500;

/** A start that was told to stop goes no further. */
class Stopped extends Error {}
let stopping = false;

/** What is to be done at the end, the last first. */
const endings: { readonly what: string; readonly end: () => Promise<unknown> }[] = [];
/** @throws {Stopped} when all is to stop: what was opened meanwhile is closed with the rest */
const keep = <Thing>(what: string, thing: Thing, end: (thing: Thing) => Promise<unknown>): Thing => {
  endings.push({ what, end: () => end(thing) });
  if (stopping) throw new Stopped();
  return thing;
};

const takeDown = async (log: Logger | null): Promise<boolean> => {
  let clean = true;
  for (const { what, end } of endings.splice(0).toReversed()) {
    try {
      await end();
    } catch (error) {
      clean = false;
      log?.error({ err: error }, `Closing ${what} failed.`);
    }
  }
  return clean;
};

/** Stops taking requests and lets those under way finish, but not for long: a report may take a minute. */
const close = async (app: FastifyInstance): Promise<void> => {
  const late = setTimeout(() => app.server.closeAllConnections(), ANSWERS_WITHIN);
  await app.close();
  clearTimeout(late);
};

/** Says of an address that cannot be listened on what to do about it. */
const sayWhyNot = (error: unknown, { host, port }: Settings): SettingError => {
  const why: Record<string, string> = {
    EADDRINUSE: `PORT ${port} on ${host} is taken by another program: stop it, or set PORT.`,
    EACCES: `PORT ${port} on ${host} may not be used by this user: set another PORT.`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine.`,
    ENOTFOUND: `HOST ${host} is not known.`,
  };
  return new SettingError(why[(error as NodeJS.ErrnoException).code ?? ''] ?? `Cannot listen on ${host}:${port} (${(error as Error).message}).`);
};

/** Asked before anything is opened: making the stores of a first start takes seconds. */
const tryAddress = (settings: Settings): Promise<void> => new Promise((done, failed) => {
  const server = createServer().once('error', error => failed(sayWhyNot(error, settings)));
  server.listen({ host: settings.host, port: settings.port }, () => server.close(() => done()));
});

const listen = async (app: FastifyInstance, settings: Settings): Promise<void> => {
  try {
    await app.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    throw sayWhyNot(error, settings); // taken since
  }
};

/** Whoever asked to stop may have asked twice at once (a terminal and npm both pass on an interrupt); asked again later, it is meant. */
const stopOnSignals = (log: Logger, started: () => Promise<unknown>): void => {
  let asked = 0;
  const stop = (signal: string) => {
    if (asked > 0) {
      if (performance.now() - asked > 1_000) process.exit(1);
      return;
    }
    asked = performance.now();
    stopping = true;
    log.info(`${signal}: stopping.`);
    setTimeout(() => {
      log.error(`Not everything was closed within ${STOPS_WITHIN / 1000} s; what was acknowledged is on disk.`);
      process.exit(1);
    }, STOPS_WITHIN - 500).unref();
    void end();
  };
  const end = async (): Promise<void> => {
    let clean = await takeDown(log);
    // A start that was under way has lost what it stood on; it ends now, and what it opened last is closed too.
    await started();
    clean = await takeDown(log) && clean;
    log.info('Stopped.');
    process.exit(clean ? 0 : 1);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
};

/** Fills stores that are empty, with the demo or a first administrator; says how to sign in. The demo is never added to a company that people work in. */
const furnish = async (parts: Parts): Promise<string> => {
  const demo = parts.settings.seed === 'demo' && (!await anyCompany(parts.db) || await companyByCode(parts.db, DEMO_COMPANY) !== null);
  if (demo) {
    await seedDemo(parts);
    return `Sign in with company ID ${DEMO_COMPANY}, password ${DEMO_PASSWORD}, and ${USERS.slice(0, 3).map(user => user.email).join(' or ')}.`;
  }
  const first = await createFirstAdministrator(parts);
  return first === null ? 'Sign in with an account of your company.'
    : `Sign in with company ID ${first.companyCode}, ${first.email}, password ${first.password} (kept in ${first.file}).`;
};

const start = async (settings: Settings, log: Logger): Promise<void> => {
  const begun = performance.now();
  keep('the lock', await lockFolder(settings.dataDir), unlock => unlock());
  await tryAddress(settings);
  log.info(`Data is in ${settings.dataDir}.`);
  const secrets = await openSecrets(settings.dataDir);
  // Both begin at once; when one fails the other is still closed.
  const relational = openDatabase(settings, log).then(store => keep('the relational store', store, s => s.close()));
  const events = openColumnar(settings, log).then(store => keep('the columnar store', store, s => s.close()));
  await Promise.allSettled([relational, events]);
  const [{ db }, { columnar }] = await Promise.all([relational, events]);
  const parts: Parts = { settings, secrets, db, columnar, clock: systemClock, ids: createIds(systemClock), log };

  const signIn = await furnish(parts);
  const collector = keep('the collector', await openCollector(parts), c => c.close());
  deriveAsEventsCome(collector, keep('the paths', createPaths(parts), p => p.close()), log);
  const results = keep('the results', startResults(parts, collector), r => r.close());
  const mail = keep('the mail', startMail(parts, composersOf(parts)), m => m.close());
  keep('the deliveries', startDeliveries(parts, mail.kick), d => d.close());
  const sync = keep('the imports', createSync(parts), s => s.close());
  keep('the schedules', startSchedules(parts, sync), s => s.close());
  const app = keep('the server', await createApp({ parts, collector, consoleDir: CONSOLE, mail, sync, results }), close);
  await listen(app, settings);

  process.stdout.write(`\nTouchpath answers at ${settings.publicUrl}/ (started in ${((performance.now() - begun) / 1000).toFixed(1)} s)\n${signIn}\n\n`);
};

let log: Logger | null = null;
let starting: Promise<void> = Promise.resolve();
try {
  const settings = readSettings(process.env, process.argv.slice(2));
  log = createLog(settings);
  stopOnSignals(log, () => starting.catch((error: unknown) => log?.debug({ err: error }, 'The start was broken off.')));
  starting = start(settings, log);
  await starting;
} catch (error) {
  // Whoever stops us ends the process, when everything is closed; a start that fails under it is no news.
  if (stopping) await new Promise(() => undefined);
  if (error instanceof SettingError) process.stderr.write(`${error.message}\n`);
  else if (log) log.fatal({ err: error }, 'Touchpath could not start.');
  else process.stderr.write(`${String(error)}\n`);
  await takeDown(log);
  process.exit(1);
}
