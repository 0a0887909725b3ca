import type { Viewer } from '../../http/visibility.ts';
import { adAxis, isEventAxis } from '../parse/axes.ts';
import type { AuthorizedQuery, ReportParts } from '../parse/query.ts';
import type { Row, Value } from './rows.ts';

/** The label of an ad or a group: its name, or its id where it has none, as after it was deleted. */
export const nameOrId = (name: string | undefined, id: number): string => name ?? `#${id}`;

/**
 * Labels of rows: names of ads and groups, and dimension values unchanged. The console names values without a
 * name, in its language.
 */
export const labelsOf = async (
  { db }: Pick<ReportParts, 'db'>,
  { companyId }: Pick<Viewer, 'companyId'>,
  { ads, rules }: Pick<AuthorizedQuery, 'ads' | 'rules'>,
  names: readonly string[],
): Promise<(row: Row) => string> => {
  const found = await Promise.all(
    names.map(async name => {
      if (isEventAxis(name)) return null;
      return adAxis(name).group === null
        ? new Map(ads.map(ad => [ad.id, ad.name]))
        : adAxis(name).names(db, companyId, rules.id);
    }),
  );
  const label = (value: Value, known: ReadonlyMap<number, string> | null | undefined): string => {
    if (value === null) return '';
    return known === null || known === undefined || typeof value === 'string'
      ? String(value)
      : nameOrId(known.get(value), value);
  };
  /** The label of a nested row is that of its inner value; its outer row has its own. */
  return ({ kind, values }) => (kind === 'row' ? label(values.at(-1) ?? null, found[values.length - 1]) : '');
};
