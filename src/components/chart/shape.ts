import type { NumberFormat } from '../../resources/column.ts';
import type { CategoryNotes } from './note-badges.ts';

/** One data series; its values correspond to the categories by index, null where there is none. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Format of the values, if it differs from the chart's. */
  readonly format?: NumberFormat;
  /** Drawn less prominently, for example the comparison period. */
  readonly faint?: boolean;
}

/**
 * Definition of a chart, from which drawing, description and data table are all derived. Kinds: `line` for an
 * ordered axis (time), `bars` for comparisons, `stacked` for parts of a sum.
 */
export interface ChartShape {
  readonly kind: 'line' | 'bars' | 'stacked';
  readonly title: string;
  /** Name of the category axis, such as day or ad. */
  readonly axis: string;
  readonly categories: readonly string[];
  /** Key of the record of each category, for the handler that opens it. */
  readonly keys?: readonly string[];
  readonly series: readonly Series[];
  readonly format: NumberFormat;
  /** Number of categories whose period has begun, where later ones are in the future. */
  readonly begun?: number;
  /** The period of the last category that has begun has not ended: a low value there is no decrease. */
  readonly unfinished?: boolean;
  /** Notes on days, of a chart over time that has them. */
  readonly notes?: readonly CategoryNotes[];
  /** Bars of increases and decreases on the two sides of zero, in two colours. */
  readonly diverging?: boolean;
}

/** What a user does with the notes of a chart over time. */
export interface NoteHandlers {
  /** Shows the notes of categories at an element. */
  readonly onOpen: (indices: readonly number[], anchor: HTMLElement) => void;
  /** Adds a note to a day of a category; null: of the latest one. */
  readonly onAdd: (index: number | null) => void;
}

/** The texts of the notes of a category. */
export const notesOf = ({ notes = [] }: ChartShape, index: number): readonly string[] =>
  notes.find(category => category.index === index)?.texts ?? [];

/** One drawn line: a series, or its dashed tail, which leads to the value of an unfinished period. */
export interface Line {
  readonly series: number;
  readonly tail: boolean;
  readonly values: readonly (number | null)[];
}

/** Index of the category whose period has not ended, if one has not. */
const lastBegun = ({ categories, begun = categories.length }: ChartShape): number => begun - 1;

/**
 * The drawn lines of a chart: every series, then the tails of those whose last period has not ended. The last
 * value of such a series belongs to its tail only.
 */
export const linesOf = (shape: ChartShape): readonly Line[] => {
  const { series, unfinished = false } = shape;
  const last = lastBegun(shape);
  const continuationText = ({ faint }: Series): boolean => unfinished && faint !== true && last > 0;
  return [
    ...series.map((one, index): Line => ({
      series: index,
      tail: false,
      values: continuationText(one) ? one.values.toSpliced(last, 1, null) : one.values,
    })),
    ...series.flatMap((one, index): readonly Line[] =>
      continuationText(one)
        ? [
            {
              series: index,
              tail: true,
              values: one.values.map((value, at) => (at < last - 1 ? null : value)),
            },
          ]
        : [],
    ),
  ];
};

/** Whether the period of a category has not ended. */
export const isUnfinished = (shape: ChartShape, index: number): boolean =>
  shape.unfinished === true && index === lastBegun(shape);

/**
 * Node of a Sankey diagram, with its step from the left. `faint`: a collective node, such as all other
 * entries; `last`: the final node.
 */
export interface FlowNode {
  readonly id: string;
  readonly name: string;
  readonly step: number;
  readonly faint?: boolean;
  readonly last?: boolean;
}
export interface FlowLink {
  readonly from: string;
  readonly to: string;
  readonly value: number;
}

/** Sankey diagram: nodes by step, and links whose width is their value. */
export interface FlowShape {
  readonly kind: 'flow';
  readonly title: string;
  /** Name of a step by its number from 1, and name of the unit that flows. */
  readonly stepName: (step: number) => string;
  readonly unit: string;
  readonly nodes: readonly FlowNode[];
  readonly links: readonly FlowLink[];
  readonly format: NumberFormat;
}

/**
 * The data table of a chart: headings, and rows that begin with a name. Its cells are the chart's own
 * numbers.
 */
export interface TableContent {
  readonly headings: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    /** The period of the row has not ended. */ readonly unfinished?: boolean;
    readonly cells: readonly {
      readonly text?: string;
      readonly value?: number | null;
      readonly format?: NumberFormat;
    }[];
  }[];
}

export const tableOf = (shape: ChartShape | FlowShape): TableContent => {
  if (shape.kind === 'flow') {
    const nameOf = new Map(shape.nodes.map(node => [node.id, node]));
    return {
      headings: ['#', 'from', 'to', shape.unit],
      rows: shape.links
        .toSorted(
          (a, b) => (nameOf.get(a.from)?.step ?? 0) - (nameOf.get(b.from)?.step ?? 0) || b.value - a.value,
        )
        .map(({ from, to, value }) => ({
          name: shape.stepName(nameOf.get(from)?.step ?? 0),
          cells: [
            { text: nameOf.get(from)?.name ?? from },
            { text: nameOf.get(to)?.name ?? to },
            { value, format: shape.format },
          ],
        })),
    };
  }
  const hasNotes = (shape.notes ?? []).length > 0;
  return {
    headings: [shape.axis, ...shape.series.map(series => series.name), ...(hasNotes ? ['notes'] : [])],
    rows: shape.categories.map((name, index) => ({
      name,
      ...(isUnfinished(shape, index) && { unfinished: true }),
      cells: [
        ...shape.series.map(series => ({
          value: series.values[index] ?? null,
          format: series.format ?? shape.format,
        })),
        ...(hasNotes ? [{ text: notesOf(shape, index).join(' / ') }] : []),
      ],
    })),
  };
};
