import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { ReportParameters, ReportRow } from '../../../analyses/analysis.ts';
import { metrics, type MetricKey } from '../../../analyses/metrics.ts';
import type { Days } from '../../../components/days.ts';
import type { DrillDown, RowAction } from '../../../components/grid/types.ts';
import { DRILL_DOWN_METRICS } from './figure-metrics.ts';
import type { Chosen, SelectedFigure } from './selected-figure.ts';
import type { Translate } from '../report/figures.ts';
import { TOTAL, useFigures, useSelectedFigure } from './use-selected-figure.tsx';

const isMetric = (field: string): field is MetricKey => Object.hasOwn(metrics, field);
const numberAt = (row: object | null | undefined, field: string): number | null => {
  const value = (row as Readonly<Record<string, unknown>> | null | undefined)?.[field];
  return typeof value === 'number' ? value : null;
};
/** Whether a field of a row is a figure that a drill-down can list: a metric that is not 0. */
export const isFigure = (row: object, field: string): boolean =>
  isMetric(field) && (numberAt(row, field) ?? 0) !== 0;

/** The figures of a row that conversions sum to and that are not 0. The drill-down opens with the first. */
export const choicesOf = (row: object): readonly Chosen[] =>
  DRILL_DOWN_METRICS.filter(metric => isFigure(row, metric)).map(metric => ({ field: metric, metric }));

/**
 * Query of the drill-down for a row of a report.
 *
 * @param stretch the days of a row that is an interval of time: its drill-down lists all conversions of those
 *   days. Null: the row is a group within the report's period.
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
  /** The period that the report compares `days` with; null: none. */
  readonly compared: Days | null;
  readonly rows: readonly Row[] | null;
  readonly totals: Row | undefined;
  readonly watermark: string | null;
  /** Search parameters of the reference log for a row; null: the log cannot be filtered to it. */
  readonly contactsOf: (row: Row | null) => Readonly<Record<string, string>> | null;
}

interface DrilldownCommands<Row> {
  readonly actions: readonly RowAction<Row>[];
  /** Opens the drill-down of one figure; null: the user may not see conversions. */
  readonly figures: DrillDown<Row> | null;
  /** Opens the drill-down of the totals; null: they have no conversions, or the user may not see them. */
  readonly openTotal: (() => void) | null;
  readonly dialog: ReactNode;
}

/** Days of a row that is an interval of time; null for rows of other kinds. */
const stretchOf = (row: object | null | undefined): Days | null => {
  const { from, to } = (row ?? {}) as Partial<Record<'from' | 'to', unknown>>;
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : null;
};

/** The two periods that a row compares: its own for an interval of time, else those of the report. */
const periodsOf = (row: ReportRow, now: Days, before: Days) => ({
  now: stretchOf(row) ?? now,
  before: stretchOf(row.compared) ?? before,
});

/** Label of a row; an inner row follows its outer row's label, and the type of visitor is named once. */
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

/** Commands and dialog that list the conversions of a report's figures. */
export const useFigureConversions = <Row extends ReportRow>({
  parameters,
  days,
  compared: then,
  rows,
  totals,
  watermark,
  contactsOf,
}: DrillDownOptions<Row>): DrilldownCommands<Row> => {
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
              id: 'drilldown',
              label: intl.formatMessage({ id: 'drilldown.action' }),
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
