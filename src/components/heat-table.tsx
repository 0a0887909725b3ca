import type { CSSProperties } from 'react';
import { FigureButton } from './figure-button.tsx';
import { heatOf } from './heat.ts';
import './heat-table.css';
import { ScrollBox } from './scroll-box.tsx';

/** A cell: what it says, and the number behind it. `future`: it cannot be known yet. */
export interface HeatCell { readonly text: string; readonly value: number | null; readonly future?: boolean }
export interface HeatRow { readonly key: string; readonly name: string; /** Beside the name, not part of the scale. */ readonly facts: readonly string[]; readonly cells: readonly HeatCell[] }

interface Props {
  readonly label: string;
  /** Of the names, of the facts beside them, of the cells. */
  readonly headings: { readonly name: string; readonly facts: readonly string[]; readonly cells: readonly string[] };
  readonly rows: readonly HeatRow[];
  readonly totals: HeatRow | null;
  /** What is said of a cell whose time has not come. */
  readonly future: string;
  /** Looks into a figure: of a row by its key, one of its facts or its cells. Those of which nothing can be seen are not offered. */
  readonly onPick?: { readonly has: (row: string, of: 'fact' | 'cell', index: number) => boolean; readonly open: (row: string, of: 'fact' | 'cell', index: number) => void } | undefined;
}

/** Figures whose size is seen as well as read: the more, the deeper the ground. The figures themselves never go. */
export const HeatTable = ({ label, headings, rows, totals, future, onPick }: Props) => {
  const largest = Math.max(0, ...rows.flatMap(({ cells }) => cells.map(({ value }) => value ?? 0)));
  // Columns in which nothing can be yet, in any row: the sums have nothing to sum up, and paper no room for them.
  const empty = headings.cells.map((_, index) => rows.length > 0 && rows.every(({ cells }) => cells[index]?.future === true));
  const figure = (row: string, of: 'fact' | 'cell', index: number, text: string) => <FigureButton text={text} onOpen={onPick?.has(row, of, index) === true ? () => onPick.open(row, of, index) : null} />;
  const line = ({ key, name, facts, cells }: HeatRow, hot: boolean) => (
    <tr key={key}>
      <th scope="row">{name}</th>
      {facts.map((text, index) => <td key={headings.facts[index]} className="tp-fact">{figure(key, 'fact', index, text)}</td>)}
      {cells.map((cell, index) => (cell.future === true || empty[index] === true
        ? <td key={headings.cells[index]} className={empty[index] === true ? 'tp-future tp-never' : 'tp-future'}><span className="visually-hidden">{future}</span></td>
        : <td key={headings.cells[index]} style={{ '--heat': `${hot ? heatOf(cell.value, largest) : 0}%` } as CSSProperties}>{figure(key, 'cell', index, cell.text)}</td>))}
    </tr>
  );
  return (
    <ScrollBox className="tp-heat" label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{headings.name}</th>
            {headings.facts.map(heading => <th key={heading} scope="col" className="tp-fact">{heading}</th>)}
            {headings.cells.map((heading, index) => <th key={heading} scope="col" className={empty[index] === true ? 'tp-never' : undefined}>{heading}</th>)}
          </tr>
        </thead>
        <tbody>{rows.map(row => line(row, true))}</tbody>
        {totals !== null && <tfoot>{line(totals, false)}</tfoot>}
      </table>
    </ScrollBox>
  );
};
