import pino from 'pino';
import type { ProductDependencies } from '../server/dependencies.ts';
import { systemClock } from '../server/platform/clock.ts';
import { createIds } from '../server/platform/ids.ts';
import { openSecrets } from '../server/platform/secrets.ts';
import { readSettings } from '../server/platform/settings.ts';
import type { BenchCompany } from './company.ts';
import { YEAR } from './events.ts';

/** The time at which the clock of these parts begins, in ms since 1970: after the last event of the year. */
const BEGINS = YEAR.until + 4 * 3_600_000;

/** The parts of a program that goes on with the events of a company after its year. */
export const collectorParts = async ({
  folder,
  parts: { columnar, slice, slices, db },
}: Pick<BenchCompany, 'folder' | 'parts'>): Promise<ProductDependencies> => {
  const begun = Date.now();
  const clock = { ...systemClock, now: () => BEGINS + Date.now() - begun };
  const settings = readSettings({ DATA_DIR: folder, SEED: 'none' });
  return {
    columnar,
    slice,
    slices,
    db,
    clock,
    log: pino({ level: 'error' }, pino.destination(2)),
    ids: createIds(clock),
    settings,
    secrets: await openSecrets(settings.secretsFile),
  };
};
