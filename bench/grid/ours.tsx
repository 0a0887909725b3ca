import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { IntlProvider } from 'react-intl';
import { DataGrid } from '../../src/components/grid/grid.tsx';
import type { Sort } from '../../src/components/grid/types.ts';
import type { MessageFormatElement } from 'react-intl';
import messages from '../../src/messages/ja.json';
import '../../src/styles/tokens.css';
import '../../src/styles/base.css';
import '../../src/styles/controls.css';
import { measuring, WORDS } from './page.ts';
import { COLUMNS, makeRows, type BenchRow } from './rows.ts';

const rows = makeRows(10_000);
// build.ts has parsed the messages.
const words = {
  ...(messages as unknown as Record<string, MessageFormatElement[]>),
  ...Object.fromEntries(
    Object.entries(WORDS).map(([word, text]) => [`tag.${word}`, [{ type: 0, value: text }]]),
  ),
};
const keyOf = (row: BenchRow): string => row.ad_id;
const actions = [{ id: 'edit', label: '編集', run: () => undefined }];

const Page = () => {
  const [quick, setQuick] = useState('');
  const [sort, setSort] = useState<Sort<BenchRow> | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [hidden, setHidden] = useState<readonly string[]>([]);
  useEffect(() => {
    globalThis.bench = {
      ...globalThis.bench,
      toggle: field =>
        flushSync(() =>
          setHidden(now => (now.includes(field) ? now.filter(other => other !== field) : [...now, field])),
        ),
    };
  }, []);
  return (
    <DataGrid
      label="広告"
      columns={COLUMNS}
      rows={rows}
      rowKey={keyOf}
      sort={sort}
      onSort={setSort}
      selected={selected}
      onSelect={setSelected}
      hidden={hidden}
      onHidden={setHidden}
      quick={quick}
      onQuick={setQuick}
      actions={actions}
    />
  );
};

/** The console frame is rendered before the measurement, which covers the grid only. */
const App = () => {
  const [shown, show] = useState(false);
  useEffect(() => {
    globalThis.bench = { ...measuring, toggle: () => undefined, mount: () => flushSync(() => show(true)) };
  }, []);
  return shown ? <Page /> : null;
};
flushSync(() =>
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <IntlProvider locale="ja" messages={words}>
      <App />
    </IntlProvider>,
  ),
);
