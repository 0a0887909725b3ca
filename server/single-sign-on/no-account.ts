import { Failure } from '../http/failures.ts';

/**
 * Refuses a person whom the provider has identified.
 *
 * @param reason for the log of the operator, without claims; the person is told only that there is no account
 */
export const noAccount = (reason: string): Failure =>
  new Failure('single_sign_on_no_account', { cause: new Error(reason) });
