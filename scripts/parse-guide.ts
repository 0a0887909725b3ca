import type { Guide, GuideBlock, GuideLine, GuideSpan } from '../machines/help.ts';

/** `**name on the screen**`, or `[text](other-guide.md)`. */
const NAME_OR_LINK = /\*\*([^*]+)\*\*|\[([^\][]+)\]\(([\w-]+)\.md\)/g;
/** Markdown that guides do not use. Shown as text it would be a fault of the guide. */
const UNSUPPORTED = /[*`[\]<>|]|^[-+#>]|^\s|^\d+[.)]/;

const parseLine = (text: string, place: string): GuideLine => {
  const spans: GuideSpan[] = [];
  const add = (plain: string): void => {
    if (plain === '') return;
    if (UNSUPPORTED.test(spans.length === 0 ? plain : plain.trimStart()))
      throw new Error(`${place}: guides have no such Markdown: ${plain}`);
    spans.push(plain);
  };
  let end = 0;
  for (const match of text.matchAll(NAME_OR_LINK)) {
    const [found, ui, label = '', guide = ''] = match;
    add(text.slice(end, match.index));
    spans.push(ui === undefined ? { guide, text: label } : { ui });
    end = match.index + found.length;
  }
  add(text.slice(end));
  if (spans.length === 0) throw new Error(`${place}: the line is empty`);
  return spans;
};

/** Adds a line to the list that it continues, or begins a list. */
const addItem = (blocks: GuideBlock[], kind: 'steps' | 'points', line: GuideLine, isNext: boolean): void => {
  const last = blocks.at(-1);
  if (isNext && last?.kind === kind) blocks[blocks.length - 1] = { kind, lines: [...last.lines, line] };
  else blocks.push({ kind, lines: [line] });
};

/**
 * Parses a guide of docs/help. Guides use a small part of Markdown, one block to a line: a title, headings of levels 2
 * and 3, paragraphs, numbered and unnumbered lists, names in bold and links to other guides.
 * @param name the name of its file, without ending
 * @param source the text of its file
 * @throws if the text has other Markdown, which would be shown as it is
 */
export const parseGuide = (name: string, source: string): Guide => {
  const [first = '', ...lines] = source.trimEnd().split('\n');
  const [, title] = /^# (\S.*)$/.exec(first) ?? [];
  if (title === undefined) throw new Error(`${name}: the first line is no title`);
  const blocks: GuideBlock[] = [];
  lines.forEach((text, index) => {
    if (text === '') return;
    const place = `${name}:${index + 2}`;
    const [, mark = '', rest = ''] = /^(##|###|-|\d+\.) (.*)$/.exec(text) ?? [];
    const line = parseLine(mark === '' ? text : rest, place);
    if (mark.startsWith('#')) blocks.push({ kind: 'heading', level: mark === '##' ? 2 : 3, line });
    else if (mark === '') blocks.push({ kind: 'paragraph', line });
    else addItem(blocks, mark === '-' ? 'points' : 'steps', line, lines[index - 1] !== '');
  });
  return { name, title, blocks };
};
