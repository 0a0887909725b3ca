import { creditOf, MODELS, numberOf, UNITS } from '../../attribution/models.ts';
import { apportion } from '../../attribution/largest-remainder.ts';

/**
 * The credit of one contact under one model: credit units of {@link UNITS}, the same as a fraction, and whole
 * yen of the amount.
 */
export interface Weight {
  readonly model: number;
  readonly units: number;
  readonly share: number;
  readonly yen: number;
}

/**
 * The weights of every contact of a path under every model, in order of time. A path without contacts has one
 * row with the full credit.
 * Units are those that reports sum up; the yen of one model sum to the amount by largest remainder.
 *
 * @param decay percentage by which a contact weighs less than the next one under the model `decay`; default: the product's
 */
export const weightsOf = (contacts: number, amount: number, decay?: number): Weight[][] => {
  const places = Math.max(contacts, 1);
  const models = MODELS.map(model => {
    const units = contacts === 0 ? [UNITS] : creditOf(model, contacts, decay);
    const yen = apportion(
      units.map(unit => BigInt(unit) * BigInt(amount)),
      BigInt(UNITS),
    );
    return { model: numberOf(model), units, yen };
  });
  return Array.from({ length: places }, (_, index) =>
    models.map(({ model, units, yen }) => {
      const own = units[index] ?? 0;
      return { model, units: own, share: own / UNITS, yen: Number(yen[index] ?? 0n) };
    }),
  );
};

/** The sum of several contacts' weights, by model. */
export const sumWeights = (several: readonly (readonly Weight[])[]): Weight[] =>
  MODELS.map((model, index) => {
    const of = (key: 'units' | 'yen') =>
      several.reduce((sum, weights) => sum + (weights[index]?.[key] ?? 0), 0);
    return { model: numberOf(model), units: of('units'), share: of('units') / UNITS, yen: of('yen') };
  });
