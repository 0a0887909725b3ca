import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { ReportParameters, ReportRow } from '../../../analyses/analysis.ts';
import { metrics, type MetricKey } from '../../../analyses/metrics.ts';
import type { Days } from '../../../components/days.ts';
import type { DrillDown, RowAction } from '../../../components/grid/types.ts';
import { DRILL_DOWN_METRICS } from '../../credit/figure-metrics.ts';
import type { Chosen, SelectedFigure } from '../../credit/selected-figure.ts';
import type { Translate } from '../report/figures.ts';
import { TOTAL, useFigures, useSelectedFigure } from './use-selected-figure.tsx';

const isMetric = (field: string): field is MetricKey => Object.hasOwn(metrics, field);
const numberAt = (row: object | null | undefined, field: string): number | null => {
  const value = (row as Readonly<Record<string, unknown>> | null | undefined)?.[field];
  return typeof value === 'number' ? value : null;
};
/** Something stands behind a figure that is not nothing. */
export const isFigure = (row: object, field: string): boolean =>
  isMetric(field) && (numberAt(row, field) ?? 0) !== 0;

/** Figures of a row that conversions add up to and that are not nothing: the first of them is opened. */
export const choicesOf = (row: object): readonly Chosen[] =>
  DRILL_DOWN_METRICS.filter(metric => isFigure(row, metric)).map(metric => ({ field: metric, metric }));

/**
 * What of a report's question says which conversions count, and how; a stretch of time is all of a period of
 * its own.
 */
export const figureParameters = (
  { approval: _, step, ...parameters }: ReportParameters,
  key: string,
  stretch: Partial<Days> | null,
): SelectedFigure['query'] => {
  if (step === undefined) return { ...parameters, key };
  const { product_id, from, to, where } = parameters;
  return {
    product_id,
    from: stretch?.from ?? from,
    to: stretch?.to ?? to,
    key: TOTAL,
    ...(where !== undefined && { where }),
  };
};

interface DrillDownOptions<Row> {
  readonly parameters: ReportParameters;
  readonly days: Days;
  /** The days that they are compared with; null: none. */
  readonly compared: Days | null;
  readonly rows: readonly Row[] | null;
  readonly totals: Row | undefined;
  readonly watermark: string | null;
  /** The contact log's search for a row; null: that log cannot be asked for it. */
  readonly contactsOf: (row: Row | null) => Readonly<Record<string, string>> | null;
}

interface BehindWays<Row> {
  readonly actions: readonly RowAction<Row>[];
  /** From a single figure; null: one may not see it. */
  readonly figures: DrillDown<Row> | null;
  /** Opens what stands behind the totals; null: nothing does, or one may not see it. */
  readonly openTotal: (() => void) | null;
  readonly dialog: ReactNode;
}

/** The days of a stretch of time, where a row is one. */
const stretchOf = (row: object | null | undefined): Days | null => {
  const { from, to } = (row ?? {}) as Partial<Record<'from' | 'to', unknown>>;
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : null;
};

/** The two periods that a row compares: its own, where it is a stretch of time, else those of the report. */
const periodsOf = (row: ReportRow, now: Days, before: Days) => ({
  now: stretchOf(row) ?? now,
  before: stretchOf(row.compared) ?? before,
});

/** A row's name, that of an inner one after its outer row's; who the visitor was is said once. */
export const nameWithin = (row: ReportRow, outer: ReportRow | undefined, translate: Translate): string => {
  if (outer === undefined) return row.label;
  const whose = row.visitor
    ? translate('analysis.of_visitor', { name: '', visitor: translate(`visitor.${row.visitor}`) })
    : '';
  return translate('axis.within', {
    outer: whose !== '' && outer.label.endsWith(whose) ? outer.label.slice(0, -whose.length) : outer.label,
    inner: row.label,
  });
};

/** From the rows of a report to the conversions behind their figures. */
export const useBehindAddress = <Row extends ReportRow>({
  parameters,
  days,
  compared: then,
  rows,
  totals,
  watermark,
  contactsOf,
}: DrillDownOptions<Row>): BehindWays<Row> => {
  const intl = useIntl();
  const labelOf = (key: string, row: Row): string => {
    if (key === TOTAL) return intl.formatMessage({ id: 'analysis.total' });
    const outer = rows?.find(one => one.key === row.parent);
    return nameWithin(row, outer, (id, values) => intl.formatMessage({ id }, values));
  };
  const rowOf = (key: string) => (key === TOTAL ? totals : rows?.find(one => one.key === key));
  const find = (key: string, field: string | null, compared: boolean): SelectedFigure | null => {
    const row = rowOf(key);
    if (row === undefined || (compared && then === null)) return null;
    const choices = choicesOf(row);
    const metric = field ?? choices[0]?.metric ?? 'cv';
    if (!isMetric(metric)) return null;
    return {
      label: labelOf(key, row),
      metric,
      choices,
      contacts: contactsOf(key === TOTAL ? null : row),
      value: numberAt(compared ? row.compared : row, metric),
      watermark,
      query: {
        ...figureParameters(parameters, key, compared ? (stretchOf(row.compared) ?? then) : stretchOf(row)),
        ...(compared && parameters.step === undefined && { compared }),
      },
      periods: then && periodsOf(row, days, then),
    };
  };
  const { open, dialog } = useSelectedFigure(find);
  const figures = useFigures<Row>(open, isFigure);
  return {
    actions:
      open === null
        ? []
        : [
            {
              id: 'behind',
              label: intl.formatMessage({ id: 'behind.action' }),
              icon: 'detail',
              offered: one => choicesOf(one).length > 0,
              run: one => open(one.key),
            },
          ],
    figures,
    dialog,
    openTotal:
      open !== null && totals !== undefined && choicesOf(totals).length > 0 ? () => open(TOTAL) : null,
  };
};
