import { parentPort } from 'node:worker_threads';
import type {
  BatchAnswer,
  BatchMethod,
  BatchRequest,
  PiecePositions,
  SharedBatch,
} from './batch-messages.ts';
import { createBatchReader, type Batch, type PiecesByMonth } from './batch.ts';

/** The program of the worker thread that reads the journal: it answers one `BatchRequest` after the other. */

let memory = new SharedArrayBuffer(0);
const reader = createBatchReader(length => {
  memory = new SharedArrayBuffer(length);
  return Buffer.from(memory);
});

const positionsOf = (months: PiecesByMonth): PiecePositions[] =>
  [...months].map(([month, pieces]) => [
    month,
    pieces.map(({ byteOffset, length }) => [byteOffset, byteOffset + length] as const),
  ]);

const shared = ({ pieces, counts, rows, damaged, last }: Batch): SharedBatch => ({
  memory,
  pieces: {
    contact: positionsOf(pieces.contact),
    impression: positionsOf(pieces.impression),
    access: positionsOf(pieces.access),
    conversion: positionsOf(pieces.conversion),
  },
  counts,
  rows,
  damaged: damaged.map(line => Uint8Array.from(line)),
  last,
});

const answer = async (request: BatchRequest): Promise<BatchAnswer<BatchMethod>> => {
  try {
    if (request.method === 'cut') return { value: await reader.cut(...request.parameters) };
    return { value: shared(await reader.read(...request.parameters)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
};

const port = parentPort!;
port.on('message', (request: BatchRequest) => {
  void answer(request).then(message => port.postMessage(message));
});
