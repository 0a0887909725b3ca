import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { isOverTime, type Analysis, type ReportRow } from '../../../analyses/analysis.ts';
import { Chart } from '../../../components/chart/chart.tsx';
import { Choice } from '../../../components/choice.tsx';
import { useToday } from '../../../components/use-today.ts';
import { writeAnalysisSearch } from '../search/write-search.ts';
import type { ReportContext } from './context.ts';
import { beganAt, itemName, shapeOf } from './chart-shape.ts';
import { useTranslate } from './use-report.ts';

interface Props {
  readonly analysis: Analysis;
  readonly site: ReportContext;
  readonly rows: readonly ReportRow[];
  readonly busy: boolean;
  /** Called with the row and the metric of a clicked value. */
  readonly onPick: (row: ReportRow, metric: string | undefined) => void;
}

const useShape = ({ analysis, site, rows }: Props) => {
  const intl = useIntl();
  const translate = useTranslate();
  const today = useToday();
  const { axis, by, step, item, compare } = site.search;
  const compared = compare !== null;
  const own = `analysis.${analysis.name}.item.${item}`;
  const title = own in intl.messages ? translate(own) : undefined;
  return useMemo(
    () =>
      item === ''
        ? null
        : shapeOf(
            analysis,
            rows,
            { ...(title !== undefined && { title }), item, kind: { axis, by, step }, compared, today },
            translate,
          ),
    [analysis, rows, item, axis, by, step, compared, title, today, translate],
  );
};

/** The first interval with values, where intervals before it have none. */
const useFirstMeasured = (analysis: Analysis, rows: readonly ReportRow[]) =>
  useMemo(() => {
    const inTime = isOverTime(analysis) ? rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)) : [];
    const began = beganAt(inTime);
    return began > 0 ? inTime[began] : undefined;
  }, [analysis, rows]);

/** The chart of a report, with the choice of its metrics. */
export const ReportChart = (props: Props) => {
  const { analysis, site, rows, busy, onPick } = props;
  const { search, go, note } = site;
  const { items } = analysis.chart;
  const intl = useIntl();
  const translate = useTranslate();
  const shape = useShape(props);
  const since = useFirstMeasured(analysis, rows);
  if (shape === null) return null;
  const pick = (index: number, series: number): void => {
    const row = rows.find(({ key }) => key === shape.keys?.[index]);
    if (row !== undefined) onPick(row, items.find(([first]) => first === search.item)?.[series]);
  };
  return (
    <section className={`tp-panel${busy ? ' tp-dim' : ''}`}>
      {items.length > 1 && (
        <Choice
          label={translate('analysis.item')}
          value={search.item}
          open
          options={items.map(([first]) => ({
            value: first,
            label: itemName(analysis, first, translate, id => id in intl.messages),
          }))}
          onChange={chosen => go(writeAnalysisSearch({ item: chosen }), { replace: true })}
        />
      )}
      <Chart shape={shape} note={note} onPick={pick} />
      {since !== undefined && (
        <p className="tp-note">
          {translate(search.conditions.length > 0 ? 'term.since_narrowed' : 'term.since', {
            from: since.label,
          })}
        </p>
      )}
    </section>
  );
};
