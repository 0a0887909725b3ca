import { breakLines } from './text-lines.ts';

/**
 * Texts of a saved chart: title and note above the drawing, and below it the meaning of dashed lines, if
 * there are any.
 */
export interface Words {
  readonly title: string;
  readonly note: string;
  readonly dashes?: string;
}

const PADDING_PX = 20;
const TITLE_SIZE_PX = 17;
const NOTE_SIZE_PX = 12;
/** Resolution of a saved PNG relative to the screen, so that it is sharp in print and slides. */
const PIXEL_RATIO = 2;

const escaped = (text: string): string => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

interface Colours {
  readonly ground: string;
  readonly ink: string;
  readonly quiet: string;
  readonly font: string;
}

/** Combines a drawing with its texts and a background into a self-contained SVG file. */
export const withHeading = (
  drawing: string,
  { width, height }: { readonly width: number; readonly height: number },
  { title, note, dashes = '' }: Words,
  { ground, ink, quiet, font }: Colours,
  widthOf: (text: string, size: number) => number,
): string => {
  const [titles, notes] = (
    [
      [title, TITLE_SIZE_PX],
      [note, NOTE_SIZE_PX],
    ] as const
  ).map(([text, letter]) => (text === '' ? [] : breakLines(text, width, part => widthOf(part, letter)))) as [
    readonly string[],
    readonly string[],
  ];
  const under = PADDING_PX + titles.length * (TITLE_SIZE_PX + 4);
  const head = under + notes.length * (NOTE_SIZE_PX + 4) + 12;
  const [wide, high] = [
    width + 2 * PADDING_PX,
    head + height + (dashes === '' ? 0 : NOTE_SIZE_PX + 8) + PADDING_PX,
  ];
  // The font is a list of quoted names; all other interpolated values are numbers or escaped texts.
  const family = escaped(font.replaceAll('"', "'"));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" font-family="${family}">`,
    `<rect width="100%" height="100%" fill="${escaped(ground)}"/>`,
    ...titles.map(
      (line, index) =>
        `<text x="${PADDING_PX}" y="${PADDING_PX + TITLE_SIZE_PX - 3 + index * (TITLE_SIZE_PX + 4)}" font-size="${TITLE_SIZE_PX}" font-weight="600" fill="${escaped(ink)}">${escaped(line)}</text>`,
    ),
    ...notes.map(
      (line, index) =>
        `<text x="${PADDING_PX}" y="${under + NOTE_SIZE_PX + index * (NOTE_SIZE_PX + 4)}" font-size="${NOTE_SIZE_PX}" fill="${escaped(quiet)}">${escaped(line)}</text>`,
    ),
    `<g transform="translate(${PADDING_PX} ${head})">${drawing}</g>`,
    // The dash symbol is a tspan of the same text: the width of the words is unknown until the SVG is
    // rendered.
    ...(dashes === ''
      ? []
      : [
          `<text x="${wide - PADDING_PX}" y="${high - PADDING_PX}" text-anchor="end" font-size="${NOTE_SIZE_PX}" fill="${escaped(quiet)}"><tspan letter-spacing="2">---</tspan> ${escaped(dashes)}</text>`,
        ]),
    '</svg>',
  ].join('');
};

/** File name made of the title, without characters that a file system may not accept. */
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
    const image = new Image(width * PIXEL_RATIO, height * PIXEL_RATIO);
    image.src = url;
    await image.decode();
    const sheet = new OffscreenCanvas(width * PIXEL_RATIO, height * PIXEL_RATIO);
    sheet.getContext('2d')?.drawImage(image, 0, 0, width * PIXEL_RATIO, height * PIXEL_RATIO);
    return await sheet.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(url);
  }
};

/**
 * Runs an action in the light theme and restores the theme. Charts are redrawn synchronously before the next
 * paint, so nothing flickers.
 */
const inLight = async <Result>(run: () => Result): Promise<Result> => {
  const look = document.documentElement.dataset;
  const theme = look['theme'];
  look['theme'] = 'light';
  // The mutation observers of the theme run in this microtask.
  await Promise.resolve();
  try {
    return run();
  } finally {
    if (theme !== undefined) look['theme'] = theme;
  }
};

/**
 * Saves the chart in a box as a file, in the light theme, since it is used in mails, slides and print. The
 * note about dashed lines, which the screen shows below the drawing, is included.
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

/** The chart in a box, with its texts, as SVG source; null: the box has no drawing. */
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
    sheet.font = `${letter === TITLE_SIZE_PX ? '600 ' : ''}${letter}px ${style.fontFamily}`;
    return sheet.measureText(part).width;
  };
  return withHeading(new XMLSerializer().serializeToString(svg), size, words, colours, widthOf);
};
