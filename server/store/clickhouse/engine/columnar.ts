import type { ClickHouseClient } from '@clickhouse/client';

/** The columnar store, embedded or a server: the first argument of the functions in this folder. */
export type Columnar = ClickHouseClient;
