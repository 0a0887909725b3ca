import { Refusal, refusals } from './failures.ts';

/**
 * GraphQL over HTTP: what a request says, and which status its answer has.
 * The rules are those of the GraphQL-over-HTTP specification (graphql.github.io/graphql-over-http).
 */

/**
 * `application/json` is the older of the two: there, a document that does not run is still answered with 200.
 */
export type MediaType = 'application/graphql-response+json' | 'application/json';

export interface GraphQLRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The media type that a range of an `Accept` header stands for; null: none of ours. */
const mediaTypeOf = (range: string): MediaType | null => {
  if (range === 'application/graphql-response+json') return range;
  return range === 'application/json' || range === 'application/*' || range === '*/*'
    ? 'application/json'
    : null;
};

/**
 * The media type that a caller likes best, by the weights of its `Accept` header. Who says nothing, or
 * anything at all, gets `application/json`.
 *
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
 * Reads a request's parameters: the parsed body of a POST, or the query string of a GET, whose `variables`
 * and `extensions` are JSON.
 *
 * @throws {Refusal} `BAD_REQUEST` saying which part is wrong
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
 * The status of a refused request. In `application/json` a well-formed request whose document does not run
 * has status 200, because callers of
 * that type read the errors in the body; what is not a GraphQL request at all is refused by status in both.
 */
export const statusOf = (refusal: Refusal, type: MediaType): number => {
  const ofDocument =
    refusal.code.startsWith('GRAPHQL_') ||
    refusal.code === 'OPERATION_RESOLUTION_FAILURE' ||
    refusal.code === 'BAD_USER_INPUT';
  return ofDocument && type === 'application/json' ? 200 : refusals[refusal.code];
};
