import type { FastifyReply, FastifyRequest } from 'fastify';
import { failureOf, reportFailure, type OnServerFault } from '../http/error-handler.ts';
import { bodyOf, faults, type Failure, type FailureCode } from '../http/failures.ts';

/** Errors as SCIM answers them (RFC 7644, 3.12). */

export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
export const SCIM_TYPE = 'application/scim+json; charset=utf-8';

export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** A request that SCIM refuses. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly status: number;
  readonly scimType: ScimType | null;

  constructor(status: number, scimType: ScimType | null, detail: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const notFound = (): ScimError => new ScimError(404, null, 'There is no such resource.');
export const invalidValue = (detail: string): ScimError => new ScimError(400, 'invalidValue', detail);

/** Failures whose status or type differs in SCIM. */
const TYPES: Readonly<Partial<Record<FailureCode, readonly [status: number, type: ScimType]>>> = {
  malformed: [400, 'invalidSyntax'],
  invalid: [400, 'invalidValue'],
  last_administrator: [400, 'mutability'],
  single_sign_on_no_account: [400, 'invalidValue'],
};

const detailOf = (failure: Failure, requestId: string): string => {
  if (failure.code === 'single_sign_on_no_account')
    return 'No group gives this user a role, and the settings of the identity provider name no role of new users.';
  const fields = Object.entries(failure.fields).map(
    ([field, found]) => `${field}: ${found.map(({ code }) => faults[code]).join(' ')}`,
  );
  return [bodyOf(failure, requestId)._message[0], ...fields].join(' ');
};

const scimErrorOf = (failure: Failure, requestId: string): ScimError => {
  const isTaken = Object.values(failure.fields).some(found => found.some(({ code }) => code === 'taken'));
  const [status, type] = isTaken
    ? ([409, 'uniqueness'] as const)
    : (TYPES[failure.code] ?? ([failure.status, null] as const));
  return new ScimError(status, type, detailOf(failure, requestId));
};

const send = ({ status, scimType, message }: ScimError, reply: FastifyReply) =>
  reply
    .code(status)
    .type(SCIM_TYPE)
    .send(
      JSON.stringify({
        schemas: [ERROR_SCHEMA],
        status: String(status),
        ...(scimType !== null && { scimType }),
        detail: message,
      }),
    );

/** Answers an error of a route of SCIM, and logs it. */
export const sendScimError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  onServerFault: OnServerFault,
) => {
  if (error instanceof ScimError) {
    const { status, scimType, message } = error;
    request.log.info({ status, scimType, reason: message, method: request.method }, 'request rejected');
    return send(error, reply);
  }
  const failure = failureOf(error, request.body);
  reportFailure(failure, request, reply, onServerFault);
  return send(scimErrorOf(failure, request.id), reply);
};
