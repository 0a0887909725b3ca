import { failureOf } from '../../machines/failure.ts';

/** An answer that lacks a requested field is a fault of the server. */
export const requireValue = <Value>(value: Value | null | undefined): Value => {
  if (value === null || value === undefined) throw failureOf(undefined);
  return value;
};
