import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { isOverTime, type Analysis, type ReportRow } from '../../../analyses/analysis.ts';
import { AwaitedChart, Chart } from '../../../components/chart/chart.tsx';
import { Choice } from '../../../components/choice.tsx';
import { useToday } from '../../../components/use-today.ts';
import { appliedConditions } from '../../../resources/filter.ts';
import { NotedChartPlace } from '../../day-notes/noted-chart-place.tsx';
import { writeAnalysisSearch } from '../search/write-search.ts';
import type { ReportContext } from './context.ts';
import { ChartPanel } from './chart-panel.tsx';
import { beganAt, itemName, shapeOf } from './chart-shape.ts';
import { useTranslate } from './use-report.ts';

interface Props {
  readonly analysis: Analysis;
  readonly context: ReportContext;
  /** Null until there is an answer. */
  readonly rows: readonly ReportRow[] | null;
  readonly busy: boolean;
  /** Called with the row and the metric of a clicked value. */
  readonly onSelect: (row: ReportRow, metric: string | undefined) => void;
}

type DrawnProps = Pick<Props, 'analysis' | 'context'> & {
  readonly rows: readonly ReportRow[];
  /** Absent: the values cannot be clicked. */
  readonly onSelect?: Props['onSelect'];
};

const useShape = ({ analysis, context, rows }: DrawnProps) => {
  const intl = useIntl();
  const translate = useTranslate();
  const today = useToday();
  const { axis, by, step, item, compare } = context.search;
  const compared = compare !== null;
  const own = `analysis.${analysis.name}.item.${item}`;
  const title = own in intl.messages ? translate(own) : undefined;
  return useMemo(
    () =>
      shapeOf(
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

/** The chart of the rows, and since when there are values. */
export const DrawnChart = (props: DrawnProps) => {
  const { analysis, context, rows, onSelect } = props;
  const { search, note } = context;
  const translate = useTranslate();
  const shape = useShape(props);
  const since = useFirstMeasured(analysis, rows);
  const selectRow = (index: number, series: number): void => {
    const row = rows.find(({ key }) => key === shape.keys?.[index]);
    if (row !== undefined)
      onSelect?.(row, analysis.chart.items.find(([first]) => first === search.item)?.[series]);
  };
  const chart = { shape, note, ...(onSelect !== undefined && { onSelect: selectRow }) };
  return (
    <>
      {isOverTime(analysis) ? (
        <NotedChartPlace
          {...chart}
          productId={context.query.product_id}
          days={context.days}
          intervals={rows}
        />
      ) : (
        <Chart {...chart} />
      )}
      {since !== undefined && (
        <p className="tp-note">
          {translate(appliedConditions(search.conditions).length > 0 ? 'term.since_narrowed' : 'term.since', {
            from: since.label,
          })}
        </p>
      )}
    </>
  );
};

const useItemOptions = (analysis: Analysis) => {
  const intl = useIntl();
  const translate = useTranslate();
  return analysis.chart.items.map(([first]) => ({
    value: first as string,
    label: itemName(analysis, first, translate, id => id in intl.messages),
  }));
};

/** The chart of a report, with the choice of its metrics; it can be folded. */
export const ReportChart = (props: Props) => {
  const { analysis, context, rows, busy } = props;
  const { search, go } = context;
  const { chart } = analysis;
  const translate = useTranslate();
  const options = useItemOptions(analysis);
  const over = isOverTime(analysis);
  if (search.item === '') return null;
  const drawn = chart.items.find(([first]) => first === search.item);
  return (
    <ChartPanel
      kind={chart.over}
      isOpenAtFirst={over}
      title={options.find(({ value }) => value === search.item)?.label}
      busy={busy && rows !== null}
    >
      {options.length > 1 && (
        <Choice
          label={translate('analysis.item')}
          value={search.item}
          open
          options={options}
          onChange={chosen => go(writeAnalysisSearch({ item: chosen }), { replace: true })}
        />
      )}
      {rows === null ? (
        <AwaitedChart
          kind={chart.kind}
          categories={over ? 0 : chart.top}
          series={(drawn?.length ?? 1) + (search.compare === null ? 0 : 1)}
        />
      ) : (
        <DrawnChart {...props} rows={rows} />
      )}
    </ChartPanel>
  );
};
