import { Gauge, type Registry } from 'prom-client';
import type { Dependencies } from '../dependencies.ts';
import { resultWithin } from '../platform/result-within.ts';
import { MINUTE, SECOND } from '../platform/time.ts';
import { readRollupSizes, type RollupSize } from '../store/clickhouse/rollups/sizes.ts';
import type { Readiness } from './readiness.ts';

/** Metrics of the sizes of rollups. */

/** Sizes change slowly, and a server with many partitions has thousands of parts. */
const MAX_AGE_MS = MINUTE;
/** Time in ms for reading them. A server that is silent would otherwise hold up all metrics, which say that it is. */
const READ_LIMIT_MS = 2 * SECOND;

interface SliceSizes {
  readonly slice: string;
  readonly sizes: readonly RollupSize[];
}

/** Reads the sizes of all slices, at most once a minute. A server whose sizes cannot be read in time is left out. */
const createSizeReader = ({ slices, log }: Pick<Dependencies, 'slices' | 'log'>) => {
  let read: Promise<readonly SliceSizes[]> | null = null;
  let readMs = 0;
  const readAll = async (): Promise<readonly SliceSizes[]> => {
    const found = await Promise.all(
      slices.all.map(async ({ name, columnar }) => {
        try {
          const sizes = await resultWithin(readRollupSizes(columnar), READ_LIMIT_MS);
          return sizes === null ? [] : [{ slice: name, sizes }];
        } catch (error) {
          log.warn({ err: error, slice: name }, 'The sizes of rollups for /metrics could not be read.');
          return [];
        }
      }),
    );
    return found.flat();
  };
  return (): Promise<readonly SliceSizes[]> => {
    if (read === null || performance.now() - readMs > MAX_AGE_MS) {
      readMs = performance.now();
      read = readAll();
    }
    return read;
  };
};

interface SizeSources {
  readonly parts: Pick<Dependencies, 'slices' | 'log'>;
  readonly readiness: () => Promise<Readiness>;
}

/**
 * Adds the bytes and rows of each rollup of each slice. While ClickHouse is unavailable they are left out, and
 * `touchpath_part_ready` reports the failure.
 */
export const addRollupSizes = (registry: Registry, { parts, readiness }: SizeSources): void => {
  const readSizes = createSizeReader(parts);
  const add = (name: string, help: string, valueOf: (size: RollupSize) => number) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: ['rollup', 'slice'],
        registers: [],
        async collect() {
          this.reset();
          if ((await readiness()).parts.clickhouse === 'failing') return;
          for (const { slice, sizes } of await readSizes())
            for (const size of sizes) this.set({ rollup: size.rollup, slice }, valueOf(size));
        },
      }),
    );
  add(
    'touchpath_rollup_bytes',
    'Bytes of a rollup on the disk of a slice, read at most once a minute.',
    ({ bytes }) => bytes,
  );
  add(
    'touchpath_rollup_rows',
    'Rows of a rollup on a slice, read at most once a minute.',
    ({ rows }) => rows,
  );
};
