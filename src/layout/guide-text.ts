import type { GuideBlock, GuideLine } from '../../machines/help.ts';

/** The line as plain text. */
const lineText = (line: GuideLine): string =>
  line
    .map(span => {
      if (typeof span === 'string') return span;
      return 'ui' in span ? span.ui : span.text;
    })
    .join('');

/** The lines of a block as plain text. */
export const blockTexts = (block: GuideBlock): readonly string[] =>
  ('lines' in block ? block.lines : [block.line]).map(lineText);
