import type { Logger } from 'pino';
import type { Batch, BatchReader, PiecesByMonth } from './batch.ts';
import { loadCarefully, type Sink } from './careful-load.ts';
import type { DamagedLines } from './damaged-lines.ts';
import type { Segment } from './segments.ts';
import type { SegmentProgress } from './load-position.ts';
import type { RejectedRows } from './rejected-rows.ts';
import { TABLES, type Table } from './rows.ts';

/** Months in one insert. ClickHouse refuses an insert into more than 100 partitions. */
const MAX_PARTITIONS_PER_INSERT = 50;
/** Refusals of a batch, unclear or by its size, after which its rows are loaded in parts. */
const REFUSALS_BEFORE_PARTS = 4;
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
  readonly reader: BatchReader;
  readonly rejected: RejectedRows;
  /** Selects the rows of the slice from a batch. */
  readonly select: (batch: Batch) => Promise<Batch>;
  /** Null: another slice's loader stores the damaged lines. */
  readonly damaged: DamagedLines | null;
  readonly sink: Sink;
  readonly log: Logger;
}

/** Brings single batches of the journal into the columnar store. */
export interface BatchLoader {
  /** @throws {RefusedBatch} the rows of the batch are to be loaded carefully */
  load(segment: Segment, progress: SegmentProgress): Promise<Batch>;
}

/** Counts, across batches, refusals that do not say whether rows, their number or the store are at fault. */
export const createBatchLoader = (parts: BatchLoaderParts): BatchLoader => {
  const { reader, rejected, select, damaged, sink, log } = parts;
  /** Unclear refusals in a row. */
  let unclear = 0;
  /** Refusals by size in a row, until a batch is loaded in one piece: the next ones are as large. */
  let tooLarge = 0;

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
          if (fault === 'unclear') unclear += 1;
          if (fault === 'size') tooLarge += 1;
          if (fault === 'rows' || Math.max(unclear, tooLarge) >= REFUSALS_BEFORE_PARTS)
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
      if (damaged !== null && batch.damaged.length > 0) {
        await damaged.add(batch.damaged);
        log.error(
          { segment: name, from, to, damaged: batch.damaged.length },
          'The journal has damaged lines; they were copied to damaged.ndjson.',
        );
      }
      const token = `${name}:${from}-${to}`;
      await (careful ? insertCarefully(batch, token) : insertAll(batch, token));
      unclear = 0;
      if (!careful) tooLarge = 0;
      return batch;
    },
  };
};
