import { useMemo, type ComponentProps } from 'react';
import { FormattedMessage } from 'react-intl';
import type { SharedParameters } from '../../../analyses/analysis.ts';
import { metrics } from '../../../analyses/metrics.ts';
import {
  TRANSITION_MEASURES,
  TRANSITION_MONTHS,
  transitions,
  type TransitionCell,
  type TransitionMeasure,
  type TransitionRow,
  type TransitionsReport,
} from '../../../analyses/transitions.ts';
import { Choice } from '../../../components/choice.tsx';
import { HeatTable, type HeatCell, type HeatRow } from '../../../components/heat-table.tsx';
import { useFormatter } from '../../../components/use-formatter.ts';
import { present } from '../../../resources/row.ts';
import { DownloadMenu } from '../../list/download-menu.tsx';
import { beganAt } from '../report/chart-shape.ts';
import { nameIn, stretchName, type Translate } from '../report/figures.ts';
import './paths.css';
import type { SelectedFigure } from '../drilldown/selected-figure.ts';
import { MailButton } from '../tools/mail-button.tsx';
import { ReportPanel } from '../report/report-panel.tsx';
import { TOTAL, useSelectedFigure, type DrillDownDialog } from '../drilldown/use-selected-figure.tsx';
import { useOwnReport, type OwnReportState } from '../report/use-own-report.ts';
import { useTranslate } from '../report/use-report.ts';
import { Waiting } from '../report/waiting.tsx';
import type { ViewProps } from './views.ts';

/** The cells of a month; months in the future are null, unlike months without events. */
const isFuture = ({ cv, amount_sum: amount, visitors }: TransitionCell): boolean =>
  cv === null && amount === null && visitors === null;

/** The columns of the file: every cell of one measure. */
const columnsOf = (measure: TransitionMeasure): readonly string[] => [
  'label',
  ...transitions.columns.map(({ metric }) => metric),
  ...Array.from({ length: TRANSITION_MONTHS + 1 }, (_, month) => `${measure}_${month}`),
  ...(measure === 'visitors' ? [] : [`${measure}_later`]),
];

/** Prefix of the keys of figures in the address, since the report above has a row of totals too. */
const FIRST_CONTACT_PREFIX = 'first:';
const FACTS = [null, 'cv', 'amount_sum'] as const;
/**
 * Measures that are sums of conversions. Visitors are not: a visitor with two conversions would be listed
 * twice.
 */
const METRICS = ['cv', 'amount_sum'] as const;

const monthName = (month: number, translate: Translate): string =>
  month === 0 ? translate('transitions.same_month') : translate('transitions.month', { month });

/** The figure of a key in the address: `first:2026-03` is a row, `first:2026-03/2` one of its cells. */
const figureOf = (
  report: TransitionsReport,
  key: string,
  field: string | null,
  parameters: Omit<SelectedFigure['query'], 'key'>,
  translate: Translate,
): SelectedFigure | null => {
  const [of = '', month] = key.slice(FIRST_CONTACT_PREFIX.length).split('/');
  const row = of === TOTAL ? report.totals : present(report.rows).find(one => one.key === of);
  const figures = month === undefined ? row : present(row?.cells).find(cell => String(cell.month) === month);
  const metric = METRICS.find(one => one === field) ?? METRICS[0];
  if (!key.startsWith(FIRST_CONTACT_PREFIX) || figures === undefined || figures === null) return null;
  const months = monthName(Number(month), translate);
  const name = of === TOTAL ? translate('analysis.total') : stretchName(of, 'month');
  return {
    label:
      month === undefined
        ? name
        : translate(of === TOTAL ? 'axis.within' : 'transitions.cell', {
            name,
            outer: name,
            month: months,
            inner: months,
          }),
    metric,
    value: figures[metric],
    watermark: report.watermark,
    query: { ...parameters, analysis: 'transitions', key: key.slice(FIRST_CONTACT_PREFIX.length) },
    choices: METRICS.map(one => ({ field: one, metric: one })),
    contacts: null,
    periods: null,
  };
};

/** Opens the conversions of a figure in the table: the sum of a row, or a cell of the selected measure. */
const cellActionOf = (
  report: TransitionsReport | null,
  measure: TransitionMeasure,
  open: DrillDownDialog['open'],
): ComponentProps<typeof HeatTable>['cellAction'] => {
  if (open === null) return undefined;
  const rowOf = (of: string) =>
    of === TOTAL ? report?.totals : present(report?.rows).find(({ key }) => key === of);
  return {
    has: (of, what, index) => {
      const [row, fact] = [rowOf(of), FACTS[index]];
      return what === 'cell'
        ? METRICS.some(one => one === measure) && (present(row?.cells)[index]?.cv ?? 0) > 0
        : fact !== null && fact !== undefined && (row?.[fact] ?? 0) > 0;
    },
    open: (of, what, index) =>
      what === 'cell'
        ? open(`${FIRST_CONTACT_PREFIX}${of}/${index}`, measure)
        : open(`${FIRST_CONTACT_PREFIX}${of}`, FACTS[index] ?? 'cv'),
  };
};

interface TableProps {
  readonly report: TransitionsReport;
  readonly measure: TransitionMeasure;
  readonly open: DrillDownDialog['open'];
}

const TransitionsTable = ({ report, measure, open }: TableProps) => {
  const translate = useTranslate();
  const format = useFormatter();
  // Months before the first measured one are left out: they would read as months without visitors.
  const [rows, began] = useMemo(() => {
    const all = present(report.rows);
    return [all.slice(beganAt(all)), beganAt(all) > 0] as const;
  }, [report]);
  const lineOf = (
    row: Pick<TransitionRow, 'first_touch_count' | 'cv' | 'amount_sum' | 'cells'>,
    key: string,
    name: string,
  ): HeatRow => ({
    key,
    name,
    facts: transitions.columns.map(({ metric }) => format(metrics[metric].format, row[metric])),
    cells: present(row.cells).map((cell): HeatCell => ({
      text: format(measure === 'amount_sum' ? 'yen' : 'count', cell[measure]),
      value: cell[measure],
      future: isFuture(cell),
    })),
  });
  const months = present(rows[0]?.cells).map(({ month }) => monthName(month, translate));
  return (
    <>
      <HeatTable
        label={translate('transitions.title')}
        cellAction={cellActionOf(report, measure, open)}
        future={translate('transitions.future')}
        headings={{
          name: translate('transitions.first_month'),
          facts: transitions.columns.map(({ metric }) => nameIn(metric, translate)),
          cells: months,
        }}
        rows={rows.map(row => lineOf(row, row.key, stretchName(row.key, 'month')))}
        totals={report.totals ? lineOf(report.totals, 'total', translate('analysis.total')) : null}
      />
      {began && rows[0] !== undefined && (
        <p className="tp-note">
          {translate('transitions.since', { from: stretchName(rows[0].key, 'month') })}
        </p>
      )}
      <p className="tp-note">
        <FormattedMessage id="transitions.note" />
      </p>
    </>
  );
};

interface HeadProps {
  readonly shown: Pick<
    OwnReportState<TransitionsReport, SharedParameters, { readonly measure: TransitionMeasure }>,
    'context' | 'own' | 'go' | 'parameters'
  >;
}

const TransitionsHead = ({ shown: { context, own, go, parameters } }: HeadProps) => {
  const translate = useTranslate();
  const { measure } = own;
  const file = { path: transitions.path, parameters: { ...parameters }, columns: columnsOf(measure) };
  return (
    <header>
      <div>
        <h2>
          <FormattedMessage id="transitions.title" />
        </h2>
        <p>
          <FormattedMessage id="transitions.lead" />
        </p>
      </div>
      <Choice
        label={translate('transitions.measure')}
        value={measure}
        open
        options={TRANSITION_MEASURES.map(value => ({
          value,
          label: translate(`transitions.measure.${value}`),
        }))}
        onChange={chosen =>
          go({ cell: chosen === TRANSITION_MEASURES[0] ? undefined : chosen }, { replace: true })
        }
      />
      <span className="tp-bar-tools">
        <MailButton context={context} file={file} />
        <DownloadMenu path={file.path} query={file.parameters} columns={file.columns} isOfScreen={false} />
      </span>
    </header>
  );
};

const hasMonths = ({ rows }: TransitionsReport): boolean => present(rows).length > 0;

/**
 * The month transition: the results of visitors by the month of their first contact, in that month and in
 * the 24 after it.
 */
export const TransitionsView = ({ host }: ViewProps) => {
  const translate = useTranslate();
  const shown = useOwnReport(transitions, host);
  const { report, query, own, parameters } = shown;
  const { open, dialog } = useSelectedFigure((key, field) =>
    report === null ? null : figureOf(report, key, field, parameters, translate),
  );
  return (
    <>
      <ReportPanel
        shown={shown}
        hasRows={hasMonths}
        className=" tp-transitions"
        head={
          <>
            <TransitionsHead shown={shown} />
            <Waiting slow={query.slow} cancel={query.cancel} />
          </>
        }
      >
        {answered => <TransitionsTable report={answered} measure={own.measure} open={open} />}
      </ReportPanel>
      {dialog}
    </>
  );
};
