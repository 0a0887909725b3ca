import { StrictMode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { IntlProvider, type MessageFormatElement } from 'react-intl';
import { DataGrid } from '../../../src/components/grid/grid.tsx';
import type { GridColumn, Sort, Widths } from '../../../src/components/grid/types.ts';
import en from '../../../src/messages/en.json';
import ja from '../../../src/messages/ja.json';
import '../../../src/styles/tokens.css';
import '../../../src/styles/base.css';
import '../../../src/styles/controls.css';
import type { GridPage, GridRow } from './reported-state.ts';

/**
 * A grid with all features, alone on a page. Tests read what it reports with `reportedState` and set its
 * rows.
 */
const FIGURES = Array.from({ length: 16 }, (_, index) => `figure${index + 1}` as const);
const COLUMNS: readonly GridColumn<GridRow>[] = [
  { field: 'name', format: 'text', label: '広告名', sortable: true },
  { field: 'id', format: 'id', label: '広告ID' },
  { field: 'status', format: 'choice', label: '状態', sortable: true },
  { field: 'day', format: 'day', label: '開始日' },
  ...FIGURES.map((field, index): GridColumn<GridRow> => ({
    field,
    format: 'count',
    label: `数値${index + 1}`,
    sortable: true,
  })),
];
const STEMS = ['春の新作', '夏セール｜ＵＶ', 'ｸﾘｽﾏｽ', 'Été à Paris', '<b>太字</b>'];
const makeRows = (from: number, count: number): readonly GridRow[] =>
  Array.from({ length: count }, (_, index) => {
    const at = from + index;
    return {
      name: `${STEMS[at % STEMS.length] ?? ''} ${at + 1}`,
      id: String(9_007_199_254_740_993n + BigInt(at)),
      status: at % 7 !== 3,
      day: '2024-02-29',
      // The number in the last column is wider than its cell.
      ...(Object.fromEntries(
        FIGURES.map((field, nth) => [
          field,
          ((at * 37 + nth * 101) % 1000) * (nth === FIGURES.length - 1 ? 1_000_000_001 : 1),
        ]),
      ) as Record<(typeof FIGURES)[number], number>),
    };
  });

const search = new URLSearchParams(location.search);
const english = search.has('en');
/** The first column names the rows: ids instead of names when the address contains `ids`. */
const [NAME, ID, ...OTHERS] = COLUMNS;
const ORDERED = (search.has('ids') ? [ID, NAME, ...OTHERS] : COLUMNS) as typeof COLUMNS;
const words = { 'choice.status.true': '有効', 'choice.status.false': '削除' };
const messages = {
  ...((english ? en : ja) as unknown as Record<string, MessageFormatElement[]>),
  ...Object.fromEntries(Object.entries(words).map(([id, value]) => [id, [{ type: 0, value }]])),
};

const Page = () => {
  const [range, give] = useState<Parameters<GridPage['give']>[0]>({ from: 0, count: 500 });
  const [sort, setSort] = useState<Sort<GridRow> | null>(null);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [order, setOrder] = useState<readonly string[]>([]);
  const [widths, setWidths] = useState<Widths>({});
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [quick, setQuick] = useState('');
  const rows = useMemo(() => makeRows(range.from, range.count), [range]);
  useEffect(() => {
    const ran = globalThis.grid?.reportedState().ran ?? [];
    globalThis.grid = {
      give,
      reportedState: () => ({ order, widths, selected: [...selected], hidden, quick, ran }),
    };
  }, [order, widths, selected, hidden, quick]);
  const ran = (what: string) => (row: GridRow) => {
    globalThis.grid?.reportedState().ran.push(`${what} ${row.name}`);
  };
  return (
    <DataGrid
      label="広告"
      columns={ORDERED}
      rows={rows}
      rowKey={row => row.id}
      sort={sort}
      onSort={setSort}
      hidden={hidden}
      onHidden={setHidden}
      order={order}
      onOrder={setOrder}
      widths={widths}
      onWidths={setWidths}
      selected={selected}
      onSelect={setSelected}
      quick={quick}
      onQuick={setQuick}
      firstRow={range.from}
      totalRows={range.total ?? 0}
      deleted={row => !row.status}
      onCopied={copied => ran(copied ? 'copied' : 'not copied')(rows[0] as GridRow)}
      link={{ to: row => `#${row.id}`, open: ran('open') }}
      actions={[
        { id: 'edit', label: '編集', run: ran('edit'), disabled: row => !row.status },
        { id: 'remove', label: '削除', destructive: true, run: ran('remove'), offered: row => row.status },
        { id: 'restore', label: '復元', run: ran('restore'), offered: row => !row.status },
      ]}
    />
  );
};

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <IntlProvider
      locale={english ? 'en' : 'ja'}
      messages={messages}
      onError={error => {
        throw error;
      }}
    >
      <Page />
    </IntlProvider>
  </StrictMode>,
);
