import { describe, expect, it } from 'vitest';
import { loadCarefully, type Sink } from '../../../server/collector/careful-load.ts';
import { TABLES } from '../../../server/collector/rows.ts';

const MONTH = '2026-02';
const lineOf = (id: number, product: number) =>
  Buffer.from(
    `${JSON.stringify({ product_id: product, ts: `${MONTH}-28 00:00:00.000`, impression_id: String(id) })}\n`,
  );
const batchOf = (lines: readonly Buffer[]) => ({
  pieces: Object.fromEntries(
    TABLES.map(table => [table, new Map(table === 'impression' ? [[MONTH, [...lines]]] : [])]),
  ) as never,
});

/**
 * Loads impressions into a store that refuses some of them. Returns the inserts, the searched months and the
 * rejected rows.
 */
const load = async (
  lines: readonly Buffer[],
  refuses: (text: string) => boolean,
  fault: 'rows' | 'store' | 'unclear' | 'size' = 'rows',
  maySetUnclearAside = false,
) => {
  const loads: { token: string; text: string }[] = [];
  const months: string[] = [];
  const rejected: string[] = [];
  const sink: Sink = {
    load: async (_, pieces, token) => {
      const text = Buffer.concat([...pieces]).toString();
      loads.push({ token, text });
      if (refuses(text)) throw new Error('refused');
    },
    faultOf: () => fault,
    storedIds: async (_, __, searched) => {
      months.push(...searched);
      return new Set();
    },
    noteLateConversions: async () => undefined,
  };
  const setAside = async (_: string, rows: readonly Buffer[]) => {
    rejected.push(...rows.map(String));
  };
  const failure = await loadCarefully(sink, batchOf(lines), 'batch', {
    setAside,
    maySetUnclearAside,
  }).catch((error: unknown) => error);
  return { loads, months, rejected, failure };
};

/** Loads impressions into a store that takes at most two rows at a time, and counts how often it has each. */
const loadInPairs = async (rows: number, fault: 'size' | 'unclear', isLate: (rows: number) => boolean) => {
  const stored = new Map<string, number>();
  const lines = Array.from({ length: rows }, (_, n) => lineOf(n + 1, 1));
  const sink: Sink = {
    load: async (_, pieces) => {
      const text = Buffer.concat([...pieces]).toString();
      const ids = [...text.matchAll(/_id":"(\d+)"/g)].map(([, id = '']) => id);
      if (ids.length <= 2 || isLate(ids.length))
        for (const id of ids) stored.set(id, (stored.get(id) ?? 0) + 1);
      if (ids.length > 2 || isLate(ids.length)) throw new Error('refused');
    },
    faultOf: () => fault,
    storedIds: async (_, ids) => new Set(ids.filter(id => stored.has(id))),
    noteLateConversions: async () => undefined,
  };
  const rejected: string[] = [];
  await loadCarefully(sink, batchOf(lines), 'batch', {
    setAside: async (_, more) => {
      rejected.push(...more.map(String));
    },
    maySetUnclearAside: true,
  });
  return { counts: [...stored.values()], rejected };
};

describe('a refused batch', () => {
  const rows = Array.from({ length: 8 }, (_, n) => lineOf(n + 1, n % 2));
  const isFaulty = (text: string) =>
    text.includes('_id":"3"') || text.includes('_id":"6"') || text.includes('_id":"7"');

  it('is sent in parts, each under its own token, and only its faulty rows are set aside', async () => {
    const { loads, months, rejected, failure } = await load(rows, isFaulty);
    expect(failure).toBeUndefined();
    expect(rejected.toSorted()).toEqual([rows[2], rows[5], rows[6]].map(String).toSorted());
    expect(new Set(loads.map(({ token }) => token)).size).toBe(loads.length);
    expect(new Set(months)).toEqual(new Set([MONTH]));
  });

  it('keeps all rows if the store is unavailable', async () => {
    const { loads, rejected, failure } = await load(rows, () => true, 'store');
    expect([loads.length, rejected, failure instanceof Error]).toEqual([1, [], true]);
  });

  it.each(['size', 'unclear'] as const)(
    'is stored once where inserts fail after their rows are stored (%s)',
    async fault => {
      for (const isLate of [(rows: number) => rows === 8, (rows: number) => rows === 4, () => true])
        expect(await loadInPairs(8, fault, isLate)).toEqual({ counts: Array(8).fill(1), rejected: [] });
    },
  );

  it('keeps all rows where one alone is too large, and loads what fits', async () => {
    const { loads, rejected, failure } = await load(
      rows.slice(0, 2),
      text => text.includes('_id":"2"'),
      'size',
    );
    // Products 0 and 1 have a row each.
    expect([loads.length, rejected, failure instanceof Error]).toEqual([2, [], true]);
  });

  it('sets a row that is refused for an unclear reason aside once another one was accepted', async () => {
    const isSecond = (text: string) => text.includes('_id":"2"');
    const accepted = await load(rows.slice(0, 2), isSecond, 'unclear');
    expect([accepted.rejected, accepted.failure]).toEqual([[String(rows[1])], undefined]);
    const none = await load(rows.slice(1, 2), isSecond, 'unclear');
    expect([none.rejected, none.failure instanceof Error]).toEqual([[], true]);
    const stale = await load(rows.slice(1, 2), isSecond, 'unclear', true);
    expect([stale.rejected, stale.failure]).toEqual([[String(rows[1])], undefined]);
  });

  it('announces all its conversions by month once they are stored, also those that were there before', async () => {
    const conversions = ['8', '9'].map(id =>
      Buffer.from(
        `${JSON.stringify({ product_id: 1, ts: `${MONTH}-28 00:00:00.000`, conversion_id: id })}\n`,
      ),
    );
    const { pieces } = batchOf(rows);
    const events: unknown[] = [];
    const sink: Sink = {
      load: async table => void events.push(table),
      faultOf: () => 'rows',
      storedIds: async table => new Set(table === 'conversion' ? ['8'] : []),
      noteLateConversions: async ids => void events.push(ids),
    };
    const batch = { pieces: { ...(pieces as object), conversion: new Map([[MONTH, conversions]]) } as never };
    await loadCarefully(sink, batch, 'batch', { setAside: async () => undefined, maySetUnclearAside: false });
    expect(events).toEqual(['impression', 'impression', 'conversion', ['8', '9']]);
  });

  it('takes about 400 inserts at most, however many of its rows are faulty', async () => {
    const { loads, rejected } = await load(
      Array.from({ length: 1_000 }, (_, n) => lineOf(n + 1, 1)),
      () => true,
    );
    expect(rejected).toHaveLength(1_000);
    expect(Math.abs(loads.length - 406)).toBeLessThanOrEqual(6);
  });
});
