import { Type, type TProperties } from '@fastify/type-provider-typebox';
import { remainderRankOfKey } from '../count/rows.ts';

/** The row order of reports' files, equal to that of their screens. */

type Line = Readonly<Record<string, unknown>>;

/** The order parameters of a file. @param columns those of the file */
export const orderQuery = (columns: readonly string[]): TProperties => ({
  sortName: Type.Optional(
    Type.String({
      enum: [...columns],
      description:
        'Sort column; inner rows are sorted within their outer row. Default: the order of the report',
    }),
  ),
  sortAsc: Type.Optional(
    Type.Boolean({ description: 'Whether sortName sorts in ascending order; default true' }),
  ),
});

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/**
 * Rows in the requested order: figures by size, texts by the collation of the file's language, empty values
 * last in either direction, rows that belong to no value of the axis after all others, and equal ones in their
 * original order. Rows with a `parent` follow the row of that `key`, or stay at the outer level where it is
 * missing. The grid of the console orders its rows alike.
 */
export const inOrder = (lines: readonly Line[], { sortName, sortAsc, locale }: Line): readonly Line[] => {
  if (typeof sortName !== 'string') return lines;
  const { compare } = new Intl.Collator(typeof locale === 'string' ? locale : 'ja', { numeric: true });
  const sign = sortAsc === false ? -1 : 1;
  const rankOf = ({ key }: Line): number => (typeof key === 'string' ? remainderRankOfKey(key) : 0);
  const sorted = lines.toSorted((a, b) => {
    const byRemainder = rankOf(a) - rankOf(b);
    if (byRemainder !== 0) return byRemainder;
    const [one, other] = [a[sortName], b[sortName]];
    if (isNothing(one) || isNothing(other)) return Number(isNothing(one)) - Number(isNothing(other));
    return (
      sign *
      (typeof one === 'number' && typeof other === 'number'
        ? one - other
        : compare(String(one), String(other)))
    );
  });
  const outer = new Set(sorted.filter(({ parent }) => isNothing(parent)).map(({ key }) => key));
  const isInner = ({ parent }: Line) => !isNothing(parent) && outer.has(parent);
  const inner = new Map<unknown, Line[]>();
  for (const line of sorted.filter(isInner)) {
    const group = inner.get(line['parent']);
    if (group === undefined) inner.set(line['parent'], [line]);
    else group.push(line);
  }
  return sorted
    .filter(line => !isInner(line))
    .flatMap(line => (isNothing(line['parent']) ? [line, ...(inner.get(line['key']) ?? [])] : [line]));
};
