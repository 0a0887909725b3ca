import type { FastifyInstance } from 'fastify';
import { codedCell, eventTimeCell, textCell, type CellOf } from '../downloads/cells.ts';
import { serveFiles } from '../downloads/serve.ts';
import type { DownloadSource } from '../downloads/source.ts';
import type { Words } from '../wording/words.ts';
import type { Access } from '../http/access.ts';
import { gatherFilters } from '../http/filters.ts';
import type { Dependencies } from '../dependencies.ts';
import { queueLog } from './queue-log.ts';
import type { ResultLogParameters } from './log-parameters.ts';
import { resultLog } from './result-log.ts';
import { Queued, QueueQuery } from './queue-schemas.ts';
import { Result, ResultQuery } from './result-schemas.ts';

/** Downloads of the result log, the approval and the result queue. */

const TIMES = new Set(['cv_time', 'created_at', 'updated_at', 'decided_at', 'executed_time', 'next_time']);
const CODED = new Set([
  'result_type',
  'approval_status',
  'approval_amount_result',
  'approval_args_result',
  'exclude_duplicate_ips_result',
  'exclude_duplicate_args_result',
  'exceeded_limits',
  'notice_state',
  'queue_result',
  'state',
  'method',
  'failure',
]);

/** The rules that decided, as `amount` or `recompute:amount,args`. */
const ruleCell = (words: Words): CellOf => {
  const names = words.valuesUnder('result.rule');
  return value =>
    String(value)
      .split(/[,:]/)
      .map(rule => names.get(rule) ?? rule)
      .join(', ');
};

const cellIn =
  (list: string) =>
  (column: string, words: Words): CellOf => {
    if (TIMES.has(column)) return eventTimeCell;
    if (column === 'rule') return ruleCell(words);
    return CODED.has(column) ? codedCell(words.choices(list, column)) : textCell;
  };

const { after: _after, limit: _limit, ...parameters } = ResultQuery.properties;
const { after: _queueAfter, limit: _queueLimit, ...queueParameters } = QueueQuery.properties;

export const serveResultFiles = (
  app: FastifyInstance,
  parts: Pick<Dependencies, 'db' | 'clock'>,
  access: { readonly results: Access; readonly queue: Access },
): void => {
  // Columns that are not in the file are not read.
  const openOf =
    ({ all }: Pick<typeof resultLog, 'all'>): DownloadSource['open'] =>
    async (viewer, fileQuery, use) =>
      use(
        await all(
          parts,
          viewer,
          fileQuery as unknown as ResultLogParameters,
          (fileQuery['columns'] as readonly string[] | undefined) ?? null,
        ),
      );
  const results: DownloadSource = {
    name: 'results',
    path: 'logs/results',
    tag: 'results',
    access: access.results,
    title: 'log.result.title',
    query: parameters,
    filtersEvents: true,
    readNames: (query, known) => gatherFilters(query, known, resultLog.kinds),
    // `next_statuses` lists actions of the console, which a file does not need.
    columns: Object.keys(Result.schema.properties).filter(name => name !== 'next_statuses'),
    cellOf: cellIn('results'),
    open: openOf(resultLog),
  };
  serveFiles(app, parts, results);
  // The approval has the rows of the log, and a title of its own.
  serveFiles(app, parts, {
    ...results,
    name: 'approvals',
    path: 'logs/approvals',
    title: 'log.approval.title',
    headingOf: (column, words) => words.heading(results.name, column),
  });
  serveFiles(app, parts, {
    name: 'resultQueue',
    path: 'logs/result_queue',
    tag: 'results',
    access: access.queue,
    title: 'log.result_queue.title',
    query: queueParameters,
    filtersEvents: true,
    readNames: (query, known) => gatherFilters(query, known, queueLog.kinds),
    columns: Object.keys(Queued.schema.properties),
    cellOf: cellIn('resultQueue'),
    open: openOf(queueLog),
  });
};
