import { failureOf } from '../../machines/failure.ts';

/** An answer that came without what was asked for is a fault of the server. */
export const requireValue = <Value>(value: Value | null | undefined): Value => {
  if (value === null || value === undefined) throw failureOf(undefined);
  return value;
};
