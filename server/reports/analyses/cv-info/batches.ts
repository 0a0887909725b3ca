import type { Viewer } from '../../../http/visibility.ts';
import { conversionsOf, withPaths } from '../../../store/clickhouse/drilldown/conversion-lines.ts';
import {
  conversionKeys,
  conversionTotal,
  readsPaths,
  type ConversionKey,
} from '../../../store/clickhouse/drilldown/conversion-keys.ts';
import { sortedConversionKeys } from '../../../store/clickhouse/drilldown/sorted-conversions.ts';
import { requireSortable, SORTED_ROWS_LIMIT } from '../../../event-logs/sorting.ts';
import { authorizeAnalysis } from '../../parse/analysis-query.ts';
import type { ReportParts } from '../../parse/query.ts';
import { readEvents } from '../../plan/snapshot.ts';
import { MAX_CONTACTS_SHOWN, rowReader, type CvInfo } from './conversion-rows.ts';
import { CV_INFO_FILTERS, selectConversions } from './filters.ts';
import type { CvInfoParameters } from './query.ts';
import { readSort } from './sorting.ts';

/** Number of rows whose paths are read in one query. */
const BATCH_CONVERSIONS = 500;
/**
 * Rows per query where paths decide which conversions are visible: the search scans every path, so it runs
 * seldom.
 */
const MAX_SOUGHT_CONVERSIONS = 20_000;

/**
 * Reads all conversions as of one moment, however long reading takes: `use` receives their number and reads
 * them.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const withCvInfo = async (
  parts: ReportParts,
  viewer: Viewer,
  parameters: CvInfoParameters,
  signal: AbortSignal,
  use: (found: {
    readonly count: number;
    readonly batches: AsyncIterable<readonly CvInfo[]>;
    readonly rebuildingSince: string | null;
  }) => Promise<void>,
): Promise<void> => {
  const checked = await authorizeAnalysis(parts, viewer, parameters, CV_INFO_FILTERS);
  const selection = selectConversions(viewer, checked, parameters);
  const sort = await readSort(parts, viewer, checked, parameters);
  const showRows = await rowReader(parts, viewer, checked);
  const { columnar } = parts;
  // Derived rows are rebuilt meanwhile; the events up to the watermark do not change.
  await readEvents(parts, checked.rules, checked.period, signal, async (scope, within) => {
    const limit = readsPaths(selection) ? MAX_SOUGHT_CONVERSIONS : BATCH_CONVERSIONS;
    type Keys = readonly ConversionKey[];
    const keysAfter = (after: ConversionKey | null): Promise<Keys> =>
      within(() => conversionKeys(columnar, scope, selection, { after, limit }));
    const firstKeys = (): Promise<Keys> =>
      sort === null
        ? keysAfter(null)
        : within(() => sortedConversionKeys(columnar, scope, selection, sort, SORTED_ROWS_LIMIT));
    const rowsOf = (keys: Keys) =>
      within(async () =>
        showRows(
          await withPaths(columnar, scope, await conversionsOf(columnar, scope, keys), MAX_CONTACTS_SHOWN),
        ),
      );
    const batches = async function* () {
      for (let keys = await firstKeys(); keys.length > 0;) {
        for (let from = 0; from < keys.length; from += BATCH_CONVERSIONS)
          yield await rowsOf(keys.slice(from, from + BATCH_CONVERSIONS));
        keys = sort !== null || keys.length < limit ? [] : await keysAfter(keys.at(-1) ?? null);
      }
    };
    const count = await conversionTotal(columnar, scope, selection);
    if (sort !== null) requireSortable(count);
    await use({
      count,
      batches: batches(),
      rebuildingSince: checked.rules.rebuildingSince?.toISOString() ?? null,
    });
  });
};
