import type { Batch } from './batch.ts';
import type { CreditTable } from './paths.ts';

/** Number of the partitions of a rollup by product. */
export const PRODUCT_PARTITIONS = 64;

/** The rows of a product in a rollup, as a condition. */
export const ofProduct = 'product_id = {product: UInt32} AND generation = {generation: UInt64}';

/** A part of the visitors of a batch: a condition on `visitor_id`, and the scratch table of their contacts. */
interface VisitorPart {
  readonly which: string;
  readonly contacts: string;
}

/** The stages of a batch that fill rollups, and what a statement of each stage reads. */
export interface StageInputs {
  /** Contacts of a part of the visitors. */
  readonly contacts: VisitorPart;
  /** The same; runs only where a visitor of the batch has a conversion. */
  readonly buyers: VisitorPart;
  /** The same, after the stage `buyers` of that part. */
  readonly paths: VisitorPart;
  /** New events that meet a condition on `ts`. */
  readonly events: { readonly month: string };
  /** The same; runs only where a new contact has a device or an address that no row explains. */
  readonly texts: { readonly month: string };
  /** Paths to add or to subtract, as `conversion_path WHERE …`; runs after all parts of the visitors. */
  readonly credit: {
    readonly change: 'add' | 'take';
    readonly paths: string;
    readonly table: CreditTable;
  };
  /** Results to place, and a condition on a column of milliseconds; runs last. */
  readonly results: { readonly within: (ms: string) => string };
}
export type Stage = keyof StageInputs;

/** Builds the statement that inserts the rows of a batch. @param into the staging table */
export type FillStatement<S extends Stage> = (batch: Batch, input: StageInputs[S], into: string) => string;

/** The stages of a batch that write a rollup, with their statements. */
type BatchFill = { readonly [S in Stage]?: FillStatement<S> };

/** A materialized view on the staging table of another rollup. */
interface ViewFill {
  readonly view: string;
  /** The other rollup. */
  readonly reads: string;
  /** SQL that reads a staging table. */
  readonly select: (staging: string) => string;
}

/** Types of columns by name, in the words of DDL. An added column is newer than its table. */
export type ColumnTypes = Readonly<Record<string, string | { readonly added: string }>>;

/**
 * The declaration of a rollup: a table derived from events, or from other rollups. Its DDL, staging table,
 * publication, deletion, rebuild and the metric of its size follow from it.
 *
 * Every table begins with the columns `product_id` and `generation`. A rebuild writes a new generation, beside the
 * rows that reports read meanwhile; rows of other generations than that of `derived_state` are never read, and are
 * deleted afterwards.
 */
export interface Rollup<Name extends string = string> {
  readonly name: Name;
  /** The reports that read it. */
  readonly answers: string;
  readonly keys: ColumnTypes;
  readonly measures: ColumnTypes;
  /** Sorting key after product and generation; default: the keys in order. */
  readonly sortedBy?: readonly string[];
  /** Prefix of the sorting key that is the primary key; default: all of it. */
  readonly primaryKey?: readonly string[];
  readonly engine: string;
  /**
   * `product`: one of a fixed number of partitions by product, since thousands of products would otherwise make tens of
   * thousands of partitions. `month`: a partition per UTC month.
   */
  readonly partition: 'product' | 'month';
  readonly filledBy: BatchFill | ViewFill;
}

export const defineRollup = <const Name extends string>(rollup: Rollup<Name>): Rollup<Name> => rollup;

/**
 * The queues of batches. One batch of each is made at a time, so each has staging and scratch tables of its own:
 * a rebuild of a large product takes minutes, and the small batches of other products continue meanwhile.
 */
export const QUEUES = ['small', 'large'] as const;
export type Queue = (typeof QUEUES)[number];

/**
 * The staging and scratch tables of a queue in which one process makes its batches. A process that lost its lease
 * unnoticed may still be running: the next one uses tables of its own, and drops the others'.
 */
export interface StagingArea {
  readonly queue: Queue;
  /** Eight hex digits that no other process has; null: no other process uses the store. */
  readonly owner: string | null;
}

const STAGING_SUFFIXES: Readonly<Record<Queue, string>> = { small: 'step', large: 'large' };

/** The end of the names of an area's tables. */
export const areaSuffix = ({ queue, owner }: StagingArea): string =>
  owner === null ? STAGING_SUFFIXES[queue] : `${STAGING_SUFFIXES[queue]}_${owner}`;

/** Matches the names of all tables of a queue whose area has an owner. */
export const ownedNames = (queue: Queue): string => `_${STAGING_SUFFIXES[queue]}_[0-9a-f]{8}$`;

/** The staging table of a rollup: a batch writes to it, and its parts move to the table that reports read. */
export const stagingName = (rollup: string, area: StagingArea): string => `${rollup}_${areaSuffix(area)}`;

/** A scratch table. */
export const scratchName = (table: string, area: StagingArea): string =>
  area.queue === 'small' && area.owner === null ? table : `${table}_${areaSuffix(area)}`;
