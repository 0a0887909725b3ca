import type { Logger } from 'pino';
import type { Batch, BatchReader, PiecesByMonth } from './batch.ts';
import { loadCarefully, type Sink } from './careful-load.ts';
import { appendDurably, type Segment } from './segments.ts';
import type { SegmentProgress } from './load-position.ts';
import type { RejectedRows } from './rejected-rows.ts';
import { TABLES, type Table } from './rows.ts';

/** Months in one insert. ClickHouse refuses an insert into more than 100 partitions. */
const MAX_PARTITIONS_PER_INSERT = 50;
/** Unclear refusals of the same batch after which its rows are loaded one by one. */
const UNCLEAR_REFUSALS_BEFORE_ISOLATION = 4;
/**
 * Unclear refusals after which rows are set aside even if the store accepts nothing else: about five minutes
 * with the pauses above.
 */
const UNCLEAR_REFUSALS_BEFORE_SETTING_ASIDE = 14;

/** Pieces grouped by the months that one insert may contain. */
const inserts = (months: PiecesByMonth): Buffer[][] => {
  const sorted = [...months].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Array.from({ length: Math.ceil(sorted.length / MAX_PARTITIONS_PER_INSERT) }, (_, n) =>
    sorted
      .slice(n * MAX_PARTITIONS_PER_INSERT, (n + 1) * MAX_PARTITIONS_PER_INSERT)
      .flatMap(([, pieces]) => pieces),
  );
};

/** The store refused a batch; its rows have to be loaded one by one. */
export class RefusedBatch extends Error {}

export interface BatchLoaderParts {
  /** Where damaged lines are stored. */
  readonly folder: string;
  readonly reader: BatchReader;
  readonly rejected: RejectedRows;
  /** Selects the rows of the slice from a batch. */
  readonly select: (batch: Batch) => Promise<Batch>;
  /** Whether damaged lines are stored. */
  readonly keepsDamage: boolean;
  readonly sink: Sink;
  readonly log: Logger;
}

/** Brings single batches of the journal into the columnar store. */
export interface BatchLoader {
  /** @throws {RefusedBatch} the rows of the batch are to be loaded carefully */
  load(segment: Segment, progress: SegmentProgress): Promise<Batch>;
  /** Lines of the journal that were damaged on disk, since the start of the program. */
  damagedLines(): number;
}

/** Counts, across batches, refusals that do not say whether rows or the store are at fault. */
export const createBatchLoader = (parts: BatchLoaderParts): BatchLoader => {
  const { folder, reader, rejected, select, keepsDamage, sink, log } = parts;
  /** Unclear refusals in a row. */
  let unclear = 0;
  let damagedLines = 0;

  const setAside = async (table: Table, lines: readonly Buffer[], error: unknown): Promise<void> => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    await rejected.add(table, lines, `code ${code}`);
    log.error(
      { err: error, table, rows: lines.length },
      'The columnar store rejected accepted events; they were moved to rejected.ndjson. Load them with npm run replay-rejected.',
    );
  };

  const insertAll = async ({ pieces }: Batch, token: string): Promise<void> => {
    for (const table of TABLES) {
      for (const [n, group] of inserts(pieces[table]).entries()) {
        try {
          await sink.load(table, group, n === 0 ? `${table}:${token}` : `${table}:${token}:${n}`);
        } catch (error) {
          const fault = sink.faultOf(error);
          unclear = fault === 'unclear' ? unclear + 1 : unclear;
          if (fault === 'rows' || unclear >= UNCLEAR_REFUSALS_BEFORE_ISOLATION)
            throw new RefusedBatch('the store rejected a batch', { cause: error });
          throw error;
        }
      }
    }
  };

  const insertCarefully = (batch: Batch, token: string): Promise<void> =>
    loadCarefully(sink, batch, `careful:${token}`, {
      setAside,
      maySetUnclearAside: unclear >= UNCLEAR_REFUSALS_BEFORE_SETTING_ASIDE,
    }).catch((error: unknown) => {
      if (sink.faultOf(error) === 'unclear') unclear += 1;
      throw error;
    });

  return {
    load: async ({ name, path }, { from, to, careful }) => {
      const batch = await select(await reader.read(path, from, to));
      if (keepsDamage && batch.damaged.length > 0) {
        // The senders received a confirmation that these lines are stored, so their remains outlive the
        // segment.
        await appendDurably(folder, 'damaged.ndjson', Buffer.concat(batch.damaged));
        damagedLines += batch.damaged.length;
        log.error(
          { segment: name, from, to, damaged: batch.damaged.length },
          'The journal has damaged lines; they were copied to damaged.ndjson.',
        );
      }
      const token = `${name}:${from}-${to}`;
      await (careful ? insertCarefully(batch, token) : insertAll(batch, token));
      unclear = 0;
      return batch;
    },
    damagedLines: () => damagedLines,
  };
};
