import { useMemo, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Framed } from '../../../analyses/analysis.ts';
import type { ChartShape } from '../../../components/chart/shape.ts';
import { arranged } from '../../../components/grid/order.ts';
import type { DrillDown, GridColumn, RowAction } from '../../../components/grid/types.ts';
import type { TimedInquiry } from '../../use-query.ts';
import { Controls } from '../search/controls.tsx';
import type { CountedReport } from './report-footer.tsx';
import { Glossary } from '../search/metric-glossary.tsx';
import { OwnPanels } from './table-panels.tsx';
import { ReportBar } from '../search/report-bar.tsx';
import { writeAnalysisSearch } from '../search/search.ts';
import type { Site } from './context.ts';
import type { ReportFile } from '../tools/tools-menu.tsx';
import { useSay } from './use-report.ts';

interface Props<Row extends { readonly key: string }> {
  readonly analysis: Framed;
  readonly site: Site;
  readonly inquiry: Pick<TimedInquiry<object>, 'busy' | 'failure' | 'again' | 'long' | 'giveUp'>;
  readonly report: (CountedReport & { readonly rules: { readonly model?: number } | null }) | null;
  readonly columns: readonly GridColumn<Row>[];
  readonly file: Omit<ReportFile, 'columns' | 'sort'>;
  /** Null until there is an answer. */
  readonly rows: readonly Row[] | null;
  readonly totals: Row | null;
  readonly shape: ChartShape | null;
  readonly actions?: readonly RowAction<Row>[];
  /** From single figures to what stands behind them. */
  readonly behind?: DrillDown<Row> | null;
  /** Rows that are picked, and what says what can be done to them. */
  readonly picking?: {
    readonly picked: ReadonlySet<string>;
    readonly onPicked: (keys: ReadonlySet<string>) => void;
    readonly bar: ReactNode;
  };
  /** What stands between the controls and the rows. */
  readonly children?: ReactNode;
}

const NONE: readonly never[] = [];

/**
 * An analysis whose rows are not those of the general report: the same frame around a chart and a table of
 * its own.
 */
export const OwnReport = <Row extends { readonly key: string }>({
  analysis,
  site,
  inquiry,
  report,
  file,
  columns,
  rows,
  totals,
  shape,
  actions = NONE,
  behind = null,
  picking,
  children,
}: Props<Row>) => {
  const say = useSay();
  const { search, go, columnChoice, facts, note } = site;
  const title = say(`${analysis.name}.title`);
  const counted = report?.rules?.model ?? null;
  const sort = useMemo(() => {
    const column = columns.find(({ field }) => field === search.sort?.field);
    return column?.sortable !== true
      ? null
      : { field: column.field, descending: search.sort?.descending === true };
  }, [columns, search.sort?.field, search.sort?.descending]);
  const shown = arranged(columns, columnChoice.order)
    .map(({ field }): string => field)
    .filter(field => !columnChoice.hidden.includes(field));
  return (
    <article className="tp-screen tp-analysis">
      <header className="tp-screen-head">
        <h1>{title}</h1>
        <p>
          <FormattedMessage id={`${analysis.name}.lead`} />
        </p>
      </header>
      <Controls
        analysis={analysis}
        search={search}
        go={go}
        days={site.days}
        counted={counted}
        facts={facts}
      />
      <ReportBar
        site={site}
        narrows={analysis.controls.includes('filters')}
        file={{ ...file, columns: shown, sort }}
        waited={inquiry}
      />
      {children}
      <OwnPanels
        site={site}
        title={title}
        note={note}
        facts={facts}
        inquiry={inquiry}
        report={report}
        columns={columns}
        leads={analysis.sort}
        rows={rows}
        totals={totals}
        shape={shape}
        behind={behind}
        sort={sort}
        onSort={next => go(writeAnalysisSearch({ sort: next }), { replace: true })}
        grid={{
          ...columnChoice,
          ...(actions.length > 0 && { actions }),
          ...(picking && {
            picked: picking.picked,
            onPicked: picking.onPicked,
            selection: { bar: picking.picked.size > 0 && rows !== null ? picking.bar : null },
          }),
        }}
      />
      <Glossary metrics={analysis.columns.map(({ metric }) => metric)} />
    </article>
  );
};
