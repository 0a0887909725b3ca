import { useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import { transitions, type TransitionCell, type TransitionMeasure, type TransitionRow } from '../../analyses/transitions.ts';
import { Choice } from '../../components/choice.tsx';
import { HeatTable, type HeatCell, type HeatRow } from '../../components/heat-table.tsx';
import { Empty, Failed, RowsAwaited } from '../../components/states.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { useAddress, type RawSearch } from '../../console/address.ts';
import { present } from '../../resources/row.ts';
import { DownloadMenu } from '../list/download-menu.tsx';
import { useInquiry } from '../use-inquiry.ts';
import { stretchName } from './figures.ts';
import './paths.css';
import type { Site } from './site.ts';
import { useSay } from './use-report.ts';
import { Waiting } from './waiting.tsx';

const readMeasure = (raw: RawSearch): { readonly measure: TransitionMeasure } => ({ measure: transitions.measures.find(one => one === raw['cell']) ?? transitions.measures[0] });

/** A month's cells: what cannot be known yet is told from what did not happen. */
const isFuture = ({ cv, amount_sum: amount, visitors }: TransitionCell): boolean => cv === null && amount === null && visitors === null;

/** The columns of its file: every cell of one measure. */
const columnsOf = (measure: TransitionMeasure): readonly string[] => [
  'label', 'first_touch_count', 'cv', 'amount_sum', ...Array.from({ length: transitions.months + 1 }, (_, month) => `${measure}_${month}`), ...(measure === 'visitors' ? [] : [`${measure}_later`]),
];

/** The month transition: of the visitors who were first met in a month, what they did that month and in the 24 after it. */
export const TransitionsPanel = ({ site }: { readonly site: Site }) => {
  const say = useSay();
  const format = useFormatter();
  const [{ measure }, go] = useAddress(readMeasure);
  const { product_id, from, to, where } = site.question;
  const question = { product_id, from, to, ...(where !== undefined && { where }) };
  const { answer, failure, busy, again, long, giveUp } = useInquiry(transitions.operation, question);
  const report = answer?.report ?? null;
  const rows = useMemo(() => (report === null ? null : present(report.rows)), [report]);
  const lineOf = (row: Pick<TransitionRow, 'first_touch_count' | 'cv' | 'amount_sum' | 'cells'>, key: string, name: string): HeatRow => ({
    key, name, facts: [format('count', row.first_touch_count), format('count', row.cv), format('yen', row.amount_sum)],
    cells: present(row.cells).map((cell): HeatCell => ({ text: format(measure === 'amount_sum' ? 'yen' : 'count', cell[measure]), value: cell[measure], future: isFuture(cell) })),
  });
  const yen = (id: string) => say('unit.named', { name: say(id), unit: say('unit.yen') });
  const months = rows?.[0] === undefined ? [] : present(rows[0].cells).map(({ month }) => (month === 0 ? say('transitions.same_month') : say('transitions.month', { month })));
  return (
    <section className={`tp-panel tp-transitions${busy && report !== null ? ' tp-dim' : ''}`} aria-busy={busy}>
      <header>
        <div>
          <h2><FormattedMessage id="transitions.title" /></h2>
          <p><FormattedMessage id="transitions.lead" /></p>
        </div>
        <Choice
          label={say('transitions.measure')} value={measure} open options={transitions.measures.map(value => ({ value, label: say(`transitions.measure.${value}`) }))}
          onChange={chosen => go({ cell: chosen === transitions.measures[0] ? undefined : chosen }, { replace: true })}
        />
        <DownloadMenu path={transitions.path} query={question} columns={columnsOf(measure)} />
      </header>
      <Waiting long={long} giveUp={giveUp} />
      {failure !== null ? <Failed trouble={failure} onAgain={again} />
        : rows === null ? <RowsAwaited rows={8} />
          : rows.length === 0 ? <Empty title="state.empty" hint="state.empty_hint" />
            : (
              <>
                <HeatTable
                  label={say('transitions.title')} future={say('transitions.future')}
                  headings={{ name: say('transitions.first_month'), facts: [say('metric.first_touch_count.name'), say('metric.cv.name'), yen('metric.amount_sum.name')], cells: months }}
                  rows={rows.map(row => lineOf(row, row.key, stretchName(row.key, 'month')))} totals={report?.totals ? lineOf(report.totals, 'total', say('analysis.total')) : null}
                />
                <p className="tp-note"><FormattedMessage id="transitions.note" /></p>
              </>
            )}
    </section>
  );
};
