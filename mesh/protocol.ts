import { Refusal, refusals } from './failures.ts';

/**
 * GraphQL over HTTP: reading of requests, and status codes of answers, by the GraphQL-over-HTTP specification
 * (graphql.github.io/graphql-over-http).
 */

/** `application/json` is the older type: a document that cannot run is answered with status 200. */
export type MediaType = 'application/graphql-response+json' | 'application/json';

export interface GraphQLRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Media type of a range in an `Accept` header; null: not supported. */
const mediaTypeOf = (range: string): MediaType | null => {
  if (range === 'application/graphql-response+json') return range;
  return range === 'application/json' || range === 'application/*' || range === '*/*'
    ? 'application/json'
    : null;
};

/**
 * Selects the media type with the highest weight in an `Accept` header. Default, also for wildcards:
 * `application/json`.
 * @throws {Refusal} `NOT_ACCEPTABLE`
 */
export const negotiate = (accept: string | undefined): MediaType => {
  if (accept === undefined || accept.trim() === '') return 'application/json';
  let best: { readonly type: MediaType; readonly weight: number } | null = null;
  for (const part of accept.split(',')) {
    const [range = '', ...parameters] = part.split(';').map(piece => piece.trim().toLowerCase());
    const weight = Number(parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? 1);
    const type = mediaTypeOf(range);
    if (type !== null && weight > (best?.weight ?? 0)) best = { type, weight };
  }
  if (best === null)
    throw new Refusal(
      'NOT_ACCEPTABLE',
      'The answer is application/graphql-response+json or application/json.',
    );
  return best.type;
};

const parameter = (value: unknown, name: string): Record<string, unknown> | undefined => {
  if (value === undefined || value === null) return undefined;
  if (!isRecord(value)) throw new Refusal('BAD_REQUEST', `${name} must be an object.`);
  return value;
};

/**
 * Reads the parameters of a request: the parsed body of a POST, or the query string of a GET, whose `variables` and
 * `extensions` are JSON.
 * @throws {Refusal} `BAD_REQUEST` naming the invalid part
 */
export const readParameters = (source: unknown, fromAddress: boolean): GraphQLRequest => {
  if (Array.isArray(source))
    throw new Refusal('BAD_REQUEST', 'Requests cannot be sent as a list: send them one by one.');
  if (!isRecord(source)) throw new Refusal('BAD_REQUEST', 'The request must be an object with a query.');
  const json = (name: string): unknown => {
    const value = source[name];
    if (!fromAddress || value === undefined || value === '') return fromAddress ? undefined : value;
    if (typeof value !== 'string') throw new Refusal('BAD_REQUEST', `${name} occurs twice.`);
    try {
      return JSON.parse(value);
    } catch {
      throw new Refusal('BAD_REQUEST', `${name} is not JSON.`);
    }
  };
  const { query, operationName } = source;
  if (typeof query !== 'string' || query === '')
    throw new Refusal('BAD_REQUEST', 'query must be a GraphQL document.');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    throw new Refusal('BAD_REQUEST', 'operationName must be a text.');
  parameter(json('extensions'), 'extensions');
  return {
    query,
    variables: parameter(json('variables'), 'variables'),
    operationName: operationName || undefined,
  };
};

/**
 * Status of a rejected request. In `application/json` a well-formed request whose document cannot run has status 200,
 * because such callers read errors from the body; an invalid GraphQL request has an error status in both types.
 */
export const statusOf = (refusal: Refusal, type: MediaType): number => {
  const ofDocument =
    refusal.code.startsWith('GRAPHQL_') ||
    refusal.code === 'OPERATION_RESOLUTION_FAILURE' ||
    refusal.code === 'BAD_USER_INPUT';
  return ofDocument && type === 'application/json' ? 200 : refusals[refusal.code];
};
