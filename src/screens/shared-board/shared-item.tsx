import { FormattedMessage, useIntl } from 'react-intl';
import { metrics, type MetricKey } from '../../analyses/metrics.ts';
import { Button } from '../../components/button.tsx';
import { Chart } from '../../components/chart/chart.tsx';
import type { ChartShape } from '../../components/chart/shape.ts';
import { Delta } from '../../components/delta.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { RowsPlaceholder } from '../../components/states.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { useLocale } from '../../console/context.ts';
import { boardLinkOperations, type SharedBoard, type SharedItem } from '../../resources/board-links.ts';
import type { NumberFormat } from '../../resources/column.ts';
import { present, type Present } from '../../resources/row.ts';
import { FailureNote } from '../failure-note.tsx';
import { useNear } from '../use-near.ts';
import { useSharedQuery } from './use-shared-query.ts';

type Place = Present<SharedBoard['items']>;
type Column = Present<SharedItem['columns']>;

const formatOf = ({ format }: Column): NumberFormat => format as NumberFormat;
const numbersOf = (values: readonly (number | null)[]): readonly (number | null)[] => values;

interface PartProps {
  readonly item: SharedItem;
  readonly name: string;
}

/** One figure, with its change where the report compares periods. */
const SharedFigure = ({ item }: PartProps) => {
  const format = useFormatter();
  const [column, compared] = present(item.columns);
  const [now = null, before = null] = numbersOf(item.totals ?? []);
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

const shapeOf = (item: SharedItem): ChartShape => {
  const [columns, rows] = [present(item.columns), present(item.rows)];
  return {
    kind: item.chart === 'line' || item.chart === 'stacked' ? item.chart : 'bars',
    title: item.title,
    axis: item.heading,
    categories: rows.map(({ label }) => label),
    series: columns.map((column, index) => ({
      name: column.name,
      format: formatOf(column),
      values: rows.map(({ values }) => values[index] ?? null),
      ...(column.compared && { faint: true }),
    })),
    format: columns[0] === undefined ? 'count' : formatOf(columns[0]),
    ...(item.unfinished && { unfinished: true }),
  };
};

const SharedChart = ({ item }: PartProps) => (
  <Chart shape={shapeOf(item)} note={present(item.conditions).join(' · ')} />
);

const SharedTable = ({ item, name }: PartProps) => {
  const format = useFormatter();
  const [columns, rows] = [present(item.columns), present(item.rows)];
  const cells = (values: readonly (number | null)[]) =>
    columns.map((column, index) => (
      <td key={column.metric}>{format(formatOf(column), values[index] ?? null)}</td>
    ));
  return (
    <>
      <ScrollBox className="shared-table" label={name}>
        <table>
          <thead>
            <tr>
              <th scope="col">{item.heading}</th>
              {columns.map(column => (
                <th key={column.metric} scope="col">
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.key}>
                <th scope="row">{row.label}</th>
                {cells(row.values)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">
                <FormattedMessage id="analysis.total" />
              </th>
              {cells(item.totals ?? [])}
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
      {item.count > rows.length && (
        <p className="tp-note">
          <FormattedMessage id="shared_board.more_rows" values={{ shown: rows.length, count: item.count }} />
        </p>
      )}
    </>
  );
};

/** What an item says where it has no figures. */
const absenceOf = (absent: string): string => {
  switch (absent) {
    case 'metric':
      return 'report_board.no_metric';
    case 'chart':
      return 'report_board.no_chart';
    default:
      return 'shared_board.absent';
  }
};

const Figures = ({ item, kind, name }: PartProps & { readonly kind: string }) => {
  if (item.absent !== null && item.absent !== undefined)
    return (
      <p className="tp-board-absent">
        <FormattedMessage id={absenceOf(item.absent)} />
      </p>
    );
  if (kind === 'figure') return <SharedFigure item={item} name={name} />;
  if (item.rows.length === 0)
    return (
      <p className="tp-board-absent">
        <FormattedMessage id="shared_board.no_rows" />
      </p>
    );
  return kind === 'table' ? <SharedTable item={item} name={name} /> : <SharedChart item={item} name={name} />;
};

interface ReadProps {
  readonly token: string;
  readonly index: number;
  readonly place: Place;
  readonly name: string;
}

/** The figures of an item, with the conditions of its report. */
const ReadItem = ({ token, index, place, name }: ReadProps) => {
  const intl = useIntl();
  const { locale } = useLocale();
  const { answer, failure, busy, reload } = useSharedQuery(boardLinkOperations.item, {
    input: { token, item: index, locale },
  });
  const item = answer?.one ?? null;
  if (failure !== null)
    return (
      <div className="tp-board-absent">
        <FailureNote failure={failure} />
        <Button label={intl.formatMessage({ id: 'shared_board.again' })} onClick={reload} />
      </div>
    );
  if (item === null) return <RowsPlaceholder rows={place.kind === 'figure' ? 1 : 6} />;
  return (
    <div className={busy ? 'tp-dim' : undefined} aria-busy={busy}>
      <p className="tp-note tp-board-conditions">{present(item.conditions).join(' · ')}</p>
      <Figures item={item} kind={place.kind} name={name} />
    </div>
  );
};

/** An item of a shared board, whose figures load when it comes near to the window. */
export const SharedBoardItem = ({ token, index, place }: Omit<ReadProps, 'name'>) => {
  const intl = useIntl();
  const { place: section, isNear } = useNear();
  const name = place.name === '' ? intl.formatMessage({ id: 'report_board.absent_name' }) : place.name;
  return (
    <section
      ref={section as never}
      className="tp-panel tp-board-item"
      data-kind={place.kind}
      data-wide={place.wide}
      data-over={place.over}
      aria-label={intl.formatMessage({ id: 'report_board.item' }, { number: index + 1, name })}
    >
      <header>
        <h2>{name}</h2>
      </header>
      {isNear && <ReadItem token={token} index={index} place={place} name={name} />}
    </section>
  );
};
