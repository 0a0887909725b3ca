import type { PathRow } from '../../../analyses/paths.ts';
import { FigureButton } from '../../../components/figure-button.tsx';
import { ScrollBox } from '../../../components/scroll-box.tsx';
import { useFormatter } from '../../../components/use-formatter.ts';
import { present } from '../../../resources/row.ts';
import { TOTAL, type DrillDownDialog } from '../drilldown/use-selected-figure.tsx';
import { useTranslate } from '../report/use-report.ts';
import { stopName } from './path-shapes.ts';

type Figures = Pick<PathRow, 'cv' | 'share' | 'amount_sum' | 'amount_avg' | 'attr_avg'>;
interface Props {
  readonly rows: readonly PathRow[];
  readonly others: (Figures & { readonly paths: number }) | null;
  readonly totals: (Figures & { readonly paths: number }) | null;
  readonly open: DrillDownDialog['open'];
}

interface FigureCellsProps {
  /** The key of the row in the address. */
  readonly of: string;
  readonly figures: Figures;
  /** Length of the bar beside the conversions in percent; undefined: no bar. */
  readonly bar?: number;
  readonly open: DrillDownDialog['open'];
}

const FigureCells = ({ of, figures, bar, open }: FigureCellsProps) => {
  const format = useFormatter();
  const { cv, share, amount_sum: amount, amount_avg: average, attr_avg: time } = figures;
  const figure = (field: string, text: string, value: number) => (
    <FigureButton text={text} onOpen={open === null || value === 0 ? null : () => open(of, field)} />
  );
  return (
    <>
      <td className="tp-number tp-path-cv">
        <span>
          {bar !== undefined && (
            <span className="tp-path-bar" aria-hidden="true">
              <span style={{ width: `${bar}%` }} />
            </span>
          )}
          <b>{figure('cv', format('count', cv), cv)}</b>
        </span>
      </td>
      <td className="tp-number">{format('percent', share)}</td>
      <td className="tp-number">{figure('amount_sum', format('yen', amount), amount)}</td>
      <td className="tp-number">{format('yen', average)}</td>
      <td className="tp-number tp-time">{format('duration', time)}</td>
    </>
  );
};

const PathSteps = ({ row }: { readonly row: PathRow }) => {
  const translate = useTranslate();
  const steps = present(row.steps);
  return (
    <ol className="tp-steps-of">
      {steps.map((step, index) => (
        <li key={`${index}:${step.key}`}>{stopName(step, translate)}</li>
      ))}
      {row.length > steps.length && (
        <li>{translate('paths.more_steps', { count: row.length - steps.length })}</li>
      )}
    </ol>
  );
};

const Headings = () => {
  const translate = useTranslate();
  const yen = (id: string) => translate('unit.named', { name: translate(id), unit: translate('unit.yen') });
  const names = [
    translate('paths.length'),
    translate('metric.cv.name'),
    translate('paths.share'),
    yen('metric.amount_sum.name'),
    yen('metric.amount_avg.name'),
    translate('metric.attr_avg.name'),
  ];
  return (
    <thead>
      <tr>
        <th scope="col">{translate('paths.path')}</th>
        {names.map(name => (
          <th key={name} scope="col" className="tp-number">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
};

/** The most frequent paths with their results, the sum of the others, and the totals. */
export const TopPaths = ({ rows, others, totals, open }: Props) => {
  const translate = useTranslate();
  const format = useFormatter();
  const largest = Math.max(1, ...rows.map(({ cv }) => cv));
  return (
    <ScrollBox className="tp-table-box tp-paths" label={translate('paths.title')}>
      <table className="tp-table">
        <Headings />
        <tbody>
          {rows.map(row => (
            <tr key={row.key}>
              <th scope="row">
                <PathSteps row={row} />
              </th>
              <td className="tp-number">{format('count', row.length)}</td>
              <FigureCells of={row.key} figures={row} bar={(row.cv / largest) * 100} open={open} />
            </tr>
          ))}
          {others !== null && others.paths > 0 && (
            <tr>
              <th scope="row" colSpan={2} className="tp-quiet-row">
                {translate('paths.other_paths', { count: others.paths })}
              </th>
              <FigureCells of="others" figures={others} open={open} />
            </tr>
          )}
        </tbody>
        {totals !== null && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {translate('paths.all', { count: totals.paths })}
              </th>
              <FigureCells of={TOTAL} figures={totals} open={open} />
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollBox>
  );
};
