import type { Viewer } from '../../http/visibility.ts';
import { adAxis, isEventAxis } from '../parse/axes.ts';
import type { Checked, ReportParts } from '../parse/query.ts';
import type { Row, Value } from './rows.ts';

/**
 * How a row's value is called: names of ads and groups; words of dimensions as they are. What has no name is
 * named by the console, in its language.
 */
export const labelsOf = async (
  { db }: Pick<ReportParts, 'db'>,
  { companyId }: Pick<Viewer, 'companyId'>,
  { ads, rules }: Pick<Checked, 'ads' | 'rules'>,
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
      : (known.get(value) ?? `#${value}`);
  };
  /** A nested row is called by its inner value, its outer row by its own. */
  return ({ kind, values }) => (kind === 'row' ? label(values.at(-1) ?? null, found[values.length - 1]) : '');
};
