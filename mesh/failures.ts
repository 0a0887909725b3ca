import { GraphQLError, type GraphQLFormattedError } from 'graphql';

/**
 * Errors in GraphQL answers. A failure of the REST server keeps its code, status, texts and field errors; Mesh's other
 * details (internal URL, headers, stack) are not sent. Errors of the gateway itself have codes in capitals, as is usual
 * for GraphQL servers.
 */
export const refusals = {
  BAD_REQUEST: 400,
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  OPERATION_RESOLUTION_FAILURE: 400,
  BAD_USER_INPUT: 400,
  COST_LIMIT_EXCEEDED: 400,
  OPERATION_NOT_ALLOWED: 403,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
} as const satisfies Record<string, number>;
export type RefusalCode = keyof typeof refusals;

/** `extensions` of every error. */
export interface FailureExtensions {
  readonly code: string;
  /** HTTP status of the REST answer, or that which a REST server would have sent. */
  readonly status: number;
  /** Error codes by input field. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Values for the texts of `fields` and of the code: `{name: {max: 100}}` and `{seconds: 30}`. */
  readonly limits?: Readonly<Record<string, unknown>>;
  readonly values?: Readonly<Record<string, unknown>>;
  /** Id of the request in the log, for errors of the server. */
  readonly requestId?: string;
}

/** A request that the gateway rejects. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly errors: readonly GraphQLFormattedError[];
  constructor(code: RefusalCode, message: string, errors?: readonly GraphQLFormattedError[]) {
    super(message);
    this.code = code;
    this.errors = errors ?? [{ message, extensions: { code, status: refusals[code] } }];
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Status and body of the REST answer in Mesh's `DOWNSTREAM_SERVICE_ERROR`; null: the error has none. */
const answerOf = (
  extensions: Record<string, unknown> | undefined,
): { status: number; body: Record<string, unknown> } | null => {
  // Errors of the executor itself lack the response, despite their type.
  const response = extensions?.['response'];
  if (!isRecord(response) || typeof response['status'] !== 'number') return null;
  return { status: response['status'], body: isRecord(response['body']) ? response['body'] : {} };
};

const formatFailure = (
  message: string,
  extensions: FailureExtensions,
  error: GraphQLError,
): GraphQLFormattedError => ({
  message,
  ...(error.locations !== undefined && { locations: error.locations }),
  ...(error.path !== undefined && { path: error.path }),
  extensions: { ...extensions },
});

/** Code of a REST answer without a code. */
const codeOfStatus = (status: number): string => {
  if (status === 404) return 'not_found';
  return status >= 500 ? 'unexpected' : 'invalid';
};

/**
 * Converts an error of an execution for the caller.
 * @param onUnexpected called with errors that are neither a REST answer nor caused by the caller, to be logged
 */
export const publicError = (
  error: GraphQLError,
  requestId: string,
  onUnexpected: (error: GraphQLError) => void,
): GraphQLFormattedError => {
  const answer = answerOf(error.extensions);
  if (answer !== null) {
    const { status, body } = answer;
    const code = typeof body['code'] === 'string' ? body['code'] : codeOfStatus(status);
    const texts = Array.isArray(body['_message'])
      ? body['_message'].filter(text => typeof text === 'string')
      : [];
    return formatFailure(
      texts.join(' ') || `The answer was ${status}.`,
      {
        code,
        status,
        ...(isRecord(body['fields']) && { fields: body['fields'] as Record<string, readonly string[]> }),
        ...(isRecord(body['limits']) && { limits: body['limits'] }),
        ...(isRecord(body['values']) && { values: body['values'] }),
        ...(status >= 500 && { requestId }),
      },
      error,
    );
  }
  onUnexpected(error);
  return formatFailure(
    'Something went wrong on our side.',
    { code: 'unexpected', status: 500, requestId },
    error,
  );
};

/** Error for an argument that is invalid in a URL, in the form of the REST server's errors. */
export const argumentRefusal = (argument: string, fault: 'format' | 'text'): GraphQLError =>
  new GraphQLError('An argument is refused', {
    extensions: {
      response: {
        status: 400,
        body: { code: 'invalid', _message: ['Some fields are not valid.'], fields: { [argument]: [fault] } },
      },
    },
  });

/**
 * Rejection of a document that cannot run, under one code.
 * @param suggest whether "Did you mean ...?" is kept: suggestions reveal the schema although introspection is off
 */
export const refusalOf = (code: RefusalCode, errors: readonly GraphQLError[], suggest: boolean): Refusal =>
  new Refusal(
    code,
    code,
    errors.map(error =>
      formatFailure(
        suggest ? error.message : error.message.replace(/ Did you mean .*$/s, ''),
        { code, status: refusals[code] },
        error,
      ),
    ),
  );
