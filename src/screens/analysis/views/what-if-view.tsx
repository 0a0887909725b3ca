import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { metrics } from '../../../analyses/metrics.ts';
import {
  isTodays,
  rowsOf,
  rulesOf,
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
import type { GridColumn } from '../../../components/grid/types.ts';
import { labelledText } from '../../../components/labelled-text.ts';
import { Empty } from '../../../components/states.tsx';
import { present } from '../../../resources/row.ts';
import { logSearchOf } from '../drilldown/log-search.ts';
import { useMarked } from '../report/deleted-entries.ts';
import { inUnit, kindName, named, type Translate } from '../report/figures.ts';
import type { Navigate, ReportContext } from '../report/context.ts';
import { useWhatIfConversions } from '../drilldown/use-what-if-conversions.ts';
import { OwnReport } from '../report/own-report.tsx';
import { useOwnReport } from '../report/use-own-report.ts';
import { useTranslate } from '../report/use-report.ts';
import type { ReportFile } from '../tools/tools-menu.tsx';
import { triedFacts, WhatIfFields, type TodaysRules } from './what-if-fields.tsx';
import type { ViewProps } from './views.ts';

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
    .slice(0, whatIf.chart.top);
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
  const kind = kindName(whatIf, context.search, translate);
  const namedRows = useMemo(
    () =>
      report === null
        ? null
        : rowsOf(
            present(report.rows).map(row => named(row, { axis, by: null }, translate)),
            metric,
          ),
    [report, axis, metric, translate],
  );
  const rows = useMarked(namedRows, { axis, by: null }, translate);
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
const fileOf = (file: ReportFile, metric: WhatIfMetric): ReportFile => {
  const nameOf = (field: string) => (field === 'label' ? 'label' : `${metric}_${field}`);
  return {
    ...file,
    columns: ['label', 'today', 'what_if', 'difference'].map(nameOf),
    sort: file.sort && { ...file.sort, field: nameOf(file.sort.field) },
  };
};

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

/** The rules to try as conditions of the report, and its note with them. */
const useTriedFacts = (tried: TriedRules, { note }: ReportContext) => {
  const translate = useTranslate();
  const intl = useIntl();
  const ownFacts = triedFacts(tried, translate);
  const words = ownFacts.map(({ name, text }) => `${name} ${text}`).join(translate('analysis.and'));
  return {
    ownFacts,
    note:
      ownFacts.length === 0 ? note : `${note} · ${labelledText(translate('what_if.what_if'), words, intl)}`,
  };
};

/**
 * The report under other rules beside the current one. Nothing is stored, and the differences of the rows
 * sum to that of the totals. Without a rule to try there is no chart.
 */
export const WhatIfView = ({ host }: ViewProps) => {
  const shown = useOwnReport(whatIf, host);
  const { context, report, go, shared } = shown;
  const { tried, metric } = shown.own;
  const translate = useTranslate();
  const intl = useIntl();
  const { rows, totals, columns, shape } = useWhatIfTable(report, metric, context);
  const { figures, dialog } = useWhatIfConversions({
    todays: shared,
    tried: rulesOf(tried),
    metric,
    rows,
    totals,
    watermark: report?.watermark ?? null,
    contactsOf: row => logSearchOf(whatIf, row, context.search, context.days),
  });
  const todays = todaysRules(report?.rules);
  const changed = !isTodays(tried, todays);
  return (
    <>
      <OwnReport
        shown={{ ...shown, report: report && { ...report, left_out: null } }}
        columns={columns}
        rows={rows}
        totals={totals}
        chart={{ kind: 'comparison', categories: whatIf.chart.top, series: 2 }}
        shape={shape}
        leads={changed ? 'difference' : 'today'}
        usualSort="today"
        fileOf={file => fileOf(file, metric)}
        {...useTriedFacts(tried, context)}
        rulesLabel={labelledText(translate('what_if.today'), '', intl)}
        drillDown={figures}
        chooser={<MetricChoice metric={metric} go={go} />}
        {...(rows !== null &&
          !changed && { undrawn: <Empty title="what_if.unchanged" hint="what_if.unchanged_hint" /> })}
      >
        <section className="tp-panel">
          <p>
            <FormattedMessage id="what_if.lead" />
          </p>
          <WhatIfFields tried={tried} todays={todays} go={go} />
        </section>
      </OwnReport>
      {dialog}
    </>
  );
};
