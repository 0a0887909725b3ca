import {
  ChangePasswordDocument,
  ForgotPasswordDocument,
  ResetLinkOpenDocument,
  ResetSecondFactorDocument,
  ResetPasswordDocument,
  type ForgotPasswordMutation,
  type ResetLinkOpenMutation,
} from '../../graphql/generated/graphql.ts';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Locale } from '../../machines/language.ts';

/** Sends a GraphQL operation (src/gateway/client.ts). */
type Execute = <Result, Variables extends object>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
) => Promise<Result>;

/** Account whose password is to be reset. */
export interface ResetRequest {
  readonly company: string;
  readonly email: string;
}

/**
 * Requests a mail with a reset link. The answer does not reveal whether the account exists.
 * @returns among others whether the server sends mails at all
 * @throws {Failure} `too_many_requests`
 */
export const requestReset = (
  ask: Execute,
  { company, email }: ResetRequest,
  locale: Locale,
  signal?: AbortSignal,
): Promise<ForgotPasswordMutation> =>
  ask(ForgotPasswordDocument, { input: { company_id: company, email, locale } }, signal);

export type ResetLinkOffer = NonNullable<ResetLinkOpenMutation['one']>;

/**
 * The account whose password a reset link sets.
 * @throws {Failure} `reset_refused`
 */
export const openResetLink = (
  ask: Execute,
  token: string,
  signal?: AbortSignal,
): Promise<ResetLinkOpenMutation> => ask(ResetLinkOpenDocument, { input: { token } }, signal);

/**
 * Sets a new password by the token of a reset link.
 * @throws {Failure} `reset_refused`; `invalid` for the field `password`
 */
export const resetPassword = (
  ask: Execute,
  token: string,
  password: string,
  signal?: AbortSignal,
): Promise<object> => ask(ResetPasswordDocument, { input: { token, password } }, signal);

/**
 * Changes the password of a user; `form.current` is the password of the signed-in user.
 * @throws {Failure} `invalid` for `password` or `current_password`, `forbidden`, `too_many_requests`
 */
export const changePassword = (
  ask: Execute,
  id: number,
  form: { readonly current: string; readonly password: string },
  signal?: AbortSignal,
): Promise<object> =>
  ask(
    ChangePasswordDocument,
    { id, input: { current_password: form.current, password: form.password } },
    signal,
  );

/**
 * Resets the second factor of a user; `form.current` is the password of the signed-in administrator.
 * @throws {Failure} `invalid` for `current_password`, `second_factor_absent`, `forbidden`, `too_many_requests`
 */
export const resetSecondFactor = (
  ask: Execute,
  id: number,
  form: { readonly current: string; readonly locale: Locale },
  signal?: AbortSignal,
): Promise<object> =>
  ask(
    ResetSecondFactorDocument,
    { id, input: { current_password: form.current, locale: form.locale } },
    signal,
  );
