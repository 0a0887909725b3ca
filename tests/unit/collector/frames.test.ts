import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutAt, frameOf, unframe } from '../../../server/collector/frames.ts';
import { TABLES, type Event, type Table } from '../../../server/collector/rows.ts';

const eventOf = (table: Table, id: bigint, row: object) => ({ table, id, row }) as unknown as Event;
/** A line with a correct checksum over any content. */
const checked = (body: string, separator = ' ') =>
  `${crc32(body).toString(16).padStart(8, '0')}${separator}${body}`;
const read = (text: string) => unframe(Buffer.from(text));

describe('the frame of an event', () => {
  test('keeps every event unchanged, for any texts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.bigInt(1n, 2n ** 64n - 1n)), { maxLength: 10 }),
        texts => {
          const events = texts.map(([text, id]) => eventOf('impression', id, { text }));
          const { damaged, lines, last, rows } = read(events.map(frameOf).join(''));
          expect([damaged, rows]).toEqual([[], events.length]);
          expect(Buffer.concat(lines.impression).toString()).toBe(
            events.map(event => `${JSON.stringify(event.row)}\n`).join(''),
          );
          expect(last).toBe(events.reduce((largest, { id }) => (id > largest ? id : largest), 0n));
        },
      ),
    );
  });

  test('is rejected as no event if it is truncated or any byte is changed', () => {
    const intact = Buffer.from(frameOf(eventOf('impression', 7n, { ts: '2026-02-28 23:59:59.999' })));
    fc.assert(
      fc.property(fc.nat(intact.length - 2), fc.integer({ min: 1, max: 255 }), (at, change) => {
        expect(cutAt(intact.subarray(0, at), 10)).toBe(0);
        const spoiled = Buffer.from(intact);
        spoiled[at] = (spoiled[at] ?? 0) ^ change;
        const { damaged, lines } = unframe(Buffer.concat([spoiled, intact]));
        // An upper-case hex digit is the same checksum. Every other change must be noticed, and the next line
        // must be read.
        if (!(at < 8 && change === 0x20)) expect(damaged.length).toBeGreaterThan(0);
        expect(lines.impression.length).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  test('has eight hex digits of checksum, and the number of its table', () => {
    expect(frameOf(eventOf('impression', 212n, { ad_id: 212 }))).toBe('003ace3a 1212 {"ad_id":212}\n');
    expect(TABLES.map(table => frameOf(eventOf(table, 5n, {})).slice(9))).toEqual([
      '05 {}\n',
      '15 {}\n',
      '25 {}\n',
      '35 {}\n',
    ]);
  });

  test('goes to its table, and the largest id is found in any position', () => {
    const { lines, rows, damaged, last } = read(
      TABLES.map((table, n) => frameOf(eventOf(table, [3n, 9n, 4n, 2n][n]!, { n }))).join(''),
    );
    expect(TABLES.map(table => lines[table].map(String))).toEqual([
      ['{"n":0}\n'],
      ['{"n":1}\n'],
      ['{"n":2}\n'],
      ['{"n":3}\n'],
    ]);
    expect([rows, damaged, last]).toEqual([4, [], 9n]);
  });

  test.each([
    ['no newline at its end', checked('17 {}')],
    ['no id', `${checked('1 {}')}\n`],
    ['nothing after its table', `${checked('1')}\n`],
    ['no space before its row', `${checked('17{}')}\n`],
    ['an unknown table', `${checked('47 {}')}\n`],
    ['no digit for its table', `${checked('/7 {}')}\n`],
    ['another character after its checksum', `${checked('17 {}', '_')}\n`],
    ['another checksum', `${checked('17 {}').replace(/^./, digit => (digit === '0' ? '1' : '0'))}\n`],
    ['no content', '\n'],
  ])('with %s is damaged, and is kept verbatim', (_, text) => {
    const intact = `${checked('17 {}')}\n`;
    const { lines, rows, damaged, last } = read(`${intact}${text}`);
    expect([damaged.map(String), lines.impression.map(String), rows, last]).toEqual([
      [text],
      ['{}\n'],
      1,
      7n,
    ]);
  });

  test.each([
    [0, 0],
    [1, 2],
    [2, 5],
    [3, 5],
  ])('is kept intact when a batch is cut after at most %i lines', (rows, cut) => {
    expect(cutAt(Buffer.from('a\nbc\nd'), rows)).toBe(cut);
  });
});
