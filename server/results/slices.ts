import { createPack } from '../store/pack.ts';
import type { LogPlace, PageAsked } from '../store/postgres/result-log.ts';

/** The rows in lines of the store. */
export const rowsIn = <Row>(lines: readonly string[]): Row[] => lines.map(line => JSON.parse(line) as Row);

/** An instant as answers have it. @param time as the store's lines have it */
export const iso = (time: string): string => new Date(time).toISOString();

/** Rows that a question to the store brings: some 1 MB. */
const SLICE = 1_000;

/**
 * A whole log, some rows at a time, as it is read.
 *
 * @param read the lines of a page
 * @param placeOf where a row stands
 */
export async function* slicesOf<Stored, Shown>(
  read: (page: PageAsked) => Promise<readonly string[]>, placeOf: (row: Stored) => LogPlace, show: (row: Stored) => Shown,
): AsyncGenerator<Shown[]> {
  const pack = createPack();
  for (let after: LogPlace | null = null; ;) {
    const lines = await read({ after, limit: SLICE });
    const last = lines.at(-1);
    if (last === undefined) return;
    pack.clear();
    for (const line of lines) pack.add(line);
    for (const rows of pack.read<Stored>()) yield rows.map(show);
    if (lines.length < SLICE) return;
    after = placeOf(JSON.parse(last) as Stored);
  }
}
