import { useMemo, type ComponentProps } from 'react';
import { FormattedMessage } from 'react-intl';
import {
  transitions,
  type TransitionCell,
  type TransitionMeasure,
  type TransitionRow,
  type TransitionsReport,
} from '../../../analyses/transitions.ts';
import { Choice } from '../../../components/choice.tsx';
import { HeatTable, type HeatCell, type HeatRow } from '../../../components/heat-table.tsx';
import { RowsPlaceholder } from '../../../components/states.tsx';
import { useFormatter } from '../../../components/use-formatter.ts';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import { present } from '../../../resources/row.ts';
import { DownloadMenu } from '../../list/download-menu.tsx';
import { useReportQueryState } from '../../use-query.ts';
import { beganAt } from '../report/chart-shape.ts';
import { stretchName, type Translate } from '../report/figures.ts';
import './paths.css';
import type { SelectedFigure } from '../drilldown/selected-figure.ts';
import { MailButton } from '../tools/mail-button.tsx';
import type { ReportFile } from '../tools/tools-menu.tsx';
import type { Navigate, ReportContext } from '../report/context.ts';
import { ReportStates } from '../report/report-states.tsx';
import { TOTAL, useSelectedFigure, type DrillDownDialog } from '../drilldown/use-selected-figure.tsx';
import { useTranslate } from '../report/use-report.ts';
import { Waiting } from '../report/waiting.tsx';

const readMeasure = (raw: RawSearch): { readonly measure: TransitionMeasure } => ({
  measure: transitions.measures.find(one => one === raw['cell']) ?? transitions.measures[0],
});

/** The cells of a month; months in the future are null, unlike months without events. */
const isFuture = ({ cv, amount_sum: amount, visitors }: TransitionCell): boolean =>
  cv === null && amount === null && visitors === null;

/** The columns of the file: every cell of one measure. */
const columnsOf = (measure: TransitionMeasure): readonly string[] => [
  'label',
  'first_touch_count',
  'cv',
  'amount_sum',
  ...Array.from({ length: transitions.months + 1 }, (_, month) => `${measure}_${month}`),
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
    facts: [format('count', row.first_touch_count), format('count', row.cv), format('yen', row.amount_sum)],
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
          facts: [
            translate('metric.first_touch_count.name'),
            translate('metric.cv.name'),
            translate('unit.named', {
              name: translate('metric.amount_sum.name'),
              unit: translate('unit.yen'),
            }),
          ],
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
  readonly context: ReportContext;
  readonly parameters: ReportFile['parameters'];
  readonly measure: TransitionMeasure;
  readonly go: Navigate;
}

const TransitionsHead = ({ context, parameters, measure, go }: HeadProps) => {
  const translate = useTranslate();
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
        options={transitions.measures.map(value => ({
          value,
          label: translate(`transitions.measure.${value}`),
        }))}
        onChange={chosen =>
          go({ cell: chosen === transitions.measures[0] ? undefined : chosen }, { replace: true })
        }
      />
      <span className="tp-bar-tools">
        <MailButton
          context={context}
          file={{ path: transitions.path, parameters, columns: columnsOf(measure) }}
        />
        <DownloadMenu
          path={transitions.path}
          query={parameters}
          columns={columnsOf(measure)}
          isOfScreen={false}
        />
      </span>
    </header>
  );
};

/**
 * The month transition: the results of visitors by the month of their first contact, in that month and in
 * the 24 after it.
 */
export const TransitionsPanel = ({ context }: { readonly context: ReportContext }) => {
  const translate = useTranslate();
  const [{ measure }, go] = useAddress(readMeasure);
  const { product_id, from, to, where } = context.query;
  const parameters = { product_id, from, to, ...(where !== undefined && { where }) };
  const { answer, failure, busy, reload, slow, cancel } = useReportQueryState(
    transitions.operation,
    parameters,
  );
  const report = answer?.report ?? null;
  const hasRows = failure === null && report !== null && present(report.rows).length > 0;
  const { open, dialog } = useSelectedFigure((key, field) =>
    report === null ? null : figureOf(report, key, field, parameters, translate),
  );
  return (
    <section
      className={`tp-panel tp-transitions${busy && report !== null ? ' tp-dim' : ''}`}
      aria-busy={busy}
    >
      <TransitionsHead context={context} parameters={parameters} measure={measure} go={go} />
      <Waiting slow={slow} cancel={cancel} />
      {hasRows && <TransitionsTable report={report} measure={measure} open={open} />}
      {failure === null && report === null && <RowsPlaceholder rows={8} />}
      {!hasRows && (failure !== null || report !== null) && (
        <ReportStates context={context} failure={failure} onAgain={reload} />
      )}
      {dialog}
    </section>
  );
};
