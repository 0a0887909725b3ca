/** Name of the slice that `CLICKHOUSE_URL` or the embedded engine is. */
export const DEFAULT_SLICE = 'default';

/** Names of slices are words of tables, files and command lines. */
export const SLICE_NAME = /^[a-z][a-z0-9_-]{0,30}$/;
