import { describe, expect, test } from 'vitest';
import { accessLog } from '../../src/resources/access-log.ts';
import { cvLog } from '../../src/resources/cv-log.ts';
import type { AnyFilter } from '../../src/resources/filter.ts';
import { referenceLog } from '../../src/resources/reference-log.ts';
import { resultQueue } from '../../src/resources/result-queue.ts';
import { approvals, resultLog, resultLinks, type Result } from '../../src/resources/results.ts';
import {
  readBoardSearch,
  whereOf,
  writeBoardConditions,
  writeBoardSearch,
  writeTab,
} from '../../src/screens/results/search.ts';

const shapeOf = ({
  pins,
  tabs,
  filters,
  columns,
  sorted,
}: {
  readonly pins: readonly string[];
  readonly tabs: object;
  readonly filters: readonly object[];
  readonly columns: readonly object[];
  readonly sorted?: readonly string[];
}) =>
  ({ pins, tabs, filters, columns, sorted }) as unknown as Parameters<typeof readBoardSearch>[1] & {
    readonly filters: readonly AnyFilter[];
  };
const [approval, log, queue] = [shapeOf(approvals), shapeOf(resultLog), shapeOf(resultQueue)];

describe('the address of a board', () => {
  test('means pending results on the approval screen and all rows of the logs by default', () => {
    expect([
      readBoardSearch({}, approval).tab,
      readBoardSearch({}, log).tab,
      readBoardSearch({}, queue).tab,
    ]).toEqual(['0', null, null]);
    expect([
      readBoardSearch({ status: 'all' }, approval).tab,
      readBoardSearch({ status: '2' }, approval).tab,
      readBoardSearch({ status: '7' }, approval).tab,
    ]).toEqual([null, '2', '0']);
    for (const tab of ['0', '1', '2', null])
      expect(readBoardSearch({ status: writeTab(tab, approval, false) ?? '' }, approval).tab).toBe(tab);
  });

  test('with a conversion means only its results, of any state and day', () => {
    const search = readBoardSearch({ conversion_id: '911892470517024788', f: 'args__contains=é' }, approval);
    expect([search.pinned, search.tab, whereOf(search, approval)]).toEqual([
      true,
      null,
      'conversion_id=911892470517024788&args__contains=é',
    ]);
    expect(writeBoardConditions(search.conditions, approval)).toEqual({
      conversion_id: '911892470517024788',
      result_id: undefined,
      interaction_id: undefined,
      f: 'args__contains=é',
    });
    expect(writeBoardConditions([], approval)).toEqual({
      conversion_id: undefined,
      result_id: undefined,
      interaction_id: undefined,
      f: undefined,
    });
  });

  test('ignores invalid parameters, and names unknown conditions without applying them', () => {
    const search = readBoardSearch(
      { result_id: 'DROP', f: 'nothing=1&amount__contains=3', open: '-1', period: 'century' },
      queue,
    );
    expect([search.pinned, search.conditions, search.open, search.period, whereOf(search, queue)]).toEqual([
      false,
      [
        { field: 'nothing', op: 'exact', value: '1', unknown: true },
        { field: 'amount', op: 'contains', value: '3', unknown: true },
      ],
      null,
      '30',
      '',
    ]);
  });

  test('reads back as the same search, with its order, columns and saved view but without open details', () => {
    const raw = {
      status: '1',
      f: 'amount__gte=100',
      q: '東京',
      period: '90',
      sort: '-amount',
      hide: 'reason,none',
      order: 'args,amount',
      view: '3',
    };
    const search = readBoardSearch({ ...raw, open: '5' }, log);
    expect(search).toMatchObject({
      sort: { field: 'amount', descending: true },
      hide: ['reason'],
      order: ['args', 'amount'],
      saved: 3,
      open: 5,
    });
    const written = Object.entries(writeBoardSearch(search, log)).filter(([, value]) => value !== undefined);
    expect(Object.fromEntries(written)).toEqual({ ...raw, hide: 'reason' });
    expect(writeBoardSearch(search, log)).toHaveProperty('open', undefined);
    expect(
      Object.values(writeBoardSearch(readBoardSearch({}, approval), approval)).filter(
        value => value !== undefined,
      ),
    ).toEqual([]);
    // The server cannot sort by this column.
    expect(readBoardSearch({ sort: 'body' }, queue).sort).toBeNull();
    expect(readBoardSearch({ sort: 'ad_category_name' }, approval).sort).toEqual({
      field: 'ad_category_name',
      descending: false,
    });
  });

  test('of the queue expands "waiting" to all waiting states', () => {
    expect(whereOf(readBoardSearch({ status: 'null', f: 'asp_id__in=1,2' }, queue), queue)).toBe(
      'state__in=waiting,paused,sending&asp_id__in=1,2',
    );
  });
});

test('every documented column of the boards exists, and no column occurs twice', () => {
  const of = (board: { readonly columns: readonly { readonly field: string }[] }) =>
    board.columns.map(({ field }) => field);
  const RESULT =
    'result_id cv_ad_id cv_ad_name result_type interaction_number interaction_id xclid media_session_id media_management1 media_management2 media_management3 args other_key1 other_key2 other_key3 approval_status approval_amount_result approval_args_result exclude_duplicate_ips_result exclude_duplicate_args_result cv_cost created_at updated_at';
  const APPROVE =
    'conversion_id interaction_id cv_ad_id ad_category_name ad_type1_title ad_type2_title ad_type3_title args other_key1 other_key2 other_key3 approval_status';
  expect(of(resultLog)).toEqual(expect.arrayContaining(RESULT.split(' ')));
  expect(of(approvals)).toEqual(expect.arrayContaining(APPROVE.split(' ')));
  expect(of(resultQueue)).toEqual(
    expect.arrayContaining(['result_queue_id', 'url', 'queue_result', 'executed_time']),
  );
  for (const board of [resultLog, approvals, resultQueue])
    expect(new Set(of(board)).size).toBe(of(board).length);
});

test("every log and board announces newer rows, and a result links to its visitor's path", () => {
  for (const log of [resultLog, approvals, resultQueue, referenceLog, accessLog, cvLog])
    expect(log.newer, log.name).toBeDefined();
  const pathLinkOf = (visitor: string | null) =>
    resultLinks.find(({ id }) => id === 'path')?.to({ visitor_id: visitor, conversion_id: '7' } as Result);
  expect([pathLinkOf('18446744073709551615'), pathLinkOf(null)]).toEqual([
    { path: '/log/visitor/18446744073709551615', search: { at: 'conversion.7' } },
    null,
  ]);
});
