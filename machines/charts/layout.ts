import { boxesOf, type Arrow, type Box } from './chart.ts';
import { arrowText } from './mermaid.ts';

/** One line of text in a box, `y` at its base, relative to the complete drawing. */
export interface Line {
  readonly kind: 'name' | 'note' | 'arrow';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Of a transition: which. */
  readonly arrow?: Arrow;
}
/** A state where it is drawn; in pixels at scale one, from the upper left. */
export interface Placed {
  readonly box: Box;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly Line[];
}
/** A transition as a curve from its line to the state that it leads to. */
export interface Curve {
  readonly key: string;
  /** The id of the state that it leaves. */ readonly from: string;
  readonly path: string;
}
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly placed: readonly Placed[];
  readonly curves: readonly Curve[];
}

/** Of a letter of the fixed width in which charts are written, 12 px high. */
const LETTER = 7.25;
const LINE = 18;
const PADDING = 10;
/** Between states side by side: room for curves. */
const GAP = 44;
/** Regions of a parallel state go into rows of this width. */
const ROW = 1100;

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

/** The signs of special states, next to their names. */
const TYPE_SIGNS: Readonly<Partial<Record<Box['type'], string>>> = {
  final: ' ◉',
  history: ' (H)',
  parallel: ' ∥',
};

/** @param isFirst it is entered first of those in its state */
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
 * Siblings in columns, from the initial state to the right; regions of a parallel state next to each other,
 * in rows.
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
      if (x > 0 && x + sized.width > ROW) [x, y] = [0, height + PADDING];
      put(sized, x, y);
      x += sized.width + PADDING;
    }
  } else {
    const ranks = ranksOf(box);
    let x = 0;
    for (let rank = 0; rank <= Math.max(0, ...ranks.values()); rank++) {
      let y = 0;
      let column = 0;
      for (const sized of sizes.filter(one => ranks.get(one.box.id) === rank)) {
        put(sized, x, y);
        y += sized.height + LINE;
        column = Math.max(column, sized.width);
      }
      x += column + GAP;
    }
  }
  return { children, size: { width, height } };
};

const sizedOf = (box: Box, isFirst = false): Sized => {
  const words = wordsOf(box, isFirst);
  const head = words.length * LINE + PADDING;
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
    width: Math.max(letters * LETTER, size.width) + 2 * PADDING,
    height: head + (children.length === 0 ? 0 : size.height + 2 * PADDING) + PADDING / 2,
  };
};

const placedOf = (sized: Sized, x: number, y: number): readonly Placed[] => {
  const { box, words, width, height, head, children } = sized;
  const lines = words.map((word, at) => ({ ...word, x: x + PADDING, y: y + (at + 1) * LINE }));
  return [
    { box, x, y, width, height, lines },
    ...children.flatMap(child => placedOf(child, x + PADDING + child.dx, y + head + PADDING + child.dy)),
  ];
};

const curveOf = (from: Placed, line: Line, to: Placed): string => {
  const y = line.y - LINE / 4;
  const end = to.y + LINE * 0.75;
  const right = from.x + from.width;
  if (to.x >= right) return `M${right},${y} C${right + GAP},${y} ${to.x - GAP},${end} ${to.x},${end}`;
  if (to.x + to.width <= from.x)
    return `M${from.x},${y} C${from.x - GAP},${y} ${to.x + to.width + GAP},${end} ${to.x + to.width},${end}`;
  const out = Math.max(right, to.x + to.width) + GAP * 0.7;
  return `M${right},${y} C${out},${y} ${out},${end} ${to.x + to.width},${end}`;
};

/** The positions of all elements of a chart. The same chart always has the same drawing. */
export const drawn = (chart: Box): Drawing => {
  const sized = sizedOf(chart);
  const placed = placedOf(sized, PADDING, PADDING);
  const places = new Map(placed.map(one => [one.box.id, one]));
  const curves = placed.flatMap(from =>
    from.lines.flatMap(line =>
      (line.arrow?.targets ?? []).flatMap(target => {
        const to = places.get(target);
        // A transition to the same state needs no curve: the label states it.
        return to === undefined || to === from || line.arrow === undefined
          ? []
          : [{ key: line.arrow.key, from: from.box.id, path: curveOf(from, line, to) }];
      }),
    ),
  );
  return { width: sized.width + 2 * PADDING + GAP, height: sized.height + 2 * PADDING, placed, curves };
};
