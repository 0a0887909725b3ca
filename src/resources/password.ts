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
  execute: Execute,
  { company, email }: ResetRequest,
  locale: Locale,
  signal?: AbortSignal,
): Promise<ForgotPasswordMutation> =>
  execute(ForgotPasswordDocument, { input: { company_id: company, email, locale } }, signal);

export type ResetLinkOffer = NonNullable<ResetLinkOpenMutation['one']>;

/**
 * The account whose password a reset link sets.
 * @throws {Failure} `reset_refused`
 */
export const openResetLink = (
  execute: Execute,
  token: string,
  signal?: AbortSignal,
): Promise<ResetLinkOpenMutation> => execute(ResetLinkOpenDocument, { input: { token } }, signal);

/**
 * Sets a new password by the token of a reset link.
 * @throws {Failure} `reset_refused`; `invalid` for the field `password`
 */
export const resetPassword = (
  execute: Execute,
  token: string,
  password: string,
  signal?: AbortSignal,
): Promise<object> => execute(ResetPasswordDocument, { input: { token, password } }, signal);

/**
 * Changes the password of a user; `form.current` is the password of the signed-in user.
 * @throws {Failure} `invalid` for `password` or `current_password`, `forbidden`, `too_many_requests`
 */
export const changePassword = (
  execute: Execute,
  id: number,
  form: { readonly current: string; readonly password: string },
  signal?: AbortSignal,
): Promise<object> =>
  execute(
    ChangePasswordDocument,
    { id, input: { current_password: form.current, password: form.password } },
    signal,
  );

/**
 * Resets the second factor of a user; `form.current` is the password of the signed-in administrator.
 * @throws {Failure} `invalid` for `current_password`, `second_factor_absent`, `forbidden`, `too_many_requests`
 */
export const resetSecondFactor = (
  execute: Execute,
  id: number,
  form: { readonly current: string; readonly locale: Locale },
  signal?: AbortSignal,
): Promise<object> =>
  execute(
    ResetSecondFactorDocument,
    { id, input: { current_password: form.current, locale: form.locale } },
    signal,
  );
