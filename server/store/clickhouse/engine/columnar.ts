import type { ClickHouseClient } from '@clickhouse/client';

/**
 * The columnar store: what the functions of this folder take as their first argument. The same for the
 * embedded engine and a server.
 */
export type Columnar = ClickHouseClient;
