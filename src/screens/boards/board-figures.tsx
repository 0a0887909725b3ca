import { FormattedMessage } from 'react-intl';
import { metrics, type MetricKey } from '../../analyses/metrics.ts';
import { Chart } from '../../components/chart/chart.tsx';
import type { ChartShape } from '../../components/chart/shape.ts';
import { Delta } from '../../components/delta.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import type { SharedItem } from '../../resources/board-links.ts';
import type { NumberFormat } from '../../resources/column.ts';
import { present, type Present } from '../../resources/row.ts';
import './board-figures.css';

type ComposedFigures = SharedItem;
type Column = Present<ComposedFigures['columns']>;

const formatOf = ({ format }: Column): NumberFormat => format as NumberFormat;
const isText = ({ format }: Column): boolean => format === 'text';
const numbersOf = (values: readonly (number | null)[]): readonly (number | null)[] => values;

interface PartProps {
  readonly figures: ComposedFigures;
  readonly name: string;
}

/** One figure, with its change where the report compares periods. */
const Figure = ({ figures }: PartProps) => {
  const format = useFormatter();
  const [column, compared] = present(figures.columns);
  const [now = null, before = null] = numbersOf(figures.totals ?? []);
  if (column === undefined) return null;
  const metric = metrics[column.metric as MetricKey] as (typeof metrics)[MetricKey] | undefined;
  return (
    <dl className="tp-board-figure">
      <dt>{column.name}</dt>
      <dd>
        <strong>{format(formatOf(column), now)}</strong>
        {compared !== undefined && (
          <Delta now={now} before={before} moreIsBetter={metric?.moreIsBetter ?? null} />
        )}
      </dd>
    </dl>
  );
};

const shapeOf = (figures: ComposedFigures): ChartShape => {
  const [columns, rows] = [present(figures.columns), present(figures.rows)];
  return {
    kind: figures.chart === 'line' || figures.chart === 'stacked' ? figures.chart : 'bars',
    title: figures.title,
    axis: figures.heading,
    categories: rows.map(({ label }) => label),
    series: columns.map((column, index) => ({
      name: column.name,
      format: formatOf(column),
      values: rows.map(({ values }) => values[index] ?? null),
      ...(column.compared && { faint: true }),
    })),
    format: columns[0] === undefined ? 'count' : formatOf(columns[0]),
    ...(figures.unfinished && { unfinished: true }),
    ...(figures.chart === 'diverging' && { diverging: true }),
  };
};

const FiguresChart = ({ figures }: PartProps) => (
  <Chart shape={shapeOf(figures)} note={present(figures.conditions).join(' · ')} />
);

const FiguresTable = ({ figures, name }: PartProps) => {
  const format = useFormatter();
  const [columns, rows] = [present(figures.columns), present(figures.rows)];
  const cells = (values: readonly (number | null)[], texts: readonly (string | null)[] = []) =>
    columns.map((column, index) => (
      <td key={column.metric} data-format={column.format}>
        {isText(column) ? texts[index] : format(formatOf(column), values[index] ?? null)}
      </td>
    ));
  return (
    <>
      <ScrollBox className="tp-board-table" label={name}>
        <table>
          <thead>
            <tr>
              <th scope="col">{figures.heading}</th>
              {columns.map(column => (
                <th key={column.metric} scope="col" data-format={column.format}>
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.key}>
                <th scope="row">{row.label}</th>
                {cells(row.values, row.texts)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">
                <FormattedMessage id="analysis.total" />
              </th>
              {cells(figures.totals ?? [])}
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
      {figures.count > rows.length && (
        <p className="tp-note">
          <FormattedMessage
            id="shared_board.more_rows"
            values={{ shown: rows.length, count: figures.count }}
          />
        </p>
      )}
    </>
  );
};

/** Message of an item without figures. @param notShown message where the view cannot be shown */
const absenceOf = (absent: string, notShown: string): string => {
  switch (absent) {
    case 'metric':
      return 'report_board.no_metric';
    case 'chart':
      return 'report_board.no_chart';
    case 'rules':
      return 'what_if.unchanged';
    default:
      return notShown;
  }
};

const Absence = ({ message }: { readonly message: string }) => (
  <p className="tp-board-absent">
    <FormattedMessage id={message} />
  </p>
);

interface Props extends PartProps {
  /** What of the report is shown: chart, table or figure. */
  readonly kind: string;
  /** Message where the view cannot be shown. */
  readonly notShown: string;
}

const Part = ({ figures, kind, name, notShown }: Props) => {
  const { absent, rows } = figures;
  if (absent !== null) return <Absence message={absenceOf(absent, notShown)} />;
  if (kind === 'figure') return <Figure figures={figures} name={name} />;
  if (rows.length === 0) return <Absence message="shared_board.no_rows" />;
  return kind === 'table' ? (
    <FiguresTable figures={figures} name={name} />
  ) : (
    <FiguresChart figures={figures} name={name} />
  );
};

/** The figures of an item that the server composes, with the conditions of their report. */
export const BoardFigures = (props: Props) => (
  <>
    <p className="tp-note tp-board-conditions">{present(props.figures.conditions).join(' · ')}</p>
    <Part {...props} />
  </>
);
