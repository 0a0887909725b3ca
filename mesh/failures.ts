import { GraphQLError, type GraphQLFormattedError } from 'graphql';

/**
 * What a GraphQL caller is told when something goes wrong.
 *
 * A failure of the REST server keeps its code, status, texts and field errors. Everything else that Mesh
 * knows about it (the internal address,
 * headers, the stack) stays here. What the gateway itself refuses has a code in capitals, as GraphQL servers
 * name them:
 */
export const refusals = {
  BAD_REQUEST: 400,
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  OPERATION_RESOLUTION_FAILURE: 400,
  BAD_USER_INPUT: 400,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
} as const satisfies Record<string, number>;
export type RefusalCode = keyof typeof refusals;

/** What travels in `extensions` of every error. */
export interface FailureExtensions {
  readonly code: string;
  /** The HTTP status of the REST answer, or what a REST server would have said. */
  readonly status: number;
  /** Codes of what is wrong with each field of the input. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** What the texts of `fields` and of the code name: `{name: {max: 100}}` and `{seconds: 30}`. */
  readonly limits?: Readonly<Record<string, unknown>>;
  readonly values?: Readonly<Record<string, unknown>>;
  /** Under which the log knows the request, where the fault is ours. */
  readonly requestId?: string;
}

/** A request that the gateway does not run. */
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

/** The part of Mesh's `DOWNSTREAM_SERVICE_ERROR` that is of use. */
const answerOf = (
  extensions: Record<string, unknown> | undefined,
): { status: number; body: Record<string, unknown> } | null => {
  // An error of the executor's own has none, whatever its type says.
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

/** The code of a REST answer that names none. */
const codeOfStatus = (status: number): string => {
  if (status === 404) return 'not_found';
  return status >= 500 ? 'unexpected' : 'invalid';
};

/**
 * An error of an execution as the caller sees it.
 *
 * @param onUnexpected hears of errors that are neither a REST answer nor the caller's doing: they belong in
 *   the log, not in the answer
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

/** An argument that cannot be a part of an address, told as the REST server would tell it. */
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
 * Errors of a document that does not run, under one code.
 *
 * @param suggest whether "Did you mean ...?" may stay: it gives the schema away bit by bit where
 *   introspection is off
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
