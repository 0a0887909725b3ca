import type { CSSProperties } from 'react';
import { FigureButton } from './figure-button.tsx';
import { heatOf, stretchesOf } from './heat.ts';
import './heat-table.css';
import { ScrollBox } from './scroll-box.tsx';
import { usePrinting } from './use-printing.ts';

/** A cell: what it says, and the number behind it. `future`: it cannot be known yet. */
export interface HeatCell {
  readonly text: string;
  readonly value: number | null;
  readonly future?: boolean;
}
export interface HeatRow {
  readonly key: string;
  readonly name: string;
  /** Beside the name, not part of the scale. */ readonly facts: readonly string[];
  readonly cells: readonly HeatCell[];
}

interface Props {
  readonly label: string;
  /** Of the names, of the facts beside them, of the cells. */
  readonly headings: {
    readonly name: string;
    readonly facts: readonly string[];
    readonly cells: readonly string[];
  };
  readonly rows: readonly HeatRow[];
  readonly totals: HeatRow | null;
  /** What is said of a cell whose time has not come. */
  readonly future: string;
  /**
   * Looks into a figure: of a row by its key, one of its facts or its cells. Those of which nothing can be
   * seen are not offered.
   */
  readonly onPick?:
    | {
        readonly has: (row: string, of: 'fact' | 'cell', index: number) => boolean;
        readonly open: (row: string, of: 'fact' | 'cell', index: number) => void;
      }
    | undefined;
}

/**
 * Figures whose size is seen as well as read: the more, the deeper the ground. The figures themselves never
 * go.
 */
export const HeatTable = ({ label, headings, rows, totals, future, onPick }: Props) => {
  const largest = Math.max(0, ...rows.flatMap(({ cells }) => cells.map(({ value }) => value ?? 0)));
  // Columns in which nothing can be yet, in any row: the sums have nothing to sum up, and paper no room for
  // them.
  const empty = headings.cells.map(
    (_, index) => rows.length > 0 && rows.every(({ cells }) => cells[index]?.future === true),
  );
  const figure = (row: string, of: 'fact' | 'cell', index: number, text: string) => (
    <FigureButton
      text={text}
      onOpen={onPick?.has(row, of, index) === true ? () => onPick.open(row, of, index) : null}
    />
  );
  // Paper does not scroll: what is too wide for it stands in several tables, one below the other.
  const printing = usePrinting();
  const drawn = headings.cells.length - (printing ? empty.filter(Boolean).length : 0);
  const parts = printing ? stretchesOf(drawn) : [[0, headings.cells.length] as const];
  const line = (
    { key, name, facts, cells }: HeatRow,
    hot: boolean,
    [from, to]: readonly [number, number],
  ) => (
    <tr key={key}>
      <th scope="row">{name}</th>
      {from === 0 &&
        facts.map((text, index) => (
          <td key={headings.facts[index]} className="tp-fact">
            {figure(key, 'fact', index, text)}
          </td>
        ))}
      {cells.map((cell, index) =>
        index < from || index >= to ? null : cell.future === true || empty[index] === true ? (
          <td
            key={headings.cells[index]}
            className={empty[index] === true ? 'tp-future tp-never' : 'tp-future'}
          >
            <span className="visually-hidden">{future}</span>
          </td>
        ) : (
          <td
            key={headings.cells[index]}
            style={{ '--heat': `${hot ? heatOf(cell.value, largest) : 0}%` } as CSSProperties}
          >
            {figure(key, 'cell', index, cell.text)}
          </td>
        ),
      )}
    </tr>
  );
  return (
    <ScrollBox className="tp-heat" label={label}>
      {parts.map(part => (
        <table key={part[0]}>
          <thead>
            <tr>
              <th scope="col">{headings.name}</th>
              {part[0] === 0 &&
                headings.facts.map(heading => (
                  <th key={heading} scope="col" className="tp-fact">
                    {heading}
                  </th>
                ))}
              {headings.cells.map((heading, index) =>
                index < part[0] || index >= part[1] ? null : (
                  <th key={heading} scope="col" className={empty[index] === true ? 'tp-never' : undefined}>
                    {heading}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>{rows.map(row => line(row, true, part))}</tbody>
          {totals !== null && <tfoot>{line(totals, false, part)}</tfoot>}
        </table>
      ))}
    </ScrollBox>
  );
};
