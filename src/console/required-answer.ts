import { failureOf } from '../../machines/failure.ts';

/**
 * Returns the value of a requested field.
 * @throws {Failure} `unexpected` if the server left it out
 */
export const requireValue = <Value>(value: Value | null | undefined): Value => {
  if (value === null || value === undefined) throw failureOf(undefined);
  return value;
};
