/** Kind of a failure, which decides the reaction of a screen; its code decides the text. */
export type FailureKind =
  | 'offline' // no answer; a retry may succeed
  | 'denied' // not signed in, or not permitted
  | 'missing' // the record does not exist, or is not visible to the user
  | 'conflict' // another user changed the record first
  | 'invalid' // the request is invalid; `fields` names the errors
  | 'broken'; // an error of the server or the console

export type Values = Readonly<Record<string, string | number>>;

/** One error of one field; translated by the message `fault.<code>`. */
export interface Fault {
  readonly code: string;
  readonly values?: Values;
}

/**
 * Reason of a failed action. `code` is one of the server's stable words (`server/http/failures.ts`) or `offline`. The
 * message `failure.<code>` translates the code; the code is never parsed.
 */
export interface Failure {
  readonly kind: FailureKind;
  readonly code: string;
  /** Errors by field name as sent (`lpo_entries.0.url` for nested fields). */
  readonly fields?: Readonly<Record<string, readonly Fault[]>>;
  /** Values for the placeholders of the code's message. */
  readonly values?: Values;
  /** Id of the request, which an operator can quote to support. */
  readonly requestId?: string;
  /** HTTP status of the answer, if 500 or above. */
  readonly status?: number;
}

/** Support reference: the status of the answer and the id of the request in the server's log. */
export type Reference = Pick<Failure, 'status' | 'requestId'>;

export const referenceOf = ({ status, requestId }: Reference): Reference => ({
  ...(status !== undefined && { status }),
  ...(requestId !== undefined && { requestId }),
});

const KINDS: readonly string[] = [
  'offline',
  'denied',
  'missing',
  'conflict',
  'invalid',
  'broken',
] satisfies FailureKind[];

/** Converts a rejection of a port. Ports reject with a `Failure`; any other value is an error of the program. */
export const failureOf = (error: unknown): Failure =>
  isFailure(error) ? error : { kind: 'broken', code: 'unexpected' };

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  'code' in value &&
  typeof value.code === 'string' &&
  KINDS.includes(String(value.kind));
