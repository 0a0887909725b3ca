import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { openCollector, type Collector } from '../../../server/collector/collector.ts';
import { createImports, type Imports } from '../../../server/imports/imports.ts';
import { limits } from '../../../server/imports/sheet.ts';
import { makeTenant, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { workbook, zip } from '../../support/zip.ts';

const CSV = 'text/csv';
const JSON_TYPE = 'application/json';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let parts: TestParts;
let collector: Collector;
let app: FastifyInstance;
let mine: Tenant;
let other: Tenant;
const tokens = new Map<Tenant, string>();
beforeAll(async () => {
  parts = await createTestParts();
  [mine, other] = [await makeTenant(parts.db, 'acme'), await makeTenant(parts.db, 'rival')];
  collector = await openCollector(parts);
  app = await createApp({ parts, collector });
  // Any user of the base role may preview an import.
  for (const tenant of [mine, other]) tokens.set(tenant, (await signIn(app, tenant, 'user')).access);
});
afterAll(async () => {
  await app.close();
  await collector.close();
  await parts.close();
});

interface Preview {
  readonly fields?: { readonly file?: readonly string[] };
  readonly errors?: readonly object[];
  readonly total?: number;
}
const preview = async (
  body: string | Buffer,
  type: string,
  { tenant = mine, on = app, kind = 'costs' } = {},
): Promise<Preview> => {
  const answer = await on.inject({
    method: 'POST',
    url: `/api/v1/imports/preview/?kind=${kind}&product_id=${tenant.shelves[0].product}`,
    headers: { authorization: `Bearer ${tokens.get(tenant)!}`, 'content-type': type },
    payload: body,
  });
  return answer.json<Preview>();
};

const cell = (reference: string, text = '1') => `<c r="${reference}"><v>${text}</v></c>`;
const FIRST = '<row r="1"><c r="A1" t="inlineStr"><is><t>day</t></is></c></row>';
const SHARED = (strings: string) => ({ 'xl/sharedStrings.xml': `<sst>${strings}</sst>` });
/** A workbook with one long text shared by so many cells that their texts amount to gigabytes. */
const shared = () =>
  workbook(
    FIRST + Array.from({ length: 5_000 }, () => `<row>${'<c t="s"><v>0</v></c>'.repeat(30)}</row>`).join(''),
    SHARED(`<si><t>${'x'.repeat(limits.cell)}</t></si>`),
  );

/** Files that would take minutes or gigabytes, or would be misread, unless their size or form is refused. */
const HOSTILE: readonly (readonly [
  name: string,
  fault: string,
  type: string,
  file: () => string | Buffer,
])[] = [
  [
    'tags that never close, 1.3 KB that unfold to 800 KB',
    'file_format',
    XLSX,
    () => workbook('<c '.repeat(270_000)),
  ],
  ['a comment that never closes', 'file_format', XLSX, () => workbook(`<!-- ${'<!-- '.repeat(200_000)}`)],
  ['an attribute of a megabyte', 'file_format', XLSX, () => workbook(`<row x="${'y'.repeat(1_000_000)}"/>`)],
  [
    'entities that unfold to one another',
    'file_format',
    XLSX,
    () =>
      workbook('', {
        'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><workbook>&b;</workbook>',
      }),
  ],
  [
    'a cell in the last column',
    'file_columns',
    XLSX,
    () => workbook(`<dimension ref="A1:XFD1048576"/><row r="1">${cell('XFD1')}</row>`),
  ],
  ['a cell twice', 'file_row', XLSX, () => workbook(`<row r="1">${cell('A1')}${cell('A1')}</row>`)],
  [
    'a million cells in one place',
    'file_row',
    XLSX,
    () => workbook(`<row r="1">${cell('A1').repeat(1_000_000)}</row>`),
  ],
  ['a cell of another row', 'file_row', XLSX, () => workbook(`<row r="1">${cell('A2')}</row>`)],
  ['a row below zero', 'file_row', XLSX, () => workbook(`<row r="-1">${cell('A1')}</row>`)],
  ['a row beyond the last', 'file_row', XLSX, () => workbook(`<row r="9999999">${cell('A9999999')}</row>`)],
  ['a row twice', 'file_row', XLSX, () => workbook(`<row r="2"/><row r="2">${cell('A2')}</row>`)],
  ['rows without end', 'file_rows', XLSX, () => workbook('<row/>'.repeat(limits.rawRows + 1))],
  [
    'sheets without end',
    'file_sheets',
    XLSX,
    () =>
      workbook('', {
        'xl/workbook.xml': `<workbook><sheets>${'<sheet/>'.repeat(limits.sheets + 1)}</sheets></workbook>`,
      }),
  ],
  [
    'shared texts without end',
    'file_strings',
    XLSX,
    () => workbook('', SHARED('<si/>'.repeat(limits.strings + 1))),
  ],
  ['a text that a hundred thousand cells share', 'file_unfolded', XLSX, shared],
  [
    'a cell longer than Excel has any',
    'file_cell',
    XLSX,
    () => workbook(`<row r="1">${cell('A1', 'x'.repeat(limits.cell + 1))}</row>`),
  ],
  [
    'a cell of megabytes',
    'file_cell',
    XLSX,
    () => workbook(`<row r="1">${cell('A1', 'x'.repeat(9_000_000))}</row>`),
  ],
  [
    'a part that unfolds to 80 MB',
    'file_unfolded',
    XLSX,
    () => zip({ 'xl/worksheets/sheet1.xml': Buffer.alloc(80 * 1024 * 1024, 0x20) }),
  ],
  [
    'a part that unfolds to more than it states',
    'file_format',
    XLSX,
    () => workbook(' '.repeat(1_000_000), {}, { size: 100 }),
  ],
  [
    'a part that unfolds to less than it states',
    'file_format',
    XLSX,
    () => workbook('', {}, { size: 100_000 }),
  ],
  ['more parts than the directory has', 'file_format', XLSX, () => workbook('', {}, { count: 900 })],
  [
    'a number of parts that a ZIP64 record should state',
    'file_format',
    XLSX,
    () => workbook('', {}, { count: 0xffff }),
  ],
  [
    'a size that a ZIP64 field should state',
    'file_format',
    XLSX,
    () => workbook('', {}, { size: 0xffff_ffff }),
  ],
  ['a record without end', 'file_row', CSV, () => `day\n"${'x'.repeat(9_000_000)}`],
  ['half a million columns', 'file_columns', CSV, () => `day\n${','.repeat(500_000)}`],
  ['ten million lines', 'file_rows', CSV, () => '\n'.repeat(10_000_000)],
  [
    'lists in lists in lists',
    'file_row',
    JSON_TYPE,
    () => `[{"day":${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}}]`,
  ],
  ['a list that never closes', 'file_format', JSON_TYPE, () => '['.repeat(9_000_000)],
  [
    'names without end',
    'file_columns',
    JSON_TYPE,
    () => `[{${Array.from({ length: 300_000 }, (_, at) => `"${at}":1`).join(',')}}]`,
  ],
];

describe('a preview of a hostile file', () => {
  test.each(HOSTILE)('is refused: %s (%s)', async (_name, fault, type, file) => {
    expect((await preview(file(), type)).fields).toEqual({ file: [fault] });
  });

  test("names the row of a cell beyond Excel's limit, such as 200 KB of spaces before a letter", async () => {
    const [ad] = mine.shelves[0].ads;
    const errors = [{ row: 3, field: 'row', code: 'file_cell', values: { max: limits.cell } }];
    expect(
      (
        await preview(
          `ad_id,day,cost\n${ad},2026-01-02,1\n${ad},2026-01-03,"1${' '.repeat(200_000)}円x"\n`,
          CSV,
        )
      ).errors,
    ).toEqual(errors);
    const objects = [
      { ad_id: ad, day: '2026-01-02', cost: 1 },
      { ad_id: ad, day: { a: 'x'.repeat(limits.cell) }, cost: 1 },
    ];
    expect((await preview(JSON.stringify(objects), JSON_TYPE)).errors).toEqual([{ ...errors[0], row: 2 }]);
  });

  test('validates cells of the maximum length', async () => {
    const [ad] = mine.shelves[0].ads;
    const spaces = ' '.repeat(limits.cell - 2);
    const lines = Array.from({ length: 150 }, () => `${ad},${spaces}/,"1${spaces}x"\n`).join('');
    expect(await preview(`ad_id,day,cost\n${lines}`, CSV)).toMatchObject({ total: 150, error_total: 300 });
  });
});

/** A workbook with the maximum number of cells, which takes seconds to read. */
const slowFile = () => workbook(`<row>${'<c><v>1</v></c>'.repeat(limits.columns)}</row>`.repeat(limits.rows));

/** A workbook of long texts, which fill a small heap at once: many short ones would take it ten seconds. */
const largeFile = () =>
  workbook(
    Array.from(
      { length: 1_000 },
      (_, at) => `<row r="${at + 1}">${cell(`A${at + 1}`, `${at}${'x'.repeat(30_000)}`)}</row>`,
    ).join(''),
  );

describe('an import beyond its resource limits', () => {
  /** An app whose imports have these limits of time and memory. */
  const withLimits = async (
    over: { readonly timeMs: number; readonly heapMB: number },
    use: (on: FastifyInstance) => Promise<void>,
  ) => {
    const imports: Imports = createImports(parts.db, over);
    const on = await createApp({ parts, collector, imports });
    try {
      await use(on);
    } finally {
      await on.close();
      await imports.close();
    }
  };

  test("of time is refused, while redirects and another company's import continue", async () => {
    const file = slowFile();
    const [ad] = other.shelves[0].ads;
    const small = `ad_id,day,cost\n${ad},2026-01-02,1\n`;
    await withLimits({ timeMs: 1_000, heapMB: 768 }, async on => {
      const done: string[] = [];
      const hostile = [1, 2].map(() => preview(file, XLSX, { on }).finally(() => done.push('hostile')));
      const harmless = preview(small, CSV, { on, tenant: other }).finally(() => done.push('harmless'));
      let redirects = 0;
      while (!done.includes('hostile')) {
        expect((await on.inject(`/r/${mine.shelves[0].redirects[0]}`)).statusCode).toBe(302);
        redirects += 1;
      }
      expect((await harmless).total).toBe(1);
      for (const one of hostile) expect((await one).fields).toEqual({ file: ['file_time'] });
      expect(done).toEqual(['harmless', 'hostile', 'hostile']);
      expect(redirects).toBeGreaterThan(20);
      expect((await preview(small, CSV, { on, tenant: other })).total).toBe(1);
    });
  });

  test('of memory is refused, and the next file is read', async () => {
    await withLimits({ timeMs: 60_000, heapMB: 32 }, async on => {
      expect((await preview(largeFile(), XLSX, { on })).fields).toEqual({ file: ['file_memory'] });
      expect((await preview('ad_id,day,cost\n1,2026-01-02,1\n', CSV, { on })).total).toBe(1);
    });
  });
});
