/** What stands above a kept chart. */
export interface Heading { readonly title: string; readonly note: string }

const PAD = 20;
const TITLE = 17;
const NOTE = 12;
/** Pixels of a kept picture for each one on the screen: sharp on paper and in slides. */
const SHARP = 2;

const escaped = (text: string): string => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

interface Colours { readonly ground: string; readonly ink: string; readonly quiet: string; readonly font: string }

/** A drawing with its heading on a ground of its own, as the text of an SVG file that needs nothing else. */
export const withHeading = (drawing: string, { width, height }: { readonly width: number; readonly height: number }, { title, note }: Heading, { ground, ink, quiet, font }: Colours): string => {
  const head = PAD + TITLE + (note === '' ? 0 : NOTE + 8) + 12;
  const [wide, high] = [width + 2 * PAD, head + height + PAD];
  // Numbers and names only: the font is a list of names in quotes.
  const family = escaped(font.replaceAll('"', '\''));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" font-family="${family}">`,
    `<rect width="100%" height="100%" fill="${escaped(ground)}"/>`,
    `<text x="${PAD}" y="${PAD + TITLE - 3}" font-size="${TITLE}" font-weight="600" fill="${escaped(ink)}">${escaped(title)}</text>`,
    ...(note === '' ? [] : [`<text x="${PAD}" y="${PAD + TITLE + 8 + NOTE - 2}" font-size="${NOTE}" fill="${escaped(quiet)}">${escaped(note)}</text>`]),
    `<g transform="translate(${PAD} ${head})">${drawing}</g>`,
    '</svg>',
  ].join('');
};

/** The heading as a file's name, without what some system cannot write. */
export const fileName = ({ title }: Heading, ending: string): string => `${title.replace(/[\\/:*?"<>|·\p{Cc}]+/gu, ' ').replace(/\s+/g, ' ').trim().slice(0, 80) || 'chart'}.${ending}`;

const keep = (contents: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(contents);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

const painted = async (svg: Blob, { width, height }: { readonly width: number; readonly height: number }): Promise<Blob> => {
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

/** Keeps what is drawn as a file of its own, in the colours that are on the screen. */
export const savePicture = async (svg: SVGSVGElement, heading: Heading, format: 'png' | 'svg'): Promise<void> => {
  const style = getComputedStyle(svg);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const { width, height } = svg.getBoundingClientRect();
  const size = { width: Math.round(width), height: Math.round(height) };
  const colours = { ground: token('--surface'), ink: token('--ink'), quiet: token('--ink-soft'), font: style.fontFamily };
  const text = withHeading(new XMLSerializer().serializeToString(svg), size, heading, colours);
  const file = new Blob([text], { type: 'image/svg+xml' });
  const [, wide = '0', high = '0'] = /^<svg[^>]* width="(\d+)" height="(\d+)"/.exec(text) ?? [];
  keep(format === 'svg' ? file : await painted(file, { width: Number(wide), height: Number(high) }), fileName(heading, format));
};
