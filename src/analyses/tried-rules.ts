import { WhatIfParameters } from '../../graphql/generated/constraints.ts';

/** Measurement rules to try: where an address has none, those of the product apply. */

/** The bounds of the rules in the contract: term in days, repeat in seconds, decay in percent. */
export const BOUNDS = {
  term: WhatIfParameters.term,
  repeat: WhatIfParameters.repeat,
  decay: WhatIfParameters.decay,
};
export type Rule = keyof typeof BOUNDS;
export const RULES = Object.keys(BOUNDS) as readonly Rule[];
export type TriedValues = Readonly<Partial<Record<Rule, number>>>;

/** The rules of an address; an invalid one is left out. */
export const readTriedValues = (raw: Readonly<Record<string, unknown>>): TriedValues =>
  Object.fromEntries(
    RULES.flatMap(rule => {
      const text = raw[`if_${rule}`];
      const value = Number(text);
      return typeof text === 'string' &&
        /^\d{1,5}$/.test(text) &&
        value >= BOUNDS[rule].minimum &&
        value <= BOUNDS[rule].maximum
        ? [[rule, value]]
        : [];
    }),
  );

/** The rules of a query as an address has them. */
export const searchOfTried = (
  values: Readonly<Partial<Record<Rule, number | null | undefined>>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    RULES.filter(rule => typeof values[rule] === 'number').map(rule => [`if_${rule}`, String(values[rule])]),
  );
