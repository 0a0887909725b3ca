import { useMemo, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Framed } from '../../analyses/analysis.ts';
import { Chart } from '../../components/chart/chart.tsx';
import type { ChartShape } from '../../components/chart/shape.ts';
import { DataGrid } from '../../components/grid/grid.tsx';
import { arranged } from '../../components/grid/order.ts';
import type { Behind, GridColumn, RowAction } from '../../components/grid/types.ts';
import { Empty, Failed } from '../../components/states.tsx';
import { useCopied } from '../use-copied.ts';
import type { TimedInquiry } from '../use-inquiry.ts';
import { Controls } from './controls.tsx';
import { Footing, type Standing } from './footing.tsx';
import { Glossary } from './glossary.tsx';
import { Paper } from './paper.tsx';
import { ReportBar } from './report-bar.tsx';
import { writeAnalysisSearch } from './search.ts';
import type { Site } from './site.ts';
import type { ReportFile } from './tools-menu.tsx';
import { useSay } from './use-report.ts';

interface Props<Row extends { readonly key: string }> {
  readonly analysis: Framed;
  readonly site: Site;
  readonly inquiry: Pick<TimedInquiry<object>, 'busy' | 'failure' | 'again' | 'long' | 'giveUp'>;
  readonly report: (Standing & { readonly rules: { readonly model?: number } | null }) | null;
  readonly columns: readonly GridColumn<Row>[];
  readonly file: Omit<ReportFile, 'columns'>;
  /** Null until there is an answer. */
  readonly rows: readonly Row[] | null;
  readonly totals: Row | null;
  readonly shape: ChartShape | null;
  readonly actions?: readonly RowAction<Row>[];
  /** From single figures to what stands behind them. */
  readonly behind?: Behind<Row> | null;
  /** Rows that are picked, and what says what can be done to them. */
  readonly picking?: { readonly picked: ReadonlySet<string>; readonly onPicked: (keys: ReadonlySet<string>) => void; readonly bar: ReactNode };
  /** What stands between the controls and the rows. */
  readonly children?: ReactNode;
}

const NONE: readonly never[] = [];
const keyOf = (row: { readonly key: string }): string => row.key;

/** An analysis whose rows are not those of the general report: the same frame around a chart and a table of its own. */
export const OwnReport = <Row extends { readonly key: string }>({ analysis, site, inquiry, report, file, columns, rows, totals, shape, actions = NONE, behind = null, picking, children }: Props<Row>) => {
  const say = useSay();
  const copied = useCopied();
  const [quick, setQuick] = useState('');
  const { search, go, columnChoice, facts, note } = site;
  const title = say(`${analysis.name}.title`);
  const counted = report?.rules?.model ?? null;
  const sort = useMemo(() => {
    const column = columns.find(({ field }) => field === search.sort?.field);
    return column === undefined ? null : { field: column.field, descending: search.sort?.descending === true };
  }, [columns, search.sort?.field, search.sort?.descending]);
  const sum = totals === null ? undefined : { row: totals, label: say('analysis.total') };
  const shown = arranged(columns, columnChoice.order).map(({ field }): string => field).filter(field => !columnChoice.hidden.includes(field));
  const { failure, busy, again } = inquiry;
  const empty = rows?.length === 0;
  const instead = failure !== null ? <Failed trouble={failure} onAgain={again} /> : empty ? <Empty title="state.empty" hint="state.empty_hint" /> : undefined;
  return (
    <article className="tp-screen tp-analysis">
      <header className="tp-screen-head">
        <h1>{title}</h1>
        <p><FormattedMessage id={`${analysis.name}.lead`} /></p>
      </header>
      <Controls analysis={analysis} search={search} go={go} days={site.days} counted={counted} facts={facts} />
      <ReportBar site={site} narrows={analysis.controls.includes('filters')} file={{ ...file, columns: shown }} waited={inquiry} />
      {children}
      {shape !== null && !empty && failure === null && <section className={`tp-panel${busy ? ' tp-dim' : ''}`}><Chart shape={shape} note={note} /></section>}
      <section className="tp-panel">
        <DataGrid
          label={title} columns={columns} rows={rows} rowKey={keyOf} busy={busy} instead={instead} {...(sum && { totals: sum })} {...(behind !== null && { behind })}
          sort={sort} onSort={next => go(writeAnalysisSearch({ sort: next }), { replace: true })} {...columnChoice} onCopied={copied} quick={quick} onQuick={setQuick}
          {...(actions.length > 0 && { actions })} {...(picking && { picked: picking.picked, onPicked: picking.onPicked })}
          caption={rows === null ? null : picking !== undefined && picking.picked.size > 0 ? picking.bar : <FormattedMessage id="grid.rows" values={{ count: rows.length }} />}
        />
        {rows !== null && failure === null && (
          <Paper title={title} facts={facts} columns={columns.filter(({ field }, index) => index === 0 || !columnChoice.hidden.includes(field))} rows={rows} totals={sum} beneath={undefined} />
        )}
        {report !== null && failure === null && <Footing report={report} />}
      </section>
      <Glossary metrics={analysis.columns.map(({ metric }) => metric)} />
    </article>
  );
};
