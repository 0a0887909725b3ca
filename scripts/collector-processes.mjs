// The processes of COLLECTOR_PROCESSES, each with a journal, a number of its event ids and a port of its own.
import { join, resolve } from 'node:path';

const DEFAULT_PORT = 3000;

/**
 * Environments of the processes, in addition to that of the supervisor. The first has its port and folder, so that a
 * journal stays in use where the number changes. The program refuses a number that is none; one process then says so.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {readonly Readonly<Record<string, string>>[]}
 */
export const environmentsOf = environment => {
  const count = Number(environment.COLLECTOR_PROCESSES?.trim() || 1);
  const port = Number(environment.PORT?.trim() || DEFAULT_PORT);
  const folder = resolve(environment.DATA_DIR?.trim() || './data');
  const secrets = environment.SECRETS_FILE?.trim() || join(folder, 'secrets.json');
  if (!Number.isInteger(count) || count < 2) return [{}];
  return Array.from({ length: count }, (_, index) =>
    index === 0
      ? {}
      : {
          PORT: String(port + index),
          DATA_DIR: join(folder, 'processes', String(index + 1)),
          SECRETS_FILE: secrets,
        },
  );
};
