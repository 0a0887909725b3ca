import { useMemo } from 'react';
import { lpo, type LpoRow } from '../../../analyses/lpo.ts';
import { metrics, type MetricKey } from '../../../analyses/metrics.ts';
import type { ChartShape } from '../../../components/chart/shape.ts';
import type { GridColumn } from '../../../components/grid/types.ts';
import { present } from '../../../resources/row.ts';
import { logSearchOf } from '../drilldown/log-search.ts';
import { metricColumn, NO_CONTACT, type Translate } from '../report/figures.ts';
import { AnalysisFrame } from '../report/analysis-frame.tsx';
import { OwnReport } from '../report/own-report.tsx';
import { useRowConversions } from '../drilldown/use-row-conversions.ts';
import { useLandingPageLinks } from '../drilldown/use-landing-page-links.ts';
import { useOwnReport } from '../report/use-own-report.ts';
import { useTranslate } from '../report/use-report.ts';

/** A landing page with its name. */
type PageRow = LpoRow & { readonly label: string };

const nameOf = (row: LpoRow, translate: Translate): string => {
  if (row.key === NO_CONTACT) return translate('analysis.no_contact');
  if (row.title !== '') return row.title;
  // The path distinguishes pages; the complete address is in the next column.
  return row.url === ''
    ? translate('analysis.unset')
    : row.url.replace(/^https?:\/\/[^/]+(?=\/.)/, '').replace(/^https?:\/\//, '');
};

const columnsOf = (translate: Translate): readonly GridColumn<PageRow>[] => [
  { field: 'label', format: 'text', label: translate('axis.landing'), size: 232, sortable: true },
  { field: 'ad_name', format: 'text', label: translate('axis.ad'), size: 184, sortable: true },
  { field: 'url', format: 'address', label: translate('lpo.url'), size: 240, sortable: true },
  ...lpo.columns.map(({ metric }): GridColumn<PageRow> => ({
    ...metricColumn<PageRow>(metric, translate),
    group: translate(`group.${metrics[metric as MetricKey].group}`),
    sortable: true,
  })),
  {
    field: 'verdict',
    format: 'choice',
    label: translate('lpo.verdict'),
    help: () => translate('lpo.verdict.help'),
    group: translate('lpo.compared'),
    size: 136,
    sortable: true,
  },
  {
    field: 'difference',
    format: 'percent',
    label: translate('lpo.difference'),
    help: () => translate('lpo.difference.help'),
    group: translate('lpo.compared'),
    sortable: true,
  },
  {
    field: 'p_value',
    format: 'share',
    label: translate('lpo.p_value'),
    help: () => translate('lpo.p_value.help'),
    group: translate('lpo.compared'),
    sortable: true,
  },
];

const shapeOf = (rows: readonly PageRow[], translate: Translate): ChartShape => {
  const shown = rows
    .filter(({ key }) => key !== NO_CONTACT)
    .toSorted((a, b) => b.clicks - a.clicks)
    .slice(0, lpo.chart.top);
  // A page with several ads has one row, and so one bar, for each of them.
  const named = ({ label, ad_name: ad }: PageRow) =>
    ad !== '' && shown.some(other => other.label === label && other.ad_name !== ad)
      ? translate('axis.within', { outer: label, inner: ad })
      : label;
  return {
    kind: 'bars',
    format: 'percent',
    title: `${translate('lpo.chart')} · ${translate('analysis.top', { count: shown.length })}`,
    axis: translate('axis.landing'),
    categories: shown.map(named),
    series: lpo.chart.items[0].map(metric => ({
      name: translate(`metric.${metric}.name`),
      values: shown.map(row => row[metric]),
    })),
  };
};

/** The fields of a row that the totals have. */
type Sums = Pick<
  LpoRow,
  'clicks' | 'cv' | 'cvr' | 'cv_division' | 'attr_cvr' | 'amount_sum' | 'amount_division'
>;

const totalsRow = (sums: Sums): PageRow => ({
  ...sums,
  key: 'total',
  label: '',
  ad_id: null,
  ad_name: '',
  redirect_id: null,
  lpo_number: null,
  title: '',
  url: '',
  other_key: null,
  difference: null,
  z: null,
  p_value: null,
  enough: false,
  verdict: null,
});

/** /analyze/lpo: conversions by landing page, and which pages of a redirect are significantly better. */
export const Screen = () => {
  const translate = useTranslate();
  const shown = useOwnReport(lpo);
  const { context, report } = shown;
  const rows = useMemo(
    () =>
      report === null
        ? null
        : present(report.rows).map((row): PageRow => ({ ...row, label: nameOf(row, translate) })),
    [report, translate],
  );
  const totals = useMemo(() => (report?.totals ? totalsRow(report.totals) : null), [report]);
  const columns = useMemo(() => columnsOf(translate), [translate]);
  const shape = useMemo(() => (rows === null ? null : shapeOf(rows, translate)), [rows, translate]);
  // The reference log has no filter by landing page.
  const drillDown = useRowConversions({
    parameters: { ...shown.shared, analysis: 'lpo' },
    rows,
    totals,
    watermark: report?.watermark ?? null,
    contactsOf: row => (row === null ? logSearchOf(lpo, null, context.search, context.days) : null),
  });
  const navigation = useLandingPageLinks<PageRow>(context);
  return (
    <>
      <AnalysisFrame analysis={lpo}>
        <OwnReport
          shown={shown}
          columns={columns}
          rows={rows}
          totals={totals}
          chart={{ kind: 'items', categories: lpo.chart.top, series: 2 }}
          shape={shape}
          actions={[...drillDown.actions, ...navigation]}
          drillDown={drillDown.figures}
        />
      </AnalysisFrame>
      {drillDown.dialog}
    </>
  );
};
