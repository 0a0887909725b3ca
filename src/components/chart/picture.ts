/**
 * The texts of a saved chart: above the drawing its title and subject, below it the meaning of its dashes,
 * where it has any.
 */
export interface Words {
  readonly title: string;
  readonly note: string;
  readonly dashes?: string;
}

const PAD = 20;
const TITLE = 17;
const NOTE = 12;
/** Pixels of a saved picture for each one on the screen: sharp on paper and in slides. */
const SHARP = 2;

const escaped = (text: string): string => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

interface Colours {
  readonly ground: string;
  readonly ink: string;
  readonly quiet: string;
  readonly font: string;
}

/**
 * A text in lines that have room, broken at spaces and between letters that need none.
 *
 * @param widthOf in pixels
 */
export const broken = (
  text: string,
  maxWidth: number,
  widthOf: (text: string) => number,
): readonly string[] =>
  text
    .split(/(?<=\s)|(?<=[\u3000-\u9fff\uff00-\uffef])/u)
    .reduce<readonly string[]>((lines, piece) => {
      const last = lines.at(-1);
      return last === undefined || widthOf(`${last}${piece}`.trimEnd()) > maxWidth
        ? [...lines, piece]
        : lines.with(lines.length - 1, `${last}${piece}`);
    }, [])
    .map(line => line.trim());

/** A drawing with its words on a ground of its own, as the text of an SVG file that needs nothing else. */
export const withHeading = (
  drawing: string,
  { width, height }: { readonly width: number; readonly height: number },
  { title, note, dashes = '' }: Words,
  { ground, ink, quiet, font }: Colours,
  widthOf: (text: string, size: number) => number,
): string => {
  const [titles, notes] = (
    [
      [title, TITLE],
      [note, NOTE],
    ] as const
  ).map(([text, letter]) => (text === '' ? [] : broken(text, width, part => widthOf(part, letter)))) as [
    readonly string[],
    readonly string[],
  ];
  const under = PAD + titles.length * (TITLE + 4);
  const head = under + notes.length * (NOTE + 4) + 12;
  const [wide, high] = [width + 2 * PAD, head + height + (dashes === '' ? 0 : NOTE + 8) + PAD];
  // Numbers and names only: the font is a list of names in quotes.
  const family = escaped(font.replaceAll('"', "'"));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" font-family="${family}">`,
    `<rect width="100%" height="100%" fill="${escaped(ground)}"/>`,
    ...titles.map(
      (line, index) =>
        `<text x="${PAD}" y="${PAD + TITLE - 3 + index * (TITLE + 4)}" font-size="${TITLE}" font-weight="600" fill="${escaped(ink)}">${escaped(line)}</text>`,
    ),
    ...notes.map(
      (line, index) =>
        `<text x="${PAD}" y="${under + NOTE + index * (NOTE + 4)}" font-size="${NOTE}" fill="${escaped(quiet)}">${escaped(line)}</text>`,
    ),
    `<g transform="translate(${PAD} ${head})">${drawing}</g>`,
    // The sign itself is a letter: how wide the words are is known only where they are drawn.
    ...(dashes === ''
      ? []
      : [
          `<text x="${wide - PAD}" y="${high - PAD}" text-anchor="end" font-size="${NOTE}" fill="${escaped(quiet)}"><tspan letter-spacing="2">---</tspan> ${escaped(dashes)}</text>`,
        ]),
    '</svg>',
  ].join('');
};

/** The title as a file's name, without what some system cannot write. */
export const fileName = ({ title }: Pick<Words, 'title'>, ending: string): string =>
  `${
    title
      .replace(/[\\/:*?"<>|·\p{Cc}]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 80) || 'chart'
  }.${ending}`;

const keep = (contents: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(contents);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

const painted = async (
  svg: Blob,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Blob> => {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image(width * SHARP, height * SHARP);
    image.src = url;
    await image.decode();
    const sheet = new OffscreenCanvas(width * SHARP, height * SHARP);
    sheet.getContext('2d')?.drawImage(image, 0, 0, width * SHARP, height * SHARP);
    return await sheet.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(url);
  }
};

/**
 * Does something with what is drawn in the colours of paper. Charts follow the theme before anything of it is
 * painted, so nothing flickers.
 */
const inLight = async <Result>(run: () => Result): Promise<Result> => {
  const look = document.documentElement.dataset;
  const theme = look['theme'];
  look['theme'] = 'light';
  // The observers of the theme are notified before this continues.
  await Promise.resolve();
  try {
    return run();
  } finally {
    if (theme !== undefined) look['theme'] = theme;
  }
};

/**
 * Saves the drawing of a box as a file of its own, light in every theme, since it is used in mails, slides
 * and on paper. The text that the screen shows below the drawing is included.
 */
export const savePicture = async (
  box: HTMLElement | null,
  heading: Pick<Words, 'title' | 'note'>,
  format: 'png' | 'svg',
): Promise<void> => {
  const text = await inLight(() => pictureOf(box, heading));
  if (text === null) return;
  const file = new Blob([text], { type: 'image/svg+xml' });
  const [, wide = '0', high = '0'] = /^<svg[^>]* width="(\d+)" height="(\d+)"/.exec(text) ?? [];
  keep(
    format === 'svg' ? file : await painted(file, { width: Number(wide), height: Number(high) }),
    fileName(heading, format),
  );
};

/** What is drawn in a box, with its words, as the text of a file; null: nothing is. */
const pictureOf = (box: HTMLElement | null, heading: Pick<Words, 'title' | 'note'>): string | null => {
  const svg = box?.querySelector('svg') ?? null;
  if (svg === null) return null;
  const words: Words = { ...heading, dashes: box?.querySelector('.tp-chart-tail')?.textContent ?? '' };
  const style = getComputedStyle(svg);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const { width, height } = svg.getBoundingClientRect();
  const size = { width: Math.round(width), height: Math.round(height) };
  const colours = {
    ground: token('--surface'),
    ink: token('--ink'),
    quiet: token('--ink-soft'),
    font: style.fontFamily,
  };
  const sheet = new OffscreenCanvas(1, 1).getContext('2d');
  const widthOf = (part: string, letter: number): number => {
    if (sheet === null) return 0;
    sheet.font = `${letter === TITLE ? '600 ' : ''}${letter}px ${style.fontFamily}`;
    return sheet.measureText(part).width;
  };
  return withHeading(new XMLSerializer().serializeToString(svg), size, words, colours, widthOf);
};
