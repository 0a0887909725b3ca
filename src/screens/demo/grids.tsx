import { useMemo, useState } from 'react';
import { analysis as adStatistics, type AdStatisticsRow } from '../../analyses/ad-statistics.ts';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { SecondLine, GridColumn, RowAction, Sort } from '../../components/grid/types.ts';
import { useNotify } from '../../console/context.ts';
import { asps } from '../../resources/asps.ts';
import type { Column } from '../../resources/column.ts';
import { columnsOf } from '../analysis/report/figures.ts';
import { useCopied } from '../use-copy-notice.ts';
import { useWords } from '../use-words.ts';
import { valueOf } from './extreme-values.ts';
import type { Sample } from './sample.ts';
import { useSpeech, type Speech } from './demo-texts.ts';

type Row = Readonly<Record<string, unknown>> & { readonly key: string };

const ROWS = 200;
/** A code that the field's messages define; other codes would be shown as numbers. */
const codeOf = (field: string, turn: number, { ids }: Speech): unknown => {
  const codes = [...ids(`choice.asps.${field}.`), ...ids(`choice.${field}.`)].map(id =>
    id.slice(id.lastIndexOf('.') + 1),
  );
  return codes.length === 0 ? turn % 2 === 0 : codes[turn % codes.length];
};

const PLAIN = asps.columns as readonly Column<Record<string, unknown>>[];

const valueIn = (
  { field, format }: Column<Record<string, unknown>>,
  turn: number,
  at: number,
  speech: Speech,
) => {
  if (format === 'choice') return codeOf(field, turn, speech);
  return format === 'id' ? String(1000 + turn) : valueOf(format, turn + at);
};

/** Columns of the list of ad networks, and generated rows. */
const useListTable = (speech: Speech) => {
  const words = useWords('asps');
  const columns = useMemo(
    () =>
      PLAIN.map(({ field, format, size }): GridColumn<Row> => ({
        field,
        format,
        label: words.column(field),
        sortable: true,
        ...(size !== undefined && { size }),
      })),
    [words],
  );
  const rows = useMemo(
    () =>
      Array.from({ length: ROWS }, (_, turn): Row => ({
        ...Object.fromEntries(PLAIN.map((column, at) => [column.field, valueIn(column, turn, at, speech)])),
        asp_name: `${turn + 1}. ${String(valueOf('text', turn % 3))}`,
        key: String(turn),
      })),
    [speech],
  );
  return { columns, rows };
};

/** Grid like the list of ad networks, with selection, deleted rows, sorting and quick search. */
const ListGrid = () => {
  const speech = useSpeech();
  const { translate } = speech;
  const notify = useNotify();
  const copied = useCopied();
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set(['1', '3']));
  const [sort, setSort] = useState<Sort<Row> | null>(null);
  const [quick, setQuick] = useState('');
  const { columns, rows } = useListTable(speech);
  const done = () =>
    notify({ kind: 'SUCCESS', message: 'message.succeeded', values: { action: translate('demo.sample') } });
  const actions: readonly RowAction<Row>[] = [
    { id: 'edit', label: translate('action.edit'), icon: 'edit', run: done },
    {
      id: 'restore',
      label: translate('action.restore'),
      icon: 'restore',
      run: done,
      disabled: ({ key }) => Number(key) % 5 !== 4,
    },
    { id: 'remove', label: translate('action.remove'), icon: 'bin', destructive: true, run: done },
  ];
  return (
    <DataGrid
      label={translate('demo.listGrid')}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      selected={selected}
      onSelect={setSelected}
      actions={actions}
      deleted={({ key }) => Number(key) % 5 === 4}
      sort={sort}
      onSort={setSort}
      quick={quick}
      onQuick={setQuick}
      onCopied={copied}
      hiddenAtFirst={asps.columns.filter(({ hidden }) => hidden).map(({ field }) => field)}
      {...CHOOSABLE}
      caption={translate('grid.rows', { count: ROWS })}
    />
  );
};
/** The grid stores hidden columns itself, but shows the choice of columns only if `onHidden` is passed. */
const CHOOSABLE = { onHidden: () => undefined };

const OUTER = 6;
const INNER = 3;
const METRIC_FIELDS: ReadonlySet<string> = new Set(['cv', 'clicks', 'amount_sum']);

/** Columns of the report by ad, and outer rows with inner rows. */
const useReportTable = () => {
  const { translate } = useSpeech();
  const columns = useMemo(
    () =>
      columnsOf(adStatistics, { axis: 'ad', by: 'device', step: 'month' }, (id, values) =>
        translate(id, values as Readonly<Record<string, string | number>>),
      ),
    [translate],
  );
  const rowOf = (key: string, label: string, turn: number): AdStatisticsRow =>
    ({
      ...Object.fromEntries(
        columns.map(({ field, format }, column) => [field, valueOf(format, turn + column)]),
      ),
      key,
      label,
      parent: key.includes('/') ? key.split('/')[0] : null,
    }) as unknown as AdStatisticsRow;
  const rows = Array.from({ length: OUTER }, (_, outer) => [
    rowOf(String(outer), String(valueOf('text', outer % 3)), outer),
    ...Array.from({ length: INNER }, (_unused, inner) =>
      rowOf(
        `${outer}/${inner}`,
        translate(`tag.${['desktop', 'mobile', 'tablet'][inner] ?? 'unset'}`),
        outer + inner + 1,
      ),
    ),
  ]).flat();
  return { columns, rows, totals: rowOf('total', '', 1) };
};

const nested = (row: AdStatisticsRow, field: string): SecondLine | null =>
  METRIC_FIELDS.has(field)
    ? {
        text: ['+12.5%', '-3.2%', '±0%'][row.key.length % 3] ?? '',
        tone: (['good', 'poor', 'plain'] as const)[row.key.length % 3] ?? 'plain',
      }
    : null;

/** Grid like the report by ad: tree, totals, second lines, sparklines, and figures with drill-down. */
const ReportGrid = () => {
  const { translate } = useSpeech();
  const notify = useNotify();
  const copied = useCopied();
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(['2', '4']));
  const [sort, setSort] = useState<Sort<AdStatisticsRow> | null>({ field: 'cv', descending: true });
  const { columns, rows, totals } = useReportTable();
  const drillDown = useMemo(
    () => ({
      has: (_row: AdStatisticsRow, field: string) => METRIC_FIELDS.has(field),
      open: () =>
        notify({ kind: 'INFO', message: 'message.succeeded', values: { action: translate('demo.sample') } }),
    }),
    [notify, translate],
  );
  return (
    <DataGrid
      label={translate('demo.reportGrid')}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      totals={{ row: totals, label: translate('analysis.total') }}
      tree={{
        parentOf: ({ parent }) => parent ?? null,
        folded,
        onFold: key =>
          setFolded(
            before =>
              new Set(before.has(key) ? [...before].filter(other => other !== key) : [...before, key]),
          ),
      }}
      secondLine={nested}
      drillDown={drillDown}
      sort={sort}
      onSort={setSort}
      onCopied={copied}
      {...CHOOSABLE}
    />
  );
};

export const grids = ({ translate }: Speech): readonly Sample[] => [
  {
    id: 'grid-list',
    name: translate('demo.listGrid'),
    code: 'DataGrid selected actions sort quick hidden order widths pinned deleted',
    draw: <ListGrid />,
  },
  {
    id: 'grid-report',
    name: translate('demo.reportGrid'),
    code: 'DataGrid tree totals secondLine drillDown groups',
    draw: <ReportGrid />,
  },
];
