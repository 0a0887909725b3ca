import { useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import { paths, type PathRow } from '../../analyses/paths.ts';
import { Chart } from '../../components/chart/chart.tsx';
import { Choice } from '../../components/choice.tsx';
import { Empty, Failed, RowsAwaited } from '../../components/states.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { useAddress, type RawSearch } from '../../console/address.ts';
import { present } from '../../resources/row.ts';
import '../credit/credit.css';
import { useInquiry } from '../use-inquiry.ts';
import { Footing } from './footing.tsx';
import { flowOf, stopName } from './path-shapes.ts';
import './paths.css';
import { ReportBar } from './report-bar.tsx';
import type { Site } from './site.ts';
import { useSay } from './use-report.ts';

type Limit = (typeof paths.limits)[number];
const readPaths = (raw: RawSearch): { readonly fold: boolean; readonly limit: Limit } => ({ fold: raw['fold'] !== '0', limit: paths.limits.find(one => one === raw['limit']) ?? paths.limits[0] });

/** The path explorer: the flow of contacts up to the conversion, and the commonest paths with what they brought. */
export const PathsView = ({ site }: { readonly site: Site }) => {
  const say = useSay();
  const [{ fold, limit }, go] = useAddress(readPaths);
  const { product_id, from, to, axis, where } = site.question;
  const question = { product_id, from, to, fold, ...(axis !== undefined && { axis }), ...(where !== undefined && { where }) };
  const { answer, failure, busy, again, long, giveUp } = useInquiry(paths.operation, { ...question, limit: Number(limit), nodes: paths.nodes });
  const report = answer?.report ?? null;
  const flow = useMemo(() => (report === null ? null : flowOf(report, say)), [report, say]);
  const rows = report === null ? null : present(report.rows);
  return (
    <>
      <ReportBar site={site} file={{ path: paths.path, question, columns: paths.columns }} waited={{ long, giveUp }} />
      <section className={`tp-panel${busy && report !== null ? ' tp-dim' : ''}`} aria-busy={busy}>
        <div className="tp-fields">
          <Choice label={say('paths.limit')} value={limit} open options={paths.limits.map(value => ({ value, label: say('analysis.top', { count: Number(value) }) }))} onChange={chosen => go({ limit: chosen === paths.limits[0] ? undefined : chosen }, { replace: true })} />
          <label className="check">
            <input type="checkbox" checked={fold} onChange={event => go({ fold: event.target.checked ? undefined : '0' }, { replace: true })} />
            <FormattedMessage id="paths.fold" />
          </label>
        </div>
        {failure !== null ? <Failed trouble={failure} onAgain={again} />
          : report === null ? <RowsAwaited rows={8} />
            : rows?.length === 0 ? <Empty title="state.empty" hint="state.empty_hint" />
              : flow !== null && <Chart shape={flow} note={site.note} />}
      </section>
      {failure === null && report !== null && rows !== null && rows.length > 0 && (
        <section className={`tp-panel${busy ? ' tp-dim' : ''}`}>
          <h2 className="tp-panel-title"><FormattedMessage id="paths.title" /></h2>
          <TopPaths rows={rows} others={report.others} totals={report.totals} />
          <Footing report={report} />
        </section>
      )}
    </>
  );
};

type Figures = Pick<PathRow, 'cv' | 'share' | 'amount_sum' | 'amount_avg' | 'attr_avg'>;
interface TopProps {
  readonly rows: readonly PathRow[];
  readonly others: (Figures & { readonly paths: number }) | null;
  readonly totals: (Figures & { readonly paths: number }) | null;
}

const TopPaths = ({ rows, others, totals }: TopProps) => {
  const say = useSay();
  const format = useFormatter();
  const largest = Math.max(1, ...rows.map(({ cv }) => cv));
  const yen = (id: string) => say('unit.named', { name: say(id), unit: say('unit.yen') });
  const figures = ({ cv, share, amount_sum: amount, amount_avg: average, attr_avg: time }: Figures, bar: boolean) => (
    <>
      <td className="tp-number tp-path-cv">{bar && <span className="tp-path-bar" aria-hidden="true"><span style={{ width: `${(cv / largest) * 100}%` }} /></span>}{format('count', cv)}</td>
      <td className="tp-number">{format('percent', share)}</td>
      <td className="tp-number">{format('yen', amount)}</td>
      <td className="tp-number">{format('yen', average)}</td>
      <td className="tp-number tp-time">{format('duration', time)}</td>
    </>
  );
  return (
    // Scrolled by the keyboard too, hence the tab stop.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="tp-table-box tp-paths" tabIndex={0} role="region" aria-label={say('paths.title')}>
      <table className="tp-table">
        <thead>
          <tr>
            <th scope="col">{say('paths.path')}</th>
            <th scope="col" className="tp-number">{say('paths.length')}</th>
            <th scope="col" className="tp-number">{say('metric.cv.name')}</th>
            <th scope="col" className="tp-number">{say('paths.share')}</th>
            <th scope="col" className="tp-number">{yen('metric.amount_sum.name')}</th>
            <th scope="col" className="tp-number">{yen('metric.amount_avg.name')}</th>
            <th scope="col" className="tp-number">{say('metric.attr_avg.name')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => {
            const steps = present(row.steps);
            return (
              <tr key={row.key}>
                <th scope="row">
                  <ol className="tp-steps-of">
                    {steps.map((step, index) => <li key={`${index}:${step.key}`}>{stopName(step, say)}</li>)}
                    {row.length > steps.length && <li>{say('paths.more_steps', { count: row.length - steps.length })}</li>}
                  </ol>
                </th>
                <td className="tp-number">{format('count', row.length)}</td>
                {figures(row, true)}
              </tr>
            );
          })}
          {others !== null && others.paths > 0 && <tr><th scope="row" colSpan={2} className="tp-quiet-row">{say('paths.other_paths', { count: others.paths })}</th>{figures(others, false)}</tr>}
        </tbody>
        {totals !== null && <tfoot><tr><th scope="row" colSpan={2}>{say('paths.all', { count: totals.paths })}</th>{figures(totals, false)}</tr></tfoot>}
      </table>
    </div>
  );
};
