import type { Logger } from 'pino';
import type { Clock } from './platform/clock.ts';
import type { Ids } from './platform/ids.ts';
import type { Secrets } from './platform/secrets.ts';
import type { Settings } from './platform/settings.ts';
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
  readonly columnar: Columnar;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
}
