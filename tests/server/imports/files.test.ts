import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../../server/http/failures.ts';
import { readFile } from '../../../server/imports/parse.ts';
import { limits, type FileFormat, type Sheet } from '../../../server/imports/sheet.ts';
import { workbook, zip } from '../../support/zip.ts';

/** The rows of a file, or the fault with which it is refused. */
const read = async (bytes: Uint8Array | string, format: FileFormat = 'csv'): Promise<Sheet | string> => {
  try {
    return await readFile(Buffer.from(bytes as string), format);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const [fault] = error.fields['file']!;
    return `${fault!.code} ${JSON.stringify(fault!.values)}`;
  }
};
const rows = async (bytes: Uint8Array | string, format: FileFormat = 'csv') => {
  const sheet = await read(bytes, format);
  if (typeof sheet === 'string') throw new Error(sheet);
  return [sheet.headings, ...sheet.rows.map(({ cells }) => cells)];
};
/** 「広告名」 and 「検索①」 in CP932, the latter with a character that Shift_JIS itself does not have. */
const SHIFT_JIS = Buffer.from('8d4c8d9096bc2c636f73740d0a8c9f8df58740 2c31320d0a'.replace(' ', ''), 'hex');

const book = async (cells: readonly (readonly (string | number | Date | boolean | null)[])[]) =>
  Buffer.from(
    await writeXlsx({
      sheets: [
        { name: '費用', rows: cells.map(line => [...line]) },
        { name: 'other', rows: [['not read']] },
      ],
    }),
  );

describe('separated values', () => {
  test.each([
    ['commas', 'name,cost\né,1\n'],
    ['tabs', 'name\tcost\r\né\t1'],
    ['semicolons', 'name;cost\né;1'],
    ['a mark', '\uFEFFname,cost\né,1'],
    ['empty lines', '\n\nname,cost\n\né,1\n,\n\n'],
  ])('are read with %s', async (_what, text) => {
    expect(await rows(text)).toEqual([
      ['name', 'cost'],
      ['é', '1'],
    ]);
  });

  test('are read in UTF-8, Shift_JIS with its extensions, and UTF-16', async () => {
    const wanted = [
      ['広告名', 'cost'],
      ['検索①', '12'],
    ];
    expect(await rows(Buffer.from('広告名,cost\r\n検索①,12\r\n'))).toEqual(wanted);
    expect(await rows(SHIFT_JIS)).toEqual(wanted);
    expect(await rows(Buffer.from('\uFEFF広告名\tcost\r\n検索①\t12\r\n', 'utf16le'))).toEqual(wanted);
  });

  test('are refused if they are not text', async () => {
    expect(await read(Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xff, 0xfd, 0x80, 0xa0]))).toBe(
      'file_encoding {}',
    );
  });

  test('keep formulas, markup and line breaks as text', async () => {
    const cells = ['=1+1', '@SUM(A1)', '"<b>"\n改行', '🎯‮rtl'];
    expect(await rows(`a,b,c,d\n${cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')}`)).toEqual([
      ['a', 'b', 'c', 'd'],
      cells,
    ]);
  });

  test('name the rows that are longer or shorter than the headings', async () => {
    const sheet = (await read('a,b\n1\n1,2\n1,2,\n1,2,3')) as Sheet;
    expect(sheet.rows.map(({ number, fault }) => [number, fault?.values])).toEqual([
      [2, { found: 1, expected: 2 }],
      [3, undefined],
      [4, undefined],
      [5, { found: 3, expected: 2 }],
    ]);
  });

  test('can have cells of 10 KB, and are refused with a record without end', async () => {
    expect((await rows(`a,b\n${'長'.repeat(10_000)},1`))[1]![0]).toHaveLength(10_000);
    expect(await read(`a,b\n"${'x'.repeat(2_000_000)}`)).toBe('file_row {"row":2}');
  });

  test.each(['秋の"大感謝"セール', '24" モニター', '"公式" 花いろ', '"公式"花"いろ"', '5"', 'a""b'])(
    'keep a quotation mark that does not enclose a cell as text: %s',
    async cell => {
      for (const delimiter of [',', '\t', ';'])
        expect(await rows(`a${delimiter}b\n${cell}${delimiter}1\nx${delimiter}"y\nz"\n`)).toEqual([
          ['a', 'b'],
          [cell, '1'],
          ['x', 'y\nz'],
        ]);
      expect(await rows(`${cell},b;c,d\n1,2,3\n`), 'in a heading').toEqual([
        [cell, 'b;c', 'd'],
        ['1', '2', '3'],
      ]);
    },
  );

  test('are refused with the row of a quotation mark that is not closed, and lose no row in its cell', async () => {
    const good = 'x,1\n'.repeat(3_000);
    for (const wrong of ['"x,1\n', '"24 é,1\n"27 é,2\n', '"24 é,1\nx,2\n27" é,3\n', 'y,"1\ny,2" \n'])
      for (const after of ['', 'x,1\n', good])
        expect([wrong, await read(`a,b\n${good}${wrong}${after}`)]).toEqual([
          wrong,
          'file_quote {"row":3002}',
        ]);
  });

  test.each([',', '\t', ';'])(
    'have their headings below the titles of a report (delimiter %j)',
    async delimiter => {
      const lines = ['2026-11-01 - 2026-11-30', '', 'Day_Campaign_Cost'.replaceAll('_', delimiter)];
      const row = `2026-11-02${delimiter}x${delimiter}120`;
      const sheet = (await read(['Campaign report', ...lines, row].join('\n'))) as Sheet;
      expect(sheet).toEqual({
        headings: ['Day', 'Campaign', 'Cost'],
        rows: [{ number: 5, cells: ['2026-11-02', 'x', '120'] }],
      });
      // More lines of one cell are rows of a file of one column.
      const many = (count: number) => [
        ...Array.from({ length: count }, (_, at) => `t${at}`),
        `a${delimiter}b`,
        `1${delimiter}2`,
      ];
      expect(((await read(many(10).join('\n'))) as Sheet).headings).toEqual(['a', 'b']);
      const column = (await read(many(11).join('\n'))) as Sheet;
      expect([column.headings, column.rows.length, column.rows[0]]).toEqual([
        ['t0'],
        12,
        { number: 2, cells: ['t1'] },
      ]);
    },
  );

  test('are refused without rows, with too many rows and with too many columns', async () => {
    expect(await read('')).toBe('file_empty {}');
    expect(await read('name,cost\n,\n')).toBe('file_empty {}');
    expect((await rows(`a\n${'x\n'.repeat(limits.rows)}`)).length).toBe(limits.rows + 1);
    expect(await read(`a\n${'x\n'.repeat(limits.rows + 1)}`)).toBe('file_rows {"max":20000}');
    expect(await read(`${'a,'.repeat(limits.columns)}a\n1`)).toBe('file_columns {"max":200}');
    expect(await read(`a\n${','.repeat(100_000)}1`)).toBe('file_columns {"max":200}');
    expect(await read(Buffer.alloc(limits.bytes + 1, 0x61))).toBe('file_size {"max":10}');
  });
});

describe('JSON', () => {
  test('is a list of objects or an answer of the API; the headings are all keys in order', async () => {
    expect(await rows('[{"a":1},{"b":[2],"a":null},{}]', 'json')).toEqual([
      ['a', 'b'],
      [1, null],
      [null, [2]],
    ]);
    expect(await rows('{"count":1,"results":[{"a":"é"}]}', 'json')).toEqual([['a'], ['é']]);
    expect(((await read('[{},{"a":1}]', 'json')) as Sheet).rows[0]!.number).toBe(2);
  });

  test.each([
    ['{', 'file_format {}'],
    ['{"rows":[]}', 'file_format {}'],
    ['[1]', 'file_row {"row":1}'],
    ['[]', 'file_empty {}'],
    ['[[1]]', 'file_row {"row":1}'],
    ['"a"', 'file_format {}'],
  ])('is refused as %s', async (text, fault) => {
    expect(await read(text, 'json')).toBe(fault);
  });

  test('is refused by row if it is nested too deeply', async () => {
    expect(await read(`[{"a":1},{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`, 'json')).toBe(
      'file_row {"row":2}',
    );
  });

  test('cannot reach a prototype', async () => {
    expect(await rows('[{"__proto__":{"x":1},"constructor":"c"}]', 'json')).toEqual([
      ['__proto__', 'constructor'],
      [{ x: 1 }, 'c'],
    ]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('a workbook', () => {
  test('is read from its first sheet: texts, numbers, dates', async () => {
    const [headings, row] = await rows(
      await book([
        ['広告', '日付', '費用', '有効'],
        ['=1+1', new Date('2026-01-31T00:00:00Z'), 1234.5, true],
      ]),
      'xlsx',
    );
    expect(headings).toEqual(['広告', '日付', '費用', '有効']);
    expect(row).toEqual(['=1+1', new Date('2026-01-31T00:00:00Z'), 1234.5, true]);
  });

  test('is read with stored results of formulas, rounded numbers, and separate columns of merged headings', async () => {
    const cells =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="C1" t="inlineStr"><is><t>c</t></is></c></row><row r="3"><c r="A3"><f>1/0</f><v>1234.0999999999999</v></c><c r="C3"><f>1+1</f></c></row>';
    const sheet = (await read(workbook(cells), 'xlsx')) as Sheet;
    expect(sheet.headings).toEqual(['a', '', 'c']);
    expect(sheet.rows).toEqual([{ number: 3, cells: [1234.1, null, null] }]);
  });

  test('has its headings below a merged title, and rows without a text in a sheet of one column', async () => {
    expect(
      await rows(await book([['広告費レポート'], [], ['日付', '広告', '費用'], [1, 2, 3]]), 'xlsx'),
    ).toEqual([
      ['日付', '広告', '費用'],
      [1, 2, 3],
    ]);
    expect(await rows(await book([['広告'], ['a'], ['b']]), 'xlsx')).toEqual([['広告'], ['a'], ['b']]);
  });

  test('is read from its first sheet with rows below headings', async () => {
    const cells = (index: number, lines: readonly string[][]) => ({
      name: `sheet ${index}`,
      rows: lines.map(line => [...line]),
    });
    const contents = [
      [],
      [['表紙'], ['2026年11月']],
      [['a', 'b']],
      [
        ['a', 'b'],
        ['1', '2'],
      ],
      [
        ['c', 'd'],
        ['3', '4'],
      ],
    ];
    const sheetOf = async (chosen: readonly (readonly string[][])[]) =>
      read(Buffer.from(await writeXlsx({ sheets: chosen.map((one, at) => cells(at, one)) })), 'xlsx');
    const [empty, cover, headings, ...data] = contents as string[][][];
    expect(await sheetOf([empty!, headings!, ...data])).toEqual({
      headings: ['a', 'b'],
      rows: [{ number: 2, cells: ['1', '2'] }],
      unreadSheets: 2,
    });
    expect(await sheetOf([[['表紙']], [['広告レポート'], ...data[0]!]])).toMatchObject({
      headings: ['a', 'b'],
      unreadSheets: 1,
    });
    // Two lines of one cell may be a list.
    expect(await sheetOf([cover!, ...data])).toMatchObject({ headings: ['表紙'], unreadSheets: 2 });
    expect(await sheetOf([empty!, headings!])).toBe('file_empty {}');
  });

  test('is refused if it is invalid, encrypted or truncated', async () => {
    const workbook = await book([['a'], [1]]);
    for (const bytes of [
      Buffer.from('a,b\n1,2'),
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      workbook.subarray(0, -30),
      Buffer.concat([workbook.subarray(0, 40), Buffer.alloc(workbook.length - 40)]),
      zip({ 'a.txt': 'x' }),
    ]) {
      expect(await read(bytes, 'xlsx')).toMatch(/^file_format/);
    }
  });

  test('is refused if it decompresses beyond the limit, whatever size it states', async () => {
    const bomb = Buffer.alloc(80 * 1024 * 1024, 0x20);
    expect(await read(zip({ 'xl/worksheets/sheet1.xml': bomb }), 'xlsx')).toBe('file_unfolded {"max":64}');
    expect(await read(zip({ 'xl/worksheets/sheet1.xml': bomb }, { size: 10 }), 'xlsx')).toBe(
      'file_format {}',
    );
  });

  test('is refused with entities, distant cells or too many rows', async () => {
    expect(await read(workbook('<!DOCTYPE x [<!ENTITY a "aaaa">]>'), 'xlsx')).toBe('file_format {}');
    expect(await read(workbook('<row r="1"><c r="XFD1"><v>1</v></c></row>'), 'xlsx')).toBe(
      'file_columns {"max":200}',
    );
    expect(
      await read(
        workbook(
          `<row r="1"><c r="A1"><v>1</v></c></row>${'<row><c><v>1</v></c></row>'.repeat(limits.rows + 1)}`,
        ),
        'xlsx',
      ),
    ).toBe('file_rows {"max":20000}');
    expect(
      await read(
        workbook(
          `<row r="1">${'<c><v>1</v></c>'.repeat(limits.columns + 1)}</row><row><c><v>1</v></c></row>`,
        ),
        'xlsx',
      ),
    ).toBe('file_columns {"max":200}');
  });
});
