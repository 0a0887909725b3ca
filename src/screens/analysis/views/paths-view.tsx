import { useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import { paths, type PathRow, type PathsReport } from '../../../analyses/paths.ts';
import { Chart } from '../../../components/chart/chart.tsx';
import { Choice } from '../../../components/choice.tsx';
import { FigureButton } from '../../../components/figure-button.tsx';
import { ScrollBox } from '../../../components/scroll-box.tsx';
import { RowsAwaited } from '../../../components/states.tsx';
import { useFormatter } from '../../../components/use-formatter.ts';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import { present } from '../../../resources/row.ts';
import '../../credit/credit.css';
import type { SelectedFigure } from '../../credit/selected-figure.ts';
import { useReportInquiry } from '../../use-query.ts';
import type { Say } from '../report/figures.ts';
import { ReportFooter } from '../report/report-footer.tsx';
import { flowOf, linkKey, linksOf, stopName } from './path-shapes.ts';
import './paths.css';
import { ReportBar } from '../search/report-bar.tsx';
import type { Site } from '../report/context.ts';
import { Unanswered } from '../report/report-states.tsx';
import { TOTAL, useLooking, type DrillDownDialog } from '../drilldown/use-selected-figure.tsx';
import { useSay } from '../report/use-report.ts';

type Limit = (typeof paths.limits)[number];
const readPaths = (raw: RawSearch): { readonly fold: boolean; readonly limit: Limit } => ({
  fold: raw['fold'] !== '0',
  limit: paths.limits.find(one => one === raw['limit']) ?? paths.limits[0],
});

/**
 * The path explorer: the flow of contacts up to the conversion, and the commonest paths with what they
 * brought.
 */
export const PathsView = ({ site }: { readonly site: Site }) => {
  const say = useSay();
  const [{ fold, limit }, go] = useAddress(readPaths);
  const { product_id, from, to, axis, where } = site.question;
  const question = {
    product_id,
    from,
    to,
    fold,
    ...(axis !== undefined && { axis }),
    ...(where !== undefined && { where }),
  };
  const { answer, failure, busy, again, long, giveUp } = useReportInquiry(paths.operation, {
    ...question,
    limit: Number(limit),
    nodes: paths.nodes,
  });
  const report = answer?.report ?? null;
  const flow = useMemo(() => (report === null ? null : flowOf(report, say)), [report, say]);
  const rows = report === null ? null : present(report.rows);
  const links = report === null ? [] : linksOf(report);
  const { open, dialog } = useLooking((key, field) =>
    report === null
      ? null
      : toldOf(report, key, field, { ...question, top: Number(limit), nodes: paths.nodes }, say),
  );
  const pick = (index: number) => {
    const link = links[index];
    if (link !== undefined) open?.(linkKey(link));
  };
  return (
    <>
      <ReportBar
        site={site}
        file={{ path: paths.path, question, columns: paths.columns, sort: null }}
        waited={{ long, giveUp }}
      />
      <section className={`tp-panel${busy && report !== null ? ' tp-dim' : ''}`} aria-busy={busy}>
        <div className="tp-fields">
          <label className="check">
            <input
              type="checkbox"
              checked={fold}
              onChange={event => go({ fold: event.target.checked ? undefined : '0' }, { replace: true })}
            />
            <FormattedMessage id="paths.fold" />
          </label>
        </div>
        {failure !== null || rows?.length === 0 ? (
          <Unanswered site={site} failure={failure} onAgain={again} />
        ) : report === null ? (
          <RowsAwaited rows={8} />
        ) : (
          flow !== null && <Chart shape={flow} note={site.note} onPick={pick} />
        )}
      </section>
      {failure === null && report !== null && rows !== null && rows.length > 0 && (
        <section className={`tp-panel${busy ? ' tp-dim' : ''}`}>
          <header className="tp-paths-head">
            <h2 className="tp-panel-title">
              <FormattedMessage id="paths.title" />
            </h2>
            <Choice
              label={say('paths.limit')}
              value={limit}
              open
              options={paths.limits.map(value => ({
                value,
                label: say('analysis.top', { count: Number(value) }),
              }))}
              onChange={chosen =>
                go({ limit: chosen === paths.limits[0] ? undefined : chosen }, { replace: true })
              }
            />
          </header>
          <TopPaths rows={rows} others={report.others} totals={report.totals} open={open} />
          <ReportFooter report={report} />
        </section>
      )}
      {dialog}
    </>
  );
};

const METRICS = ['cv', 'amount_sum'] as const;

/**
 * A figure by the address' words: a path by its key, all others, all, or what went from one stop to the next.
 */
const toldOf = (
  report: PathsReport,
  key: string,
  field: string | null,
  question: Omit<SelectedFigure['question'], 'key'>,
  say: Say,
): SelectedFigure | null => {
  const way = present(report.rows).find(row => row.key === key);
  const link = linksOf(report).find(one => linkKey(one) === key);
  const nameOf = (stop: string) =>
    stopName(present(report.nodes).find(one => one.key === stop) ?? { key: stop, label: '' }, say);
  const figures = key === TOTAL ? report.totals : key === 'others' ? report.others : (way ?? link);
  const metric = METRICS.find(one => one === field) ?? METRICS[0];
  if (figures === undefined || figures === null) return null;
  const label =
    way !== undefined
      ? present(way.steps)
          .map(step => stopName(step, say))
          .join(' → ')
      : link !== undefined
        ? `${nameOf(link.from)} → ${nameOf(link.to)}`
        : key === TOTAL
          ? say('paths.all', { count: report.totals?.paths ?? 0 })
          : say('paths.other_paths', { count: report.others?.paths ?? 0 });
  return {
    label,
    metric,
    value: figures[metric],
    watermark: report.watermark,
    question: { ...question, analysis: 'paths', key },
    choices: METRICS.map(one => ({ field: one, metric: one })),
    contacts: null,
    periods: null,
  };
};

type Figures = Pick<PathRow, 'cv' | 'share' | 'amount_sum' | 'amount_avg' | 'attr_avg'>;
interface TopProps {
  readonly rows: readonly PathRow[];
  readonly others: (Figures & { readonly paths: number }) | null;
  readonly totals: (Figures & { readonly paths: number }) | null;
  readonly open: DrillDownDialog['open'];
}

const TopPaths = ({ rows, others, totals, open }: TopProps) => {
  const say = useSay();
  const format = useFormatter();
  const largest = Math.max(1, ...rows.map(({ cv }) => cv));
  const yen = (id: string) => say('unit.named', { name: say(id), unit: say('unit.yen') });
  const figure = (key: string, field: string, text: string, value: number) => (
    <FigureButton text={text} onOpen={open === null || value === 0 ? null : () => open(key, field)} />
  );
  const figures = (
    key: string,
    { cv, share, amount_sum: amount, amount_avg: average, attr_avg: time }: Figures,
    bar: boolean,
  ) => (
    <>
      <td className="tp-number tp-path-cv">
        <span>
          {bar && (
            <span className="tp-path-bar" aria-hidden="true">
              <span style={{ width: `${(cv / largest) * 100}%` }} />
            </span>
          )}
          <b>{figure(key, 'cv', format('count', cv), cv)}</b>
        </span>
      </td>
      <td className="tp-number">{format('percent', share)}</td>
      <td className="tp-number">{figure(key, 'amount_sum', format('yen', amount), amount)}</td>
      <td className="tp-number">{format('yen', average)}</td>
      <td className="tp-number tp-time">{format('duration', time)}</td>
    </>
  );
  return (
    <ScrollBox className="tp-table-box tp-paths" label={say('paths.title')}>
      <table className="tp-table">
        <thead>
          <tr>
            <th scope="col">{say('paths.path')}</th>
            <th scope="col" className="tp-number">
              {say('paths.length')}
            </th>
            <th scope="col" className="tp-number">
              {say('metric.cv.name')}
            </th>
            <th scope="col" className="tp-number">
              {say('paths.share')}
            </th>
            <th scope="col" className="tp-number">
              {yen('metric.amount_sum.name')}
            </th>
            <th scope="col" className="tp-number">
              {yen('metric.amount_avg.name')}
            </th>
            <th scope="col" className="tp-number">
              {say('metric.attr_avg.name')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => {
            const steps = present(row.steps);
            return (
              <tr key={row.key}>
                <th scope="row">
                  <ol className="tp-steps-of">
                    {steps.map((step, index) => (
                      <li key={`${index}:${step.key}`}>{stopName(step, say)}</li>
                    ))}
                    {row.length > steps.length && (
                      <li>{say('paths.more_steps', { count: row.length - steps.length })}</li>
                    )}
                  </ol>
                </th>
                <td className="tp-number">{format('count', row.length)}</td>
                {figures(row.key, row, true)}
              </tr>
            );
          })}
          {others !== null && others.paths > 0 && (
            <tr>
              <th scope="row" colSpan={2} className="tp-quiet-row">
                {say('paths.other_paths', { count: others.paths })}
              </th>
              {figures('others', others, false)}
            </tr>
          )}
        </tbody>
        {totals !== null && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {say('paths.all', { count: totals.paths })}
              </th>
              {figures(TOTAL, totals, false)}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollBox>
  );
};
