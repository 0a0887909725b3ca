import { boxesOf, type Arrow, type Box } from './chart.ts';
import { arrowText } from './mermaid.ts';

/** One line of text in a box. `y` is its baseline, relative to the drawing. */
export interface Line {
  readonly kind: 'name' | 'note' | 'arrow';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** The transition that the line describes. */
  readonly arrow?: Arrow;
}
/** A state with its position in px, from the upper left corner at scale 1. */
export interface Placed {
  readonly box: Box;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly Line[];
}
/** A transition as a curve from its text line to the target state. */
export interface Curve {
  readonly key: string;
  /** Id of the source state. */
  readonly from: string;
  readonly path: string;
}
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly placed: readonly Placed[];
  readonly curves: readonly Curve[];
}

/** Width of a letter in px: charts use a monospaced font of 12 px. */
const LETTER = 7.25;
const LINE_HEIGHT_PX = 18;
const PADDING_PX = 10;
/** Distance between adjacent states in px: space for curves. */
const GAP_PX = 44;
/** Maximum width in px of one row of parallel regions. */
const MAX_ROW_WIDTH_PX = 1100;

interface Size {
  readonly width: number;
  readonly height: number;
}
interface Sized extends Size {
  readonly box: Box;
  readonly words: readonly Word[];
  readonly head: number;
  readonly children: readonly (Sized & { readonly dx: number; readonly dy: number })[];
}

const keyOf = (id: string): string => id.slice(id.lastIndexOf('.') + 1);
const textOf = (arrow: Arrow): string =>
  `${arrowText(arrow)} ${arrow.targets.length === 0 ? '↺' : `→ ${arrow.targets.map(keyOf).join(', ')}`}`;

type Word = Omit<Line, 'x' | 'y'>;

/** Symbols after the names of special states. */
const TYPE_SIGNS: Readonly<Partial<Record<Box['type'], string>>> = {
  final: ' ◉',
  history: ' (H)',
  parallel: ' ∥',
};

/** @param isFirst the state is the initial state of its parent */
const wordsOf = (box: Box, isFirst: boolean): readonly Word[] => [
  {
    kind: 'name',
    text: `${isFirst ? '● ' : ''}${box.key}${TYPE_SIGNS[box.type] ?? ''}`,
  },
  ...(box.tags.length === 0 ? [] : [{ kind: 'note' as const, text: `# ${box.tags.join(', ')}` }]),
  ...(box.entry.length === 0 ? [] : [{ kind: 'note' as const, text: `entry / ${box.entry.join(', ')}` }]),
  ...(box.exit.length === 0 ? [] : [{ kind: 'note' as const, text: `exit / ${box.exit.join(', ')}` }]),
  ...box.invokes.map(({ src }) => ({ kind: 'note' as const, text: `invoke ${src}` })),
  ...box.arrows.map(arrow => ({ kind: 'arrow' as const, text: textOf(arrow), arrow })),
];

/** Distance in steps of a state from the initial state of its siblings; unreachable ones come last. */
const ranksOf = ({ boxes, initial }: Box): ReadonlyMap<string, number> => {
  const ranks = new Map<string, number>();
  const siblingOf = (id: string) => boxes.find(box => id === box.id || id.startsWith(`${box.id}.`));
  let found = boxes.filter(({ key }) => key === initial);
  for (let rank = 0; found.length > 0; rank++) {
    for (const { id } of found) ranks.set(id, rank);
    const next = found.flatMap(box =>
      boxesOf(box).flatMap(({ arrows }) =>
        arrows.flatMap(({ targets }) => targets.flatMap(target => siblingOf(target) ?? [])),
      ),
    );
    found = [...new Set(next)].filter(({ id }) => !ranks.has(id));
  }
  const last = Math.max(0, ...ranks.values());
  return new Map(boxes.map(({ id }) => [id, ranks.get(id) ?? last]));
};

/**
 * Places siblings in columns, from the initial state to the right; regions of a parallel state in rows, next to each
 * other.
 */
const arranged = (
  box: Box,
  sizes: readonly Sized[],
): { readonly children: Sized['children']; readonly size: Size } => {
  let width = 0;
  let height = 0;
  const children: (Sized & { readonly dx: number; readonly dy: number })[] = [];
  const put = (sized: Sized, dx: number, dy: number) => {
    children.push({ ...sized, dx, dy });
    width = Math.max(width, dx + sized.width);
    height = Math.max(height, dy + sized.height);
  };
  if (box.type === 'parallel') {
    let [x, y] = [0, 0];
    for (const sized of sizes) {
      if (x > 0 && x + sized.width > MAX_ROW_WIDTH_PX) [x, y] = [0, height + PADDING_PX];
      put(sized, x, y);
      x += sized.width + PADDING_PX;
    }
  } else {
    const ranks = ranksOf(box);
    let x = 0;
    for (let rank = 0; rank <= Math.max(0, ...ranks.values()); rank++) {
      let y = 0;
      let column = 0;
      for (const sized of sizes.filter(one => ranks.get(one.box.id) === rank)) {
        put(sized, x, y);
        y += sized.height + LINE_HEIGHT_PX;
        column = Math.max(column, sized.width);
      }
      x += column + GAP_PX;
    }
  }
  return { children, size: { width, height } };
};

const sizedOf = (box: Box, isFirst = false): Sized => {
  const words = wordsOf(box, isFirst);
  const head = words.length * LINE_HEIGHT_PX + PADDING_PX;
  const { children, size } = arranged(
    box,
    box.boxes.map(inner => sizedOf(inner, inner.key === box.initial)),
  );
  const letters = Math.max(...words.map(({ text }) => text.length));
  return {
    box,
    words,
    head,
    children,
    width: Math.max(letters * LETTER, size.width) + 2 * PADDING_PX,
    height: head + (children.length === 0 ? 0 : size.height + 2 * PADDING_PX) + PADDING_PX / 2,
  };
};

const placedOf = (sized: Sized, x: number, y: number): readonly Placed[] => {
  const { box, words, width, height, head, children } = sized;
  const lines = words.map((word, at) => ({ ...word, x: x + PADDING_PX, y: y + (at + 1) * LINE_HEIGHT_PX }));
  return [
    { box, x, y, width, height, lines },
    ...children.flatMap(child =>
      placedOf(child, x + PADDING_PX + child.dx, y + head + PADDING_PX + child.dy),
    ),
  ];
};

const curveOf = (from: Placed, line: Line, to: Placed): string => {
  const y = line.y - LINE_HEIGHT_PX / 4;
  const end = to.y + LINE_HEIGHT_PX * 0.75;
  const right = from.x + from.width;
  if (to.x >= right) return `M${right},${y} C${right + GAP_PX},${y} ${to.x - GAP_PX},${end} ${to.x},${end}`;
  if (to.x + to.width <= from.x)
    return `M${from.x},${y} C${from.x - GAP_PX},${y} ${to.x + to.width + GAP_PX},${end} ${to.x + to.width},${end}`;
  const out = Math.max(right, to.x + to.width) + GAP_PX * 0.7;
  return `M${right},${y} C${out},${y} ${out},${end} ${to.x + to.width},${end}`;
};

/** Computes the positions of all elements of a chart, deterministically. */
export const drawn = (chart: Box): Drawing => {
  const sized = sizedOf(chart);
  const placed = placedOf(sized, PADDING_PX, PADDING_PX);
  const places = new Map(placed.map(one => [one.box.id, one]));
  const curves = placed.flatMap(from =>
    from.lines.flatMap(line =>
      (line.arrow?.targets ?? []).flatMap(target => {
        const to = places.get(target);
        // A transition to the same state needs no curve: its label shows it.
        return to === undefined || to === from || line.arrow === undefined
          ? []
          : [{ key: line.arrow.key, from: from.box.id, path: curveOf(from, line, to) }];
      }),
    ),
  );
  return {
    width: sized.width + 2 * PADDING_PX + GAP_PX,
    height: sized.height + 2 * PADDING_PX,
    placed,
    curves,
  };
};
