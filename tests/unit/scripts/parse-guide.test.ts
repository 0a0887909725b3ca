import { describe, expect, test } from 'vitest';
import { parseGuide } from '../../../scripts/parse-guide.ts';

describe('a guide', () => {
  test('is parsed into headings, paragraphs and lists', () => {
    const text = [
      '# 広告設定',
      '',
      '広告の一覧です。',
      '',
      '## 使い方',
      '',
      '### 追加する',
      '',
      '1. **広告を追加**を押します。',
      '2. **保存**を押します。',
      '',
      '- [リダイレクト設定](ad-redirect-setting.md)',
      '',
    ].join('\n');
    expect(parseGuide('ad-setting', text)).toEqual({
      name: 'ad-setting',
      title: '広告設定',
      blocks: [
        { kind: 'paragraph', line: ['広告の一覧です。'] },
        { kind: 'heading', level: 2, line: ['使い方'] },
        { kind: 'heading', level: 3, line: ['追加する'] },
        {
          kind: 'steps',
          lines: [
            [{ ui: '広告を追加' }, 'を押します。'],
            [{ ui: '保存' }, 'を押します。'],
          ],
        },
        { kind: 'points', lines: [[{ guide: 'ad-redirect-setting', text: 'リダイレクト設定' }]] },
      ],
    });
  });

  test('keeps lists apart that an empty line or another block separates', () => {
    const { blocks } = parseGuide('x', '# X\n- a\n- b\n\n- c\n1. d\ntext\n1. e\n');
    expect(blocks.map(block => ('lines' in block ? block.lines.length : block.kind))).toEqual([
      2,
      1,
      1,
      'paragraph',
      1,
    ]);
  });

  test.each([
    'a `code`',
    'a *word* in italics',
    'an **open name',
    'a [link](https://example.com)',
    'a [link](ad-setting.md#tasks)',
    '<b>markup</b>',
    '| a | table |',
    '#### a heading of level 4',
    '> a quotation',
    '  - an indented item',
    '1) an item',
    '- - an item of an item',
    '- ',
  ])('with other Markdown is refused: %s', line => {
    expect(() => parseGuide('bad', `# Bad\n\n${line}\n`)).toThrow(/^bad:3/);
  });

  test('without a title is refused', () => {
    expect(() => parseGuide('bad', 'text\n# Title\n')).toThrow('bad: the first line is no title');
  });
});
