import type { Viewer } from '../../http/visibility.ts';
import type { EntryName } from '../../store/postgres/reports/costs.ts';
import { adAxis, isEventAxis } from '../parse/axes.ts';
import type { AuthorizedQuery, ReportParts } from '../parse/query.ts';
import type { Row, Value } from './rows.ts';

/** The label of an ad or a group: its name, or its id where it has none, as after it was deleted. */
export const nameOrId = (name: string | undefined, id: number): string => name ?? `#${id}`;

/**
 * Labels of rows: names of ads and groups, those of deleted ones marked if `markDeleted` is given, and dimension values
 * unchanged. The console names values without a
 * name, in its language.
 */
export const labelsOf = async (
  { db, markDeleted = name => name }: Pick<ReportParts, 'db' | 'markDeleted'>,
  { companyId }: Pick<Viewer, 'companyId'>,
  { ads, rules }: Pick<AuthorizedQuery, 'ads' | 'rules'>,
  names: readonly string[],
): Promise<(row: Row) => string> => {
  const found = await Promise.all(
    names.map(async name => {
      if (isEventAxis(name)) return null;
      return adAxis(name).group === null
        ? new Map(ads.map(({ id, name: adName, status }) => [id, { name: adName, status }]))
        : adAxis(name).names(db, companyId, rules.id);
    }),
  );
  const label = (value: Value, known: ReadonlyMap<number, EntryName> | null | undefined): string => {
    if (value === null) return '';
    if (known === null || known === undefined || typeof value === 'string') return String(value);
    const entry = known.get(value);
    const name = nameOrId(entry?.name, value);
    return entry?.status === false ? markDeleted(name) : name;
  };
  /** The label of a nested row is that of its inner value; its outer row has its own. */
  return ({ kind, values }) => (kind === 'row' ? label(values.at(-1) ?? null, found[values.length - 1]) : '');
};
