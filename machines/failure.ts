/** The kind of a failure decides the reaction of a screen; its code decides the text. */
export type FailureKind =
  | 'offline' // no answer came; asking again may help
  | 'denied' // not signed in, or not allowed
  | 'missing' // there is no such thing, or none one may see
  | 'conflict' // somebody else was first
  | 'invalid' // what was sent is wrong; `fields` says where
  | 'broken'; // the fault is ours

export type Values = Readonly<Record<string, string | number>>;

/** One thing wrong with one field; translated by the message `fault.<code>`. */
export interface Fault {
  readonly code: string;
  readonly values?: Values;
}

/**
 * The reason of a failed action. `code` is one of the server's stable words (`server/http/failures.ts`) or
 * `offline`; it is translated by the message `failure.<code>` and never parsed.
 */
export interface Failure {
  readonly kind: FailureKind;
  readonly code: string;
  /** What is wrong, by the field's name as it was sent (`lpo_entries.0.url` inside nested ones). */
  readonly fields?: Readonly<Record<string, readonly Fault[]>>;
  /** What the message of `code` has holes for. */
  readonly values?: Values;
  /** What an operator can quote to support. */
  readonly requestId?: string;
  /** HTTP status of the answer where the fault is the server's: 500 and above. */
  readonly status?: number;
}

/** The reference for support: how the server failed, and the number of the request in its log. */
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

/**
 * Ports reject with a `Failure`; any other thrown value is a fault of the program and reported as unexpected.
 */
export const failureOf = (error: unknown): Failure =>
  isFailure(error) ? error : { kind: 'broken', code: 'unexpected' };

export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  'code' in value &&
  typeof value.code === 'string' &&
  KINDS.includes(String(value.kind));
