import { and, eq, exists, isNotNull, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { provisionedGroup, provisionedGroupMember, provisionedUser, user } from '../schema/index.ts';

/** Translates filters of SCIM to SQL. */

export type ScimOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'pr';

/** A parsed filter. Names of attributes are in lower case, with the attribute that they belong to. */
export type ScimFilter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly ScimFilter[] }
  | { readonly kind: 'not'; readonly part: ScimFilter }
  | {
      readonly kind: 'compare';
      readonly attribute: string;
      readonly operator: ScimOperator;
      /** Null for `pr`, and for a comparison with null. */
      readonly value: string | number | boolean | null;
    };

type Comparison = Extract<ScimFilter, { readonly kind: 'compare' }>;
/** An attribute that a filter may name. `exact`: its case matters. */
interface Attribute {
  readonly type: 'text' | 'exact' | 'flag';
  readonly column: SQL;
}

/** Translates a comparison; null: the attribute does not have it. */
type Translation = (comparison: Comparison) => SQL | null;

const compareText = ({ column, type }: Attribute, operator: ScimOperator, value: string): SQL | null => {
  const [stored, stated] =
    type === 'exact' ? [column, sql`${value}::text`] : [sql`lower(${column})`, sql`lower(${value}::text)`];
  switch (operator) {
    case 'eq':
      return sql`coalesce(${stored} = ${stated}, false)`;
    case 'ne':
      return sql`${stored} is distinct from ${stated}`;
    case 'co':
      return sql`coalesce(position(${stated} in ${stored}) > 0, false)`;
    case 'sw':
      return sql`coalesce(starts_with(${stored}, ${stated}), false)`;
    case 'ew':
      return sql`coalesce(right(${stored}, length(${stated})) = ${stated}, false)`;
    default:
      return null;
  }
};

const compare = (attribute: Attribute, { operator, value }: Comparison): SQL | null => {
  const { column, type } = attribute;
  if (operator === 'pr') return isNotNull(column);
  if (value === null) {
    if (operator === 'eq') return isNull(column);
    return operator === 'ne' ? isNotNull(column) : null;
  }
  if (type !== 'flag') return typeof value === 'string' ? compareText(attribute, operator, value) : null;
  // Entra ID sends flags as texts in some places.
  const flag = typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value;
  if (typeof flag !== 'boolean') return null;
  if (operator === 'eq') return eq(column, flag);
  return operator === 'ne' ? ne(column, flag) : null;
};

/** @returns null: a comparison cannot be made */
const translate = (filter: ScimFilter, translation: Translation): SQL | null => {
  if (filter.kind === 'compare') return translation(filter);
  if (filter.kind === 'not') {
    const inner = translate(filter.part, translation);
    return inner === null ? null : not(inner);
  }
  const parts = filter.parts.map(part => translate(part, translation));
  if (parts.includes(null)) return null;
  const all = parts.filter(part => part !== null);
  return (filter.kind === 'and' ? and(...all) : or(...all)) ?? null;
};

/** Name of the user in the filter: what SCIM answers as `userName`. */
export const scimUserName = sql<string>`coalesce(${provisionedUser.userName}, ${user.email})`;

const USER_ATTRIBUTES: Readonly<Record<string, Attribute>> = {
  id: { type: 'exact', column: sql`${user.id}::text` },
  username: { type: 'text', column: scimUserName },
  externalid: { type: 'exact', column: sql`${provisionedUser.externalId}` },
  active: { type: 'flag', column: sql`${user.status}` },
  displayname: { type: 'text', column: sql`${user.name}` },
  'name.formatted': { type: 'text', column: sql`${user.name}` },
  emails: { type: 'text', column: sql`${user.email}` },
  'emails.value': { type: 'text', column: sql`${user.email}` },
  'emails.type': { type: 'text', column: sql`'work'` },
  'emails.primary': { type: 'flag', column: sql`true` },
};

const GROUP_ATTRIBUTES: Readonly<Record<string, Attribute>> = {
  id: { type: 'exact', column: sql`${provisionedGroup.id}::text` },
  displayname: { type: 'text', column: sql`${provisionedGroup.displayName}` },
  externalid: { type: 'exact', column: sql`${provisionedGroup.externalId}` },
};

const attributeOf = (known: Readonly<Record<string, Attribute>>, name: string): Attribute | null =>
  Object.hasOwn(known, name) ? (known[name] ?? null) : null;

/** The condition of a filter of users; null: it names something else. */
export const userCondition = (filter: ScimFilter): SQL | null =>
  translate(filter, comparison => {
    const attribute = attributeOf(USER_ATTRIBUTES, comparison.attribute);
    return attribute === null ? null : compare(attribute, comparison);
  });

/** The condition of a filter of groups, also by a member (Entra ID); null: it names something else. */
export const groupCondition = (db: Database, filter: ScimFilter): SQL | null =>
  translate(filter, comparison => {
    const { attribute: name, operator, value } = comparison;
    const attribute = attributeOf(GROUP_ATTRIBUTES, name);
    if (attribute !== null) return compare(attribute, comparison);
    if (!['members', 'members.value'].includes(name) || operator !== 'eq') return null;
    return exists(
      db
        .select({ one: sql`1` })
        .from(provisionedGroupMember)
        .where(
          and(
            eq(provisionedGroupMember.groupId, provisionedGroup.id),
            eq(provisionedGroupMember.companyId, provisionedGroup.companyId),
            sql`${provisionedGroupMember.userId}::text = ${String(value)}`,
          ),
        ),
    );
  });
