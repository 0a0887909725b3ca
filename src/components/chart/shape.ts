import type { NumberFormat } from '../../resources/column.ts';

/** One row of figures; its values correspond to the categories in order, null where there is none. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Where it differs from the chart's. */
  readonly format?: NumberFormat;
  /** Drawn less prominently: for example the previous period. */
  readonly faint?: boolean;
}

/**
 * The complete description of a chart. `kind` is one of three words: a line needs an order (time), bars
 * compare, stacked bars also add up. The picture, its description and the table are derived from the same
 * shape, so the three cannot disagree.
 */
export interface ChartShape {
  readonly kind: 'line' | 'bars' | 'stacked';
  readonly title: string;
  /** The name of what the categories are: day, ad. */
  readonly axis: string;
  readonly categories: readonly string[];
  /** The record that each category represents, for the handler that opens it. */
  readonly keys?: readonly string[];
  readonly series: readonly Series[];
  readonly format: NumberFormat;
  /** The last category is a period that is still running: a low value there is no decrease. */
  readonly unfinished?: boolean;
}

/**
 * A line as it is drawn: the course of a series, or its last stretch, which leads to a time that still goes
 * on.
 */
export interface Line {
  readonly series: number;
  readonly tail: boolean;
  readonly values: readonly (number | null)[];
}

/**
 * The lines of a chart: every series, then the tails of those whose period is still running. The last value
 * of these is drawn in the tail alone.
 */
export const linesOf = ({ series, unfinished = false }: ChartShape): readonly Line[] => {
  const goesOn = ({ faint, values }: Series): boolean => unfinished && faint !== true && values.length > 1;
  const from = (values: Series['values']) => values.length - 2;
  return [
    ...series.map((one, index): Line => ({
      series: index,
      tail: false,
      values: goesOn(one) ? one.values.toSpliced(-1, 1, null) : one.values,
    })),
    ...series.flatMap((one, index): readonly Line[] =>
      goesOn(one)
        ? [
            {
              series: index,
              tail: true,
              values: one.values.map((value, at) => (at < from(one.values) ? null : value)),
            },
          ]
        : [],
    ),
  ];
};

/** Whether a category is the period that is still running. */
export const isUnfinished = ({ categories, unfinished = false }: ChartShape, index: number): boolean =>
  unfinished && index === categories.length - 1;

/**
 * A node of flows: its name, and its step from the left. `faint`: a collective node, for example of entries
 * that are not distinguished; `last`: the node to which all flows lead.
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

/** Flows between stops, step by step: each link as wide as what goes that way. */
export interface FlowShape {
  readonly kind: 'flow';
  readonly title: string;
  /** What a step is called, by its number from 1, and what flows. */
  readonly stepName: (step: number) => string;
  readonly unit: string;
  readonly nodes: readonly FlowNode[];
  readonly links: readonly FlowLink[];
  readonly format: NumberFormat;
}

/**
 * The table of a chart: headings, then rows that begin with their name. Its cells are the chart's own
 * numbers.
 */
export interface TwinTable {
  readonly headings: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    /** A period that is still running. */ readonly unfinished?: boolean;
    readonly cells: readonly {
      readonly text?: string;
      readonly value?: number | null;
      readonly format?: NumberFormat;
    }[];
  }[];
}

export const twinOf = (shape: ChartShape | FlowShape): TwinTable => {
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
  return {
    headings: [shape.axis, ...shape.series.map(series => series.name)],
    rows: shape.categories.map((name, index) => ({
      name,
      ...(isUnfinished(shape, index) && { unfinished: true }),
      cells: shape.series.map(series => ({
        value: series.values[index] ?? null,
        format: series.format ?? shape.format,
      })),
    })),
  };
};
