import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';
import type { Columnar } from './store/clickhouse/columnar.ts';
import type { Database } from './store/postgres/database.ts';

/** What the composition root hands to every module. Nothing else is global: time and ids are inputs as the stores are. */
export interface Parts {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly db: Database;
  readonly columnar: Columnar;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
}
