import type { Logger } from 'pino';
import { listen, tryAddress } from './platform/listen-address.ts';
import { buildText, readBuild } from './platform/build.ts';
import { systemClock } from './platform/clock.ts';
import type { OwnerState } from './platform/data-lock/acquire.ts';
import { lockFolder } from './platform/data-lock/lock.ts';
import { createShutdown } from './platform/shutdown.ts';
import { createLog, endAtFaults, FAULT_EXIT_CODE } from './platform/logger.ts';
import { openStores } from './open-stores.ts';
import { awaitStores } from './reconnect-stores.ts';
import { savePublicUrlFile } from './platform/public-url-file.ts';
import { openSecrets, watchSecrets } from './platform/secrets.ts';
import { findMisspeltSettings, readSettings, SettingError, type Settings } from './platform/settings.ts';

/**
 * Composition root: reads the environment, opens the stores and the program, listens, and closes everything in
 * reverse order.
 */

const SHUTDOWN_TIMEOUT_MS = 10_000;

/** Exit code of a stop, if it is neither that of a clean nor that of an unclean one. */
let exitCode: number | null = null;

const shutdown = createShutdown();
const { register } = shutdown;

/**
 * Stops on signals. A second signal within a second is ignored, because a terminal and npm both forward an interrupt;
 * a later one ends the process at once.
 */
const stopOnSignals = (log: Logger, started: () => Promise<unknown>): void => {
  let signals = 0;
  const stop = (signal: string) => {
    if (signals > 0) {
      if (performance.now() - signals > 1_000) process.exit(1);
      return;
    }
    signals = performance.now();
    shutdown.stop();
    log.info(`Received ${signal}; stopping.`);
    setTimeout(() => {
      log.error(
        { closing: shutdown.closing },
        `Not all resources were closed within ${SHUTDOWN_TIMEOUT_MS / 1000} s; acknowledged events are on disk, and the next start continues.`,
      );
      process.exit(exitCode ?? 1);
    }, SHUTDOWN_TIMEOUT_MS - 500).unref();
    void end();
  };
  const end = async (): Promise<void> => {
    let clean = await shutdown.closeAll(log);
    // A start under way fails when its resources are closed; what it opened last is closed as well.
    await started();
    clean = (await shutdown.closeAll(log)) && clean;
    log.info('Stopped.');
    process.exit(exitCode ?? (clean ? 0 : 1));
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
};

/** Whether the supervisor was killed. */
let isUnsupervised = false;

/** The program continues when its supervisor is killed, because ending would lose clicks. */
const watchSupervisor = (log: Logger): void => {
  process.once('disconnect', () => {
    isUnsupervised = true;
    if (!shutdown.stopping)
      log.warn(
        'The supervisor was killed, so Touchpath is not restarted when it fails. Run npm start, which stops this process and replaces it.',
      );
  });
  process.channel?.unref();
};

const stateOfOwner = (): OwnerState => {
  if (shutdown.stopping) return 'stopping';
  return isUnsupervised ? 'unsupervised' : 'running';
};

const start = async (settings: Settings, log: Logger): Promise<void> => {
  const begun = performance.now();
  const lock = register(
    'the lock',
    await lockFolder(settings.dataDir, { log, state: stateOfOwner, replacesUnsupervised: true }),
    l => l.release(),
  );
  await tryAddress(settings);
  log.info(`The data directory is ${settings.dataDir}.`);
  const secrets = await openSecrets(settings.secretsFile);
  register('the keys', watchSecrets(secrets, log), keys => keys.close());
  const build = await readBuild(settings.commit);
  if (settings.traceRatio !== null) {
    const { startTraceExport } = await import('./platform/trace-export.ts');
    register('the traces', startTraceExport(settings.traceRatio, build, log), traces => traces.close());
  }
  const opening = openStores(settings, lock, log, shutdown);
  // The program takes seconds to load. Meanwhile the stores, which are separate processes, start; a start that fails
  // before this loads nothing.
  const loaded = import('./program.ts');
  await Promise.allSettled([opening, loaded]);
  const [stores, { openProgram }] = await Promise.all([opening, loaded]);
  const {
    relational: { db },
    slices,
  } = stores;
  const base = { settings, secrets, db, slices, clock: systemClock, log };
  const { app, parts, collector, signIn } = await openProgram(base, shutdown, {
    build,
    isRelationalAway: stores.awayRelational !== null,
    replaced: isRestarted => {
      // The supervisor starts the program again.
      if (isRestarted) exitCode = FAULT_EXIT_CODE;
      process.kill(process.pid, 'SIGTERM');
    },
  });
  // A full disk must not end the start: events are accepted as soon as it has space again.
  await savePublicUrlFile(settings).catch((error: unknown) => {
    log.warn(
      { err: error },
      'The address could not be stored; set PUBLIC_URL for commands that print links.',
    );
  });
  await listen(app, settings);
  awaitStores(stores, parts, collector, shutdown);

  process.stdout.write(
    `\nTouchpath answers at ${settings.publicUrl}/ (version ${buildText(build)}, started in ${((performance.now() - begun) / 1000).toFixed(1)} s)\n${signIn}\n\n`,
  );
};

let log: Logger | null = null;
let starting: Promise<void> = Promise.resolve();
try {
  const settings = readSettings(process.env, process.argv.slice(2));
  log = createLog(settings);
  for (const misspelt of findMisspeltSettings(process.env)) log.warn(misspelt);
  endAtFaults(log);
  watchSupervisor(log);
  stopOnSignals(log, () =>
    starting.catch((error: unknown) => log?.debug({ err: error }, 'The start was aborted.')),
  );
  starting = start(settings, log);
  await starting;
} catch (error) {
  // After a signal, the handler ends the process when everything is closed; a failure of the start is expected then.
  if (shutdown.stopping) await new Promise(() => undefined);
  if (error instanceof SettingError) process.stderr.write(`${error.message}\n`);
  else if (log) log.fatal({ err: error }, 'Touchpath could not start.');
  else process.stderr.write(`${String(error)}\n`);
  await shutdown.closeAll(log);
  process.exit(1);
}
