import type { CombinedError } from '@urql/core';
import type { Failure, FailureKind } from '../../machines/failure.ts';

/** What the gateway says beside each GraphQL error (mesh/failures.ts). */
interface Details {
  readonly code: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined;
  readonly values: Readonly<Record<string, string | number>> | undefined;
  readonly requestId: string | undefined;
}

/** No call got through: the one failure that the server cannot name. */
export const OFFLINE: Failure = { kind: 'offline', code: 'offline' };

/** The server refused the access token itself, not what was asked with it. */
export const isRefused = (error: CombinedError): boolean =>
  error.response?.status === 401 || error.graphQLErrors.some(e => detailsOf(e.extensions).code === 'unauthenticated');

/**
 * Turns what urql reports into a failure of ours: a lost network is `offline`, a GraphQL error is what its
 * `extensions.code` says, anything else (an answer that is not GraphQL, say from a proxy) is `unexpected`.
 */
export const failureOfError = (error: CombinedError): Failure => {
  const [first] = error.graphQLErrors;
  if (first !== undefined) return failureOfDetails(detailsOf(first.extensions));
  const status = (error.response as Response | undefined)?.status;
  return status === undefined ? OFFLINE : failureOfDetails({ ...detailsOf({}), status });
};

const failureOfDetails = ({ code, status, fields, values, requestId }: Details): Failure => ({
  kind: kindOf(status),
  code,
  ...(fields && { fields }),
  ...(values && { values }),
  ...(requestId !== undefined && { requestId }),
});

const KIND_OF: Readonly<Record<number, FailureKind>> = {
  400: 'invalid', 401: 'denied', 403: 'denied', 404: 'missing', 409: 'conflict', 410: 'missing', 412: 'conflict', 422: 'invalid',
};
const kindOf = (status: number): FailureKind => KIND_OF[status] ?? 'broken';

/** Reads extensions with suspicion: a field of the wrong type counts as absent. */
const detailsOf = (extensions: Readonly<Record<string, unknown>>): Details => ({
  code: typeof extensions['code'] === 'string' && /^[a-z][a-z0-9_]*$/.test(extensions['code']) ? extensions['code'] : 'unexpected',
  status: typeof extensions['status'] === 'number' ? extensions['status'] : 500,
  fields: isRecord(extensions['fields'])
    ? Object.fromEntries(Object.entries(extensions['fields']).map(([field, codes]) => [field, (Array.isArray(codes) ? codes : [codes]).map(String)]))
    : undefined,
  values: isRecord(extensions['values'])
    ? Object.fromEntries(Object.entries(extensions['values']).map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]))
    : undefined,
  requestId: typeof extensions['requestId'] === 'string' ? extensions['requestId'] : undefined,
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
