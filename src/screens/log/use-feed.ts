import { useExecute } from '../../console/context.ts';
import { useRefreshable } from '../../console/refresh.ts';
import type { LeftOut, Log, LogAnswer, LogParameters } from '../../resources/log.ts';
import { present } from '../../resources/row.ts';
import { usePages, type Pages } from '../use-pages.ts';

const PAGE_ROWS = 200;

/** Counts that the first page contains. */
export interface FeedHead {
  readonly total: number | null;
  readonly total_estimated: boolean;
  readonly left_out: LeftOut | null;
  readonly latest: string | null;
  /** The first page as answered. */
  readonly page: LogAnswer<object>['page'];
}

export type Feed<Row> = Pages<Row, FeedHead>;

/** Loads a log page by page. */
export const useFeed = <Raw extends object, Row extends object>(
  log: Pick<Log<Raw, Row>, 'operation' | 'row'>,
  parameters: LogParameters,
): Feed<Row> => {
  const execute = useExecute();
  const pages = usePages<LogParameters, Row, FeedHead>(parameters, async (pageParameters, after, signal) => {
    const { page } = await execute(
      log.operation,
      { ...pageParameters, limit: PAGE_ROWS, ...(after !== null && { after }) },
      signal,
    );
    return {
      rows: present(page?.results).map(log.row),
      next: page?.next ?? null,
      reached: page?.reached ?? null,
      head: {
        total: page?.total ?? null,
        total_estimated: page?.total_estimated ?? false,
        left_out: page?.left_out ?? null,
        latest: page?.latest ?? null,
        page,
      },
    };
  });
  useRefreshable({ answer: pages.head, busy: pages.busy, reload: pages.reload });
  return pages;
};
