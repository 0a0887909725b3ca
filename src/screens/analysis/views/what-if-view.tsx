import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { metrics } from '../../../analyses/metrics.ts';
import {
  isTodays,
  readTried,
  rowsOf,
  totalOf,
  whatIf,
  WHAT_IF_METRICS,
  type TriedRules,
  type WhatIfMetric,
  type WhatIfReport,
  type WhatIfRow,
} from '../../../analyses/what-if.ts';
import type { ChartShape } from '../../../components/chart/shape.ts';
import { Choice } from '../../../components/choice.tsx';
import type { DrillDown, GridColumn, Sort } from '../../../components/grid/types.ts';
import { labelledText } from '../../../components/labelled-text.ts';
import { Empty } from '../../../components/states.tsx';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import { present } from '../../../resources/row.ts';
import { useReportQueryState, type TimedQueryState } from '../../use-query.ts';
import { logSearchOf } from '../drilldown/log-search.ts';
import { inUnit, kindName, named, type Translate } from '../report/figures.ts';
import { OwnPanels } from '../report/own-panels.tsx';
import { sortFrom, sortInto } from '../report/table-sort.ts';
import { ReportBar } from '../search/report-bar.tsx';
import type { Navigate, ReportContext } from '../report/context.ts';
import { useWhatIfConversions } from '../drilldown/use-what-if-conversions.ts';
import { useTranslate } from '../report/use-report.ts';
import type { ReportFile } from '../tools/tools-menu.tsx';
import { triedFacts, WhatIfFields, type TodaysRules } from './what-if-fields.tsx';

const OVER = { chart: { over: 'items' } } as const;
const read = (raw: RawSearch) => ({
  ...readTried(raw),
  metric: WHAT_IF_METRICS.find(one => one === raw['measure']) ?? WHAT_IF_METRICS[0],
  sort: raw['sort'] ?? '',
});

const columnsOf = (
  metric: WhatIfMetric,
  axis: string,
  translate: Translate,
): readonly GridColumn<WhatIfRow>[] => {
  const { format } = metrics[metric];
  const column = (field: 'today' | 'what_if' | 'difference'): GridColumn<WhatIfRow> => ({
    field,
    format,
    label: inUnit(translate(`what_if.${field}`), format, translate),
    size: 152,
    sortable: true,
  });
  return [
    { field: 'label', format: 'text', label: axis, size: 232, sortable: true },
    column('today'),
    column('what_if'),
    column('difference'),
    { field: 'change', format: 'percent', label: translate('what_if.change'), size: 120, sortable: true },
  ];
};

const shapeOf = (
  rows: readonly WhatIfRow[],
  metric: WhatIfMetric,
  axis: string,
  translate: Translate,
): ChartShape => {
  const shown = rows
    .toSorted((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0))
    .slice(0, whatIf.top);
  return {
    kind: 'bars',
    format: metrics[metric].format,
    axis,
    title: translate('what_if.chart', {
      name: inUnit(translate(`metric.${metric}.name`), metrics[metric].format, translate),
      count: shown.length,
    }),
    categories: shown.map(({ label }) => label),
    series: (['today', 'what_if'] as const).map(field => ({
      name: translate(`what_if.${field}`),
      values: shown.map(row => row[field]),
      faint: field === 'today',
    })),
  };
};

/** The rows for one metric, their total, columns and chart; null until there is an answer. */
const useWhatIfTable = (report: WhatIfReport | null, metric: WhatIfMetric, context: ReportContext) => {
  const translate = useTranslate();
  const { axis } = context.search;
  const kind = kindName(OVER, { ...context.search, by: null }, translate);
  const rows = useMemo(
    () =>
      report === null
        ? null
        : rowsOf(
            present(report.rows).map(row => named(row, { axis, by: null }, translate)),
            metric,
          ),
    [report, axis, metric, translate],
  );
  const totals = useMemo(() => (report === null ? null : totalOf(report.totals, metric)), [report, metric]);
  const columns = useMemo(() => columnsOf(metric, kind, translate), [metric, kind, translate]);
  const shape = useMemo(
    () => (rows === null ? null : shapeOf(rows, metric, kind, translate)),
    [rows, metric, kind, translate],
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
const fileOf = (
  parameters: ReportFile['parameters'],
  metric: WhatIfMetric,
  sort: Sort<WhatIfRow> | null,
) => ({
  path: whatIf.path,
  parameters,
  columns: ['label', ...(['today', 'what_if', 'difference'] as const).map(side => `${metric}_${side}`)],
  sort: sort && { ...sort, field: sort.field === 'label' ? 'label' : `${metric}_${sort.field}` },
});

const MetricChoice = ({ metric, go }: { readonly metric: WhatIfMetric; readonly go: Navigate }) => {
  const translate = useTranslate();
  return (
    <Choice
      label={translate('models.measure')}
      value={metric}
      options={WHAT_IF_METRICS.map(value => ({ value, label: translate(`metric.${value}.name`) }))}
      onChange={chosen =>
        go({ measure: chosen === WHAT_IF_METRICS[0] ? undefined : chosen }, { replace: true })
      }
    />
  );
};

interface PanelsProps {
  readonly context: ReportContext;
  readonly query: TimedQueryState<object>;
  readonly report: WhatIfReport | null;
  readonly tried: TriedRules;
  readonly todays: TodaysRules;
  readonly metric: WhatIfMetric;
  readonly table: ReturnType<typeof useWhatIfTable>;
  readonly sort: Sort<WhatIfRow> | null;
  readonly go: Navigate;
  readonly drillDown: DrillDown<WhatIfRow> | null;
}

/** The chart and the table; without a rule to try there is no chart. */
const WhatIfPanels = ({ context, report, tried, todays, metric, table, go, ...panels }: PanelsProps) => {
  const translate = useTranslate();
  const intl = useIntl();
  const changed = !isTodays(tried, todays);
  const facts = triedFacts(tried, translate);
  return (
    <OwnPanels
      {...panels}
      {...table}
      context={context}
      title={translate('analysis.attribution.view.what_if')}
      note={
        facts.length === 0
          ? context.note
          : `${context.note} · ${labelledText(translate('what_if.what_if'), facts.map(({ name, text }) => `${name} ${text}`).join(translate('analysis.and')), intl)}`
      }
      facts={facts}
      chart={{ kind: 'comparison', categories: whatIf.top, series: 2 }}
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
 * The report under other rules beside the current one. Nothing is stored, and the differences of the rows
 * sum to that of the totals.
 */
export const WhatIfView = ({ context }: { readonly context: ReportContext }) => {
  const [{ metric, sort: sortText, ...tried }, go] = useAddress(read);
  const { model, approval, values } = tried;
  const { product_id, from, to, axis, where } = context.query;
  const today = {
    product_id,
    from,
    to,
    ...(axis !== undefined && { axis }),
    ...(where !== undefined && { where }),
  };
  const rules = { ...(model !== null && { model: Number(model) }), ...values };
  const parameters = { ...today, ...rules, ...(approval !== null && { approval }) };
  const query = useReportQueryState(whatIf.operation, parameters);
  const report = query.answer?.report ?? null;
  const table = useWhatIfTable(report, metric, context);
  const sort = useMemo(() => sortFrom(table.columns, sortText, 'today'), [table.columns, sortText]);
  const { figures, dialog } = useWhatIfConversions({
    todays: today,
    tried: rules,
    metric,
    rows: table.rows,
    totals: table.totals,
    watermark: report?.watermark ?? null,
    contactsOf: row => logSearchOf(OVER, row, { ...context.search, by: null }, context.days),
  });
  const todays = todaysRules(report?.rules);
  return (
    <>
      <ReportBar context={context} file={fileOf(parameters, metric, sort)} waited={query} />
      <section className="tp-panel">
        <p>
          <FormattedMessage id="what_if.lead" />
        </p>
        <WhatIfFields tried={tried} todays={todays} go={go} />
      </section>
      <WhatIfPanels
        context={context}
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
