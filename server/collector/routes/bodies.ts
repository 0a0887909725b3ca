import { Refusal } from '../reasons.ts';

/** Largest body of `/e` and `/cv`, in bytes. */
export const BODY_LIMIT = 8192;

/**
 * A body that must be a JSON object.
 *
 * @throws {Refusal} `malformed`
 */
export const readJson = (body: unknown): Readonly<Record<string, unknown>> => {
  if (typeof body !== 'string') throw new Refusal('malformed');
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    throw new Refusal('malformed', { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('malformed');
  return value as Readonly<Record<string, unknown>>;
};
