import type { Batch } from './batch.ts';
import type { Table } from './rows.ts';

/** The rows of one table and month: where its pieces lie in the shared memory. */
export type PiecePositions = readonly [
  month: string,
  pieces: readonly (readonly [from: number, to: number])[],
];

/** A batch whose bytes lie in memory that both threads see. */
export interface SharedBatch extends Pick<Batch, 'counts' | 'rows' | 'last'> {
  readonly memory: SharedArrayBuffer;
  readonly pieces: Readonly<Record<Table, readonly PiecePositions[]>>;
  readonly damaged: readonly Uint8Array[];
}

/** The methods of `BatchReader` as the thread that reads the journal takes and answers them. */
export interface BatchMethods {
  readonly cut: {
    readonly parameters: readonly [path: string, from: number, to: number, rows: number];
    readonly answer: number;
  };
  readonly read: {
    readonly parameters: readonly [path: string, from: number, to: number];
    readonly answer: SharedBatch;
  };
}
export type BatchMethod = keyof BatchMethods;

/** A request to the thread, for each method. */
export type BatchRequest = {
  readonly [M in BatchMethod]: { readonly method: M; readonly parameters: BatchMethods[M]['parameters'] };
}[BatchMethod];

/** The answer of the thread; `error` is the message of what the reader threw. */
export type BatchAnswer<M extends BatchMethod> =
  | { readonly value: BatchMethods[M]['answer'] }
  | { readonly error: string };
