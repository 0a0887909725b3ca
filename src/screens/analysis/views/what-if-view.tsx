import { useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import { metrics } from '../../../analyses/metrics.ts';
import {
  isTodays,
  readTried,
  rowsOf,
  totalOf,
  whatIf,
  WHAT_IF_METRICS,
  type Tried,
  type WhatIfMetric,
  type WhatIfReport,
  type WhatIfRow,
} from '../../../analyses/what-if.ts';
import type { ChartShape } from '../../../components/chart/shape.ts';
import { Choice } from '../../../components/choice.tsx';
import type { DrillDown, GridColumn, Sort } from '../../../components/grid/types.ts';
import { Empty } from '../../../components/states.tsx';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import { present } from '../../../resources/row.ts';
import { useReportQueryState, type TimedQueryState } from '../../use-query.ts';
import { logSearchOf } from '../drilldown/drill-address.ts';
import { inUnit, kindName, named, type Say } from '../report/figures.ts';
import { OwnPanels } from '../report/own-panels.tsx';
import { sortFrom, sortInto } from '../report/table-sort.ts';
import { ReportBar } from '../search/report-bar.tsx';
import type { Go, Site } from '../report/context.ts';
import { useBehindWhatIf } from '../drilldown/use-what-if-conversions.ts';
import { useSay } from '../report/use-report.ts';
import type { ReportFile } from '../tools/tools-menu.tsx';
import { triedFacts, WhatIfFields, type TodaysRules } from './what-if-fields.tsx';

const OVER = { chart: { over: 'items' } } as const;
const read = (raw: RawSearch) => ({
  ...readTried(raw),
  metric: WHAT_IF_METRICS.find(one => one === raw['measure']) ?? WHAT_IF_METRICS[0],
  sort: raw['sort'] ?? '',
});

const columnsOf = (metric: WhatIfMetric, axis: string, say: Say): readonly GridColumn<WhatIfRow>[] => {
  const { format } = metrics[metric];
  const column = (field: 'today' | 'what_if' | 'difference'): GridColumn<WhatIfRow> => ({
    field,
    format,
    label: inUnit(say(`what_if.${field}`), format, say),
    size: 152,
    sortable: true,
  });
  return [
    { field: 'label', format: 'text', label: axis, size: 232, sortable: true },
    column('today'),
    column('what_if'),
    column('difference'),
    { field: 'change', format: 'percent', label: say('what_if.change'), size: 120, sortable: true },
  ];
};

const shapeOf = (rows: readonly WhatIfRow[], metric: WhatIfMetric, axis: string, say: Say): ChartShape => {
  const shown = rows
    .toSorted((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0))
    .slice(0, whatIf.top);
  return {
    kind: 'bars',
    format: metrics[metric].format,
    axis,
    title: say('what_if.chart', {
      name: inUnit(say(`metric.${metric}.name`), metrics[metric].format, say),
      count: shown.length,
    }),
    categories: shown.map(({ label }) => label),
    series: (['today', 'what_if'] as const).map(field => ({
      name: say(`what_if.${field}`),
      values: shown.map(row => row[field]),
      faint: field === 'today',
    })),
  };
};

/** The rows for one metric, their total, columns and chart; null until there is an answer. */
const useWhatIfTable = (report: WhatIfReport | null, metric: WhatIfMetric, site: Site) => {
  const say = useSay();
  const { axis } = site.search;
  const kind = kindName(OVER, { ...site.search, by: null }, say);
  const rows = useMemo(
    () =>
      report === null
        ? null
        : rowsOf(
            present(report.rows).map(row => named(row, { axis, by: null }, say)),
            metric,
          ),
    [report, axis, metric, say],
  );
  const totals = useMemo(() => (report === null ? null : totalOf(report.totals, metric)), [report, metric]);
  const columns = useMemo(() => columnsOf(metric, kind, say), [metric, kind, say]);
  const shape = useMemo(
    () => (rows === null ? null : shapeOf(rows, metric, kind, say)),
    [rows, metric, kind, say],
  );
  return { rows, totals, columns, shape };
};

const todaysRules = (rules: WhatIfReport['rules'] | undefined): TodaysRules => ({
  model: rules?.model ?? null,
  values: {
    term: rules?.tracking_term ?? null,
    repeat: rules?.repeat ?? null,
    decay: rules?.decay ?? null,
  },
});

/** The report's file has the columns of the metric for both sides. */
const fileOf = (question: ReportFile['question'], metric: WhatIfMetric, sort: Sort<WhatIfRow> | null) => ({
  path: whatIf.path,
  question,
  columns: ['label', ...(['today', 'what_if', 'difference'] as const).map(side => `${metric}_${side}`)],
  sort: sort && { ...sort, field: sort.field === 'label' ? 'label' : `${metric}_${sort.field}` },
});

const MetricChoice = ({ metric, go }: { readonly metric: WhatIfMetric; readonly go: Go }) => {
  const say = useSay();
  return (
    <Choice
      label={say('models.measure')}
      value={metric}
      options={WHAT_IF_METRICS.map(value => ({ value, label: say(`metric.${value}.name`) }))}
      onChange={chosen =>
        go({ measure: chosen === WHAT_IF_METRICS[0] ? undefined : chosen }, { replace: true })
      }
    />
  );
};

interface PanelsProps {
  readonly site: Site;
  readonly query: TimedQueryState<object>;
  readonly report: WhatIfReport | null;
  readonly tried: Tried;
  readonly todays: TodaysRules;
  readonly metric: WhatIfMetric;
  readonly table: ReturnType<typeof useWhatIfTable>;
  readonly sort: Sort<WhatIfRow> | null;
  readonly go: Go;
  readonly drillDown: DrillDown<WhatIfRow> | null;
}

/** The chart and the table; without a rule to try there is no chart. */
const WhatIfPanels = ({ site, report, tried, todays, metric, table, go, ...panels }: PanelsProps) => {
  const say = useSay();
  const changed = !isTodays(tried, todays);
  const facts = triedFacts(tried, say);
  return (
    <OwnPanels
      {...panels}
      {...table}
      site={site}
      title={say('analysis.attribution.view.what_if')}
      note={
        facts.length === 0
          ? site.note
          : `${site.note} · ${say('what_if.what_if')}: ${facts.map(({ name, text }) => `${name} ${text}`).join(say('analysis.and'))}`
      }
      facts={facts}
      leads={changed ? 'difference' : 'today'}
      onSort={sortInto(go)}
      report={report && { ...report, left_out: null }}
      chooser={<MetricChoice metric={metric} go={go} />}
      {...(table.rows !== null &&
        !changed && { undrawn: <Empty title="what_if.unchanged" hint="what_if.unchanged_hint" /> })}
    />
  );
};

/**
 * What the report would be by other rules, beside today's: nothing is stored, and the differences sum to that
 * of the totals.
 */
export const WhatIfView = ({ site }: { readonly site: Site }) => {
  const [{ metric, sort: sortText, ...tried }, go] = useAddress(read);
  const { model, approval, values } = tried;
  const { product_id, from, to, axis, where } = site.question;
  const today = {
    product_id,
    from,
    to,
    ...(axis !== undefined && { axis }),
    ...(where !== undefined && { where }),
  };
  const rules = { ...(model !== null && { model: Number(model) }), ...values };
  const question = { ...today, ...rules, ...(approval !== null && { approval }) };
  const query = useReportQueryState(whatIf.operation, question);
  const report = query.answer?.report ?? null;
  const table = useWhatIfTable(report, metric, site);
  const sort = useMemo(() => sortFrom(table.columns, sortText, 'today'), [table.columns, sortText]);
  const { figures, dialog } = useBehindWhatIf({
    todays: today,
    tried: rules,
    metric,
    rows: table.rows,
    totals: table.totals,
    watermark: report?.watermark ?? null,
    contactsOf: row => logSearchOf(OVER, row, { ...site.search, by: null }, site.days),
  });
  const todays = todaysRules(report?.rules);
  return (
    <>
      <ReportBar site={site} file={fileOf(question, metric, sort)} waited={query} />
      <section className="tp-panel">
        <p>
          <FormattedMessage id="what_if.lead" />
        </p>
        <WhatIfFields tried={tried} todays={todays} go={go} />
      </section>
      <WhatIfPanels
        site={site}
        query={query}
        report={report}
        tried={tried}
        todays={todays}
        metric={metric}
        table={table}
        sort={sort}
        go={go}
        drillDown={figures}
      />
      {dialog}
    </>
  );
};
