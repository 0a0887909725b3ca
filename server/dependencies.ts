import type { Logger } from 'pino';
import type { Clock } from './platform/clock.ts';
import type { Ids } from './platform/ids.ts';
import type { Secrets } from './platform/secrets.ts';
import type { Settings } from './platform/settings.ts';
import type { Slices } from './slices/slices.ts';
import type { Columnar } from './store/clickhouse/engine/columnar.ts';
import type { Database } from './store/postgres/engine/database.ts';

/**
 * Dependencies that the composition root passes to every module. Nothing else is global: time and ids are injected as
 * well.
 */
export interface Dependencies {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly db: Database;
  readonly slices: Slices;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
}

/** Dependencies of work on one product. */
export interface ProductDependencies extends Dependencies {
  /** The store of the product's events and rollups. */
  readonly columnar: Columnar;
  /** The name of its slice. */
  readonly slice: string;
}
