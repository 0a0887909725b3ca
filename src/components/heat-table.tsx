import type { CSSProperties } from 'react';
import { FigureButton } from './figure-button.tsx';
import { heatOf, stretchesOf } from './heat.ts';
import './heat-table.css';
import { ScrollBox } from './scroll-box.tsx';
import { usePrinting } from './use-printing.ts';

/** One cell: its text and its number. `future`: the value is not known yet. */
export interface HeatCell {
  readonly text: string;
  readonly value: number | null;
  readonly future?: boolean;
}
export interface HeatRow {
  readonly key: string;
  readonly name: string;
  /** Texts of additional columns after the name, not part of the colour scale. */ readonly facts: readonly string[];
  readonly cells: readonly HeatCell[];
}

interface Props {
  readonly label: string;
  /** Headings of the name, of the additional columns, and of the cells. */
  readonly headings: {
    readonly name: string;
    readonly facts: readonly string[];
    readonly cells: readonly string[];
  };
  readonly rows: readonly HeatRow[];
  readonly totals: HeatRow | null;
  /** Text of a cell whose period has not begun. */
  readonly future: string;
  /**
   * Opens the drill-down of a figure, identified by row key, kind of cell and column index. Figures for which
   * `has` returns false are plain text.
   */
  readonly cellAction?:
    | {
        readonly has: (row: string, of: 'fact' | 'cell', index: number) => boolean;
        readonly open: (row: string, of: 'fact' | 'cell', index: number) => void;
      }
    | undefined;
}

/** Range of cell columns in one table: first index, and the index after the last. */
type Stretch = readonly [number, number];

interface PartProps extends Pick<Props, 'headings' | 'future' | 'cellAction'> {
  readonly stretch: Stretch;
  /** By column: whether no row can have a value yet. */
  readonly empty: readonly boolean[];
  /** Largest value of all cells. */
  readonly largest: number;
}

const isIn = ([from, to]: Stretch, index: number): boolean => index >= from && index < to;

const HeatHead = ({ headings, stretch, empty }: PartProps) => (
  <thead>
    <tr>
      <th scope="col">{headings.name}</th>
      {stretch[0] === 0 &&
        headings.facts.map(heading => (
          <th key={heading} scope="col" className="tp-fact">
            {heading}
          </th>
        ))}
      {headings.cells.map(
        (heading, index) =>
          isIn(stretch, index) && (
            <th key={heading} scope="col" className={empty[index] === true ? 'tp-never' : undefined}>
              {heading}
            </th>
          ),
      )}
    </tr>
  </thead>
);

interface LineProps extends PartProps {
  readonly row: HeatRow;
  /** Whether the background colour shows the magnitude of the cells; rows of totals have none. */
  readonly hot: boolean;
}

const HeatLine = ({ row, hot, headings, stretch, empty, largest, future, cellAction }: LineProps) => {
  const { key, name, facts, cells } = row;
  const figure = (of: 'fact' | 'cell', index: number, text: string) => (
    <FigureButton
      text={text}
      onOpen={cellAction?.has(key, of, index) === true ? () => cellAction.open(key, of, index) : null}
    />
  );
  const cellOf = (cell: HeatCell, index: number) =>
    cell.future === true || empty[index] === true ? (
      <td key={headings.cells[index]} className={empty[index] === true ? 'tp-future tp-never' : 'tp-future'}>
        <span className="visually-hidden">{future}</span>
      </td>
    ) : (
      <td
        key={headings.cells[index]}
        style={{ '--heat': `${hot ? heatOf(cell.value, largest) : 0}%` } as CSSProperties}
      >
        {figure('cell', index, cell.text)}
      </td>
    );
  return (
    <tr>
      <th scope="row">{name}</th>
      {stretch[0] === 0 &&
        facts.map((text, index) => (
          <td key={headings.facts[index]} className="tp-fact">
            {figure('fact', index, text)}
          </td>
        ))}
      {cells.map((cell, index) => isIn(stretch, index) && cellOf(cell, index))}
    </tr>
  );
};

/**
 * Table whose cells have a background that deepens with the value. The figures are always displayed as text.
 */
export const HeatTable = ({ label, headings, rows, totals, future, cellAction }: Props) => {
  const largest = Math.max(0, ...rows.flatMap(({ cells }) => cells.map(({ value }) => value ?? 0)));
  // Columns in which no row can have a value yet: they have no totals, and are left out in print.
  const empty = headings.cells.map(
    (_, index) => rows.length > 0 && rows.every(({ cells }) => cells[index]?.future === true),
  );
  // A table that is too wide for paper is printed as several tables, one below the other.
  const printing = usePrinting();
  const drawn = headings.cells.length - (printing ? empty.filter(Boolean).length : 0);
  const stretches = printing ? stretchesOf(drawn) : [[0, headings.cells.length] as const];
  return (
    <ScrollBox className="tp-heat" label={label}>
      {stretches.map(stretch => {
        const part = { headings, future, cellAction, stretch, empty, largest };
        return (
          <table key={stretch[0]}>
            <HeatHead {...part} />
            <tbody>
              {rows.map(row => (
                <HeatLine key={row.key} row={row} hot {...part} />
              ))}
            </tbody>
            {totals !== null && (
              <tfoot>
                <HeatLine row={totals} hot={false} {...part} />
              </tfoot>
            )}
          </table>
        );
      })}
    </ScrollBox>
  );
};
