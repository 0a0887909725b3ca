import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openCollector } from '../../../server/collector/collector.ts';
import { frameOf } from '../../../server/collector/frames.ts';
import { createIds, EPOCH, firstIdAt, timeOfId } from '../../../server/platform/ids.ts';
import { createTestParts } from '../../support/test-parts.ts';

describe('event ids', () => {
  const clock = { now: () => EPOCH + 1000 };

  test('grow while the clock stands still, and run ahead of the clock when a millisecond has no ids left', () => {
    const ids = createIds(clock, 1023);
    const issued = Array.from({ length: 5000 }, () => ids.next());
    expect(issued.every((id, at) => at === 0 || id > (issued[at - 1] ?? id))).toBe(true);
    expect(timeOfId(issued.at(-1) ?? 0n)).toBe(EPOCH + 1001);
  });

  test('stay above an earlier id of any worker, and follow the clock again later', () => {
    let now = EPOCH + 1000;
    const ids = createIds({ now: () => now });
    for (const floor of [
      firstIdAt(EPOCH + 5000),
      firstIdAt(EPOCH + 9000) - 1n,
      createIds({ now: () => EPOCH + 9000 }, 1023).next(),
    ]) {
      ids.keepAbove(floor);
      expect(ids.next()).toBeGreaterThan(floor);
    }
    now = EPOCH + 20_000;
    expect(ids.next()).toBe(firstIdAt(now));
  });

  test('are not affected by a lower id', () => {
    const ids = createIds(clock);
    const first = ids.next();
    ids.keepAbove(0n);
    expect(ids.next()).toBe(first + 1n);
  });
});

test('after a start with the clock set back, event ids are above those in the store and in the journal', async () => {
  const parts = await createTestParts();
  try {
    const [stored, waiting] = [
      firstIdAt(parts.clock.now() + 86_400_000),
      firstIdAt(parts.clock.now() + 2 * 86_400_000),
    ];
    const row = {
      product_id: 1,
      visitor_id: '0',
      ts: '2026-02-28 23:59:59.999',
      ip: '::',
      bot: 0 as const,
      ad_id: 1,
    };
    await parts.columnar.insert({
      table: 'impression',
      values: [{ ...row, impression_id: stored.toString() }],
      format: 'JSONEachRow',
    });
    const first = await openCollector(parts);
    expect(parts.ids.next()).toBeGreaterThan(stored);
    await first.close();

    const folder = join(parts.settings.dataDir, 'journal');
    await mkdir(folder, { recursive: true });
    await appendFile(
      join(folder, '000000000099-0123456789ab.ndjson'),
      frameOf({ table: 'impression', id: waiting, row: { ...row, impression_id: waiting.toString() } }),
    );
    await appendFile(join(folder, '000000000100-0123456789ab.ndjson'), '');
    const second = await openCollector(parts);
    expect(parts.ids.next()).toBeGreaterThan(waiting);
    await second.close();
  } finally {
    await parts.close();
  }
});
