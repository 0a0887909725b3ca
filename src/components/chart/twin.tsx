import { useIntl } from 'react-intl';
import { ScrollBox } from '../scroll-box.tsx';
import { useFormatter } from '../use-formatter.ts';
import { twinOf, type ChartShape, type FlowShape } from './shape.ts';

/** Headings that are the same for every chart of a kind; all others are the chart's own words. */
const WORDS: Readonly<Record<string, string>> = {
  '#': 'chart.step',
  from: 'chart.flow_from',
  to: 'chart.flow_to',
};

/** A chart's numbers, every one of them. */
const Twin = ({ shape }: { readonly shape: ChartShape | FlowShape }) => {
  const intl = useIntl();
  const table = twinOf(shape);
  const format = useFormatter();
  return (
    <ScrollBox className="tp-twin" label={shape.title}>
      <table>
        <thead>
          <tr>
            {table.headings.map((heading, index) => (
              <th key={`${index}:${heading}`} scope="col">
                {WORDS[heading] === undefined ? heading : intl.formatMessage({ id: WORDS[heading] })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ name, unfinished, cells }, index) => (
            <tr key={`${index}:${name}`}>
              <th scope="row">
                {unfinished === true ? intl.formatMessage({ id: 'chart.goes_on' }, { name }) : name}
              </th>
              {cells.map((cell, at) => (
                <td key={table.headings[at + 1]} className={cell.text === undefined ? undefined : 'tp-text'}>
                  {cell.text ?? format(cell.format ?? 'count', cell.value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
};

export default Twin;
