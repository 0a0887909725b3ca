import type { CombinedError } from 'urql';
import type { Failure, FailureKind, Fault, Values } from '../../machines/failure.ts';

/** Extensions that the gateway adds to each GraphQL error (mesh/failures.ts). */
interface Details extends Pick<Failure, 'code' | 'fields' | 'values' | 'requestId'> {
  readonly status: number;
}

/** The request did not reach the server; the only failure without a code of the server. */
export const OFFLINE: Failure = { kind: 'offline', code: 'offline' };

/** Whether the server refused the access token rather than the request. */
export const isRefused = (error: CombinedError): boolean =>
  error.response?.status === 401 ||
  error.graphQLErrors.some(e => detailsOf(e.extensions).code === 'unauthenticated');

/**
 * Converts an error of urql to a `Failure`: no response is `offline`, a GraphQL error has its
 * `extensions.code`, any other response (for example of a proxy) is `unexpected`.
 */
export const failureOfError = (error: CombinedError): Failure => {
  const [first] = error.graphQLErrors;
  if (first !== undefined) return failureOfDetails(detailsOf(first.extensions));
  const response = error.response as Response | undefined;
  return response === undefined
    ? OFFLINE
    : failureOfAnswer(response.status, null, response.headers.get('x-request-id'));
};

/** Failure of a response that is not GraphQL, by its status and JSON body; null: the body is not JSON. */
export const failureOfAnswer = (status: number, body: unknown, requestId: string | null): Failure =>
  failureOfDetails({
    ...detailsOf(isRecord(body) ? body : {}),
    status,
    ...(requestId !== null && { requestId }),
  });

/** Lowest HTTP status of server errors. */
const SERVER_FAULT = 500;
const failureOfDetails = ({ status, ...details }: Details): Failure => ({
  kind: kindOf(status),
  ...details,
  ...(status >= SERVER_FAULT && { status }),
});

const KIND_OF: Readonly<Record<number, FailureKind>> = {
  400: 'invalid',
  401: 'denied',
  403: 'denied',
  404: 'missing',
  409: 'conflict',
  410: 'missing',
  412: 'conflict',
  422: 'invalid',
};
const kindOf = (status: number): FailureKind => KIND_OF[status] ?? 'broken';

/** Reads the extensions; values of an unexpected type count as absent. */
const detailsOf = (extensions: Readonly<Record<string, unknown>>): Details => {
  const { code, status, fields, limits, values, requestId } = extensions;
  return {
    code: isCode(code) ? code : 'unexpected',
    status: typeof status === 'number' ? status : 500,
    ...(isRecord(fields) && { fields: faultsOf(fields, isRecord(limits) ? limits : {}) }),
    ...(isRecord(values) && { values: valuesOf(values) }),
    ...(typeof requestId === 'string' && { requestId }),
  };
};

const isCode = (code: unknown): code is string => typeof code === 'string' && /^[a-z][a-z0-9_]*$/.test(code);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Error codes by field, with the values of their messages: `{name: ['too_long']}` with `{name: {max: 100}}`.
 */
const faultsOf = (
  fields: Readonly<Record<string, unknown>>,
  limits: Readonly<Record<string, unknown>>,
): Readonly<Record<string, readonly Fault[]>> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, codes]) => {
      const limit = limits[field];
      return [
        field,
        [codes]
          .flat()
          .filter(isCode)
          .map(code => ({ code, ...(isRecord(limit) && { values: valuesOf(limit) }) })),
      ];
    }),
  );

const valuesOf = (values: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]),
  );
