import type { Static } from '@fastify/type-provider-typebox';
import type { FileOf } from '../../../downloads/source.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { METRICS } from '../../../attribution/metrics.ts';
import type { Words } from '../../../wording/words.ts';
import { tableFile, type FileRow } from '../../files/analysis-file.ts';
import { compared, comparedColumns } from '../../files/compared-columns.ts';
import { axisHeading, rowName } from '../../files/file-words.ts';
import { parseAxes } from '../../parse/query.ts';
import { computeReport } from './compute.ts';
import { parseReportQuery } from './query.ts';
import { ReportQuery } from './schema.ts';

type RawReportQuery = Static<typeof ReportQuery>;

/**
 * Files of a report over rows name their first columns after its axes.
 *
 * @returns null where the column is not one of the axes
 */
export const labelHeading = (words: Words, column: string, fileQuery: FileRow): string | null => {
  if (column !== 'label' && column !== 'parent_label') return null;
  const names = parseAxes(parseReportQuery(fileQuery as RawReportQuery));
  return axisHeading(words, column === 'label' ? names : names.slice(0, 1));
};

/**
 * The labels of rows and of their outer rows, in a file's language.
 *
 * @param axes the names of the axes, the outer first
 */
export const namesOf = <
  Row extends {
    readonly key: string;
    readonly label: string;
    readonly level: number;
    readonly parent: string | null;
  },
>(
  words: Words,
  axes: readonly string[],
  rows: readonly Row[],
): readonly { readonly label: string; readonly parent_label: string }[] => {
  const names = new Map(rows.map(row => [row.key, rowName(words, axes[row.level] ?? '', row)]));
  return rows.map(row => ({
    label: names.get(row.key) ?? '',
    parent_label: row.parent === null ? '' : (names.get(row.parent) ?? ''),
  }));
};

/**
 * The default columns of a report by one axis, whose rows have no outer ones.
 *
 * @returns null: the rows are nested, and all columns are the default
 */
export const columnsOfFlat =
  (columns: readonly string[]) =>
  (fileQuery: FileRow): readonly string[] | null =>
    parseAxes(parseReportQuery(fileQuery as RawReportQuery)).length > 1
      ? null
      : columns.filter(column => column !== 'parent_label');

const COLUMNS = ['parent_label', 'label', 'visitor', 'key', ...METRICS, ...METRICS.map(compared)];

/** The files of a report over rows. @param title the message of its title */
export const rowReportFile = (name: string, path: string, title: string): FileOf<Dependencies> =>
  tableFile<RawReportQuery>({
    name,
    path,
    title,
    query: ReportQuery.properties,
    columns: COLUMNS,
    columnsOfQuery: columnsOfFlat(COLUMNS),
    ordered: true,
    headingOf: (column, words, fileQuery) => labelHeading(words, column, fileQuery),
    read: async (parts, viewer, fileQuery, { words, signal }) => {
      const { rows, totals, compared_totals, rules } = await computeReport(
        parts,
        viewer,
        parseReportQuery(fileQuery),
        { signal },
      );
      const names = namesOf(words, rules.axes, rows);
      return {
        rows: rows.map((row, index) => ({
          ...row,
          ...names[index],
          ...comparedColumns(METRICS, row.compared),
        })),
        totals: {
          parent_label: '',
          visitor: null,
          ...totals,
          ...comparedColumns(METRICS, compared_totals),
        },
        rules,
      };
    },
  });
