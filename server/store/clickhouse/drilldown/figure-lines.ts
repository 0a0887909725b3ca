import type { Lines } from './figure-conversions.ts';
import { keysOf } from '../queries/counts.ts';
import { isFiner, layoutParameters, NO_CONTACT, type Chosen, type Layout } from '../queries/row-layout.ts';
import { bound, type Scope } from '../queries/scope.ts';
import { unitsInSql, type CreditModel, type CreditTable } from '../rollups/paths.ts';

/** The conversions of a figure of a report: the same lines that reports count. */

/**
 * The contribution of a conversion to a row. `last`: 1 where the row has the last contact, `sales` its amount;
 * `touches`: 1 where the path has that length (6: 6 or more); `helped`: 1 for an assist, `opened` for an assist
 * by the first contact; `divided`: credit units, `sold` the amount times credit units.
 */
export type Share =
  | { readonly kind: 'last' | 'divided'; readonly cvType: 0 | 1 }
  | { readonly kind: 'sales' | 'helped' | 'opened' | 'sold'; readonly cvType: 1 }
  | { readonly kind: 'touches'; readonly cvType: 1; readonly length: number };

/** A figure of some rows under a model. */
export interface Figure {
  readonly share: Share;
  readonly rows: Chosen;
  readonly layout: Layout;
  readonly model: CreditModel | 'markov' | 'shapley';
  readonly table: CreditTable;
}

const among =
  (rows: Chosen) =>
  (key: string): string => {
    if ('allBut' in rows) return rows.allBut.length === 0 ? '1' : `NOT has({chosen: Array(Int64)}, ${key})`;
    if (rows.only.length === 0) return '0';
    return rows.only.length === 1
      ? `${key} = {chosen: Array(Int64)}[1]`
      : `has({chosen: Array(Int64)}, ${key})`;
  };

/** The credit of a conversion for the rows under a model, in credit units. */
const dividedBy = ({ rows, model, table }: Pick<Figure, 'rows' | 'model' | 'table'>): string => {
  const here = among(rows);
  // A chain shares all conversions with a path in the same proportions: each contributes the same to a row,
  // and the figure is distributed over them.
  if (model === 'markov')
    return `if(contacts = 0, ${here('none')}, ${'allBut' in rows || rows.only.some(row => row !== NO_CONTACT) ? 1 : 0}) * toUInt64(${table.units})`;
  return `arraySum((key, i) -> if(${here('key')}, toUInt64(${unitsInSql(table)[model === 'shapley' ? 'linear' : model]}), 0), if(n = 0, [none], sharing), if(n = 0, [toUInt32(0)], arrayEnumerate(sharing)))`;
};

export const figureLines =
  (figure: Figure) =>
  (scope: Scope): Lines => {
    const { share, rows, layout, model, table } = figure;
    const here = among(rows);
    /** The condition on conversions of the figure, and their contribution. Sales of zero yen count as well. */
    const [condition, contribution] = ((): readonly [string, string] => {
      switch (share.kind) {
        case 'last':
          return [here('ended'), '1'];
        case 'sales':
          return [here('ended'), 'amount'];
        case 'touches':
          return [
            `${here('ended')} AND ${share.length >= 6 ? 'contacts >= 6' : `contacts = ${share.length}`}`,
            '1',
          ];
        case 'helped':
          return [
            'given > 0',
            `length(arrayDistinct(arrayFilter(key -> ${here('key')} AND key != ended, keys)))`,
          ];
        case 'opened':
          return [`contacts > 0 AND ${here('keys[1]')} AND keys[1] != ended`, '1'];
        case 'divided':
          return ['given > 0', dividedBy(figure)];
        case 'sold':
          return ['units > 0', 'toInt128(amount) * units'];
      }
    })();
    // By the Shapley value the different rows of a path have equal shares, in the order of their numbers.
    const sharing = model === 'shapley' ? 'arraySort(arrayDistinct(keys))' : 'keys';
    return {
      sql: `
    SELECT conversion_id, converted, cv_type, amount, contacts, elapsed, ${isFiner(layout) ? 'toUInt32(0)' : 'ad_ids[-1]'} AS last_ad, ${share.kind === 'sold' ? `${dividedBy(figure)} AS units, ` : ''}toInt128(${contribution}) AS given FROM (
      SELECT *, if(contacts = 0, none, keys[-1]) AS ended, ${unitsInSql(table).path} FROM (
        SELECT *, toUInt32(length(keys)) AS contacts, ${sharing} AS sharing, toUInt32(length(sharing)) AS n FROM (${keysOf(scope, layout)}) WHERE cv_type = ${share.cvType}
      )
    ) WHERE ${condition}`,
      params: {
        ...bound(scope),
        ...layoutParameters(layout),
        chosen: 'only' in rows ? rows.only : rows.allBut,
      },
    };
  };
