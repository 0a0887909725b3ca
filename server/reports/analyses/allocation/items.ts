import { Type } from '@fastify/type-provider-typebox';

/**
 * Columns of an allocation's file by item code, from 1: allocation items 1 to 8, simulation items 1 and 2
 * (docs/decisions/0004-metrics-axes-and-items.md).
 */
export const ITEM_COLUMNS = {
  items: [
    ['ad_cost'],
    ['share', 'allocated_cost'],
    ['adjusted', 'adjusted_cost'],
    ['cv'],
    ['cv_division'],
    ['amount_sum'],
    ['attributed_cpa'],
    ['attributed_roas'],
  ],
  simulation: [
    ['expected_cv', 'response_basis'],
    ['expected_amount', 'response_basis'],
  ],
} as const;
type Parameter = keyof typeof ITEM_COLUMNS;
const PARAMETERS = ['items', 'simulation'] as const satisfies readonly Parameter[];

const Codes = (parameter: Parameter) => {
  const groups: readonly (readonly string[])[] = ITEM_COLUMNS[parameter];
  return Type.Optional(
    Type.String({
      maxLength: 2 * groups.length,
      pattern: `^(?:0|[1-${groups.length}](?:,[1-${groups.length}])*)$`,
      description: `Columns by item code: ${groups.map((columns, index) => `${index + 1} ${columns.join(' and ')}`).join(', ')}; 0 none; default: all. The parameter columns takes precedence`,
    }),
  );
};
export const itemQuery = { items: Codes('items'), simulation: Codes('simulation') };

/**
 * The columns of a file by the item codes of its address.
 *
 * @param columns all columns in order; columns without an item are always included
 * @returns null where the address has no item codes
 */
export const columnsOfItems = (
  columns: readonly string[],
  query: Readonly<Record<string, unknown>>,
): readonly string[] | null => {
  const chosen = PARAMETERS.filter(parameter => typeof query[parameter] === 'string');
  if (chosen.length === 0) return null;
  const left = new Set<string>(chosen.flatMap(parameter => ITEM_COLUMNS[parameter].flat()));
  for (const parameter of chosen) {
    const codes = String(query[parameter]).split(',');
    ITEM_COLUMNS[parameter].forEach((group, index) => {
      if (codes.includes(String(index + 1))) group.forEach(column => left.delete(column));
    });
  }
  return columns.filter(column => !left.has(column));
};
