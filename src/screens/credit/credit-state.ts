import type { CreditQuery } from '../../../graphql/generated/graphql.ts';
import { present, type Present } from '../../resources/row.ts';

export type Credit = Present<CreditQuery['one']>;
export type CreditContact = Present<Credit['path']>;
export type CreditWeight = Present<CreditContact['weights']>;
export type CreditResult = Present<Credit['results']>;

/** Properties of a contact on its path, in the order in which they are displayed. */
export const contactBadges = (
  contact: Pick<CreditContact, 'first' | 'last' | 'performance' | 'billed'>,
): readonly string[] => (['first', 'last', 'performance', 'billed'] as const).filter(mark => contact[mark]);

/** Page of a contact; null: the contact belongs to another agency. */
export const contactPage = ({
  interaction_id: id,
}: {
  readonly interaction_id: string | null;
}): { readonly path: string } | null => (id === null ? null : { path: `/log/reference/${id}` });

/** A dot on the time line. `at` is its position in percent of the width. */
export interface Moment {
  readonly key: string;
  readonly kind: 'contact' | 'other' | 'left_out';
  readonly at: number;
  readonly weight: number;
  readonly performance: boolean;
}

/** Space at both ends of the line, in percent. */
const MARGIN = 3;

/**
 * Positions on the time line in percent, from the earliest to the latest of contacts and conversion.
 * `windowFrom` is the beginning of the tracking term; null: not on the line.
 */
export const momentsOf = (
  credit: Credit,
): { readonly moments: readonly Moment[]; readonly cv: number; readonly windowFrom: number | null } => {
  const path = present(credit.path);
  const left = present(credit.left_out);
  const cvTime = Date.parse(credit.conversion?.cv_time ?? '');
  const times = [...path, ...left].map(({ reference_time }) => Date.parse(reference_time));
  const from = Math.min(cvTime, ...times);
  const until = Math.max(cvTime, ...times);
  const placed = (ms: number): number =>
    until === from ? 100 - MARGIN : MARGIN + ((ms - from) / (until - from)) * (100 - 2 * MARGIN);
  const begin = Date.parse(credit.rules?.window_from ?? '');
  const own = credit.rules?.model;
  return {
    moments: [
      ...left.map((one, index): Moment => ({
        key: `out-${index}`,
        kind: 'left_out',
        at: placed(Date.parse(one.reference_time)),
        weight: 0,
        performance: false,
      })),
      ...path.map((one): Moment => ({
        key: String(one.place),
        kind: one.hidden ? 'other' : 'contact',
        at: placed(Date.parse(one.reference_time)),
        weight: present(one.weights).find(({ model }) => model === own)?.share ?? 0,
        performance: one.performance,
      })),
    ],
    cv: placed(cvTime),
    windowFrom: begin > from ? placed(begin) : null,
  };
};
