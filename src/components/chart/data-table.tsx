import { useIntl } from 'react-intl';
import { ScrollBox } from '../scroll-box.tsx';
import { useFormatter } from '../use-formatter.ts';
import { tableOf, type ChartShape, type FlowShape } from './shape.ts';

/**
 * Message ids of headings that are shared by all charts of a kind; other headings are the chart's own texts.
 */
const WORDS: Readonly<Record<string, string>> = {
  '#': 'chart.step',
  from: 'chart.flow_from',
  to: 'chart.flow_to',
  notes: 'chart.notes',
};

/** Data table with all numbers of a chart. */
const DataTable = ({ shape }: { readonly shape: ChartShape | FlowShape }) => {
  const intl = useIntl();
  const table = tableOf(shape);
  const format = useFormatter();
  return (
    <ScrollBox className="tp-data-table" label={shape.title}>
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

export default DataTable;
