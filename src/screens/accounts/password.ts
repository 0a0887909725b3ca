import type { Fault } from '../../../machines/failure.ts';
import type { Faults } from '../../../machines/draft.ts';

/**
 * Length limits of new passwords in characters, as in the contract (mesh/openapi.json; a test compares them).
 */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;

/** Length in code points of the normalised password, as the server counts. */
export const lengthOf = (password: string): number => Array.from(password.normalize('NFKC')).length;

const bare = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');

/** Whether a password equals the user's name, email address, or the part of the address before the @. */
export const isPersonal = (password: string, known: readonly string[]): boolean =>
  known
    .flatMap(word => [word, word.split('@')[0] ?? ''])
    .some(word => word !== '' && bare(word) === bare(password));

export interface NewPassword {
  readonly password: string;
  readonly confirm: string;
}

const faultsOfPassword = (password: string, known: readonly string[]): readonly Fault[] => {
  const length = lengthOf(password);
  if (length === 0) return [{ code: 'required' }];
  if (length < MIN_PASSWORD_LENGTH) return [{ code: 'too_short', values: { min: MIN_PASSWORD_LENGTH } }];
  if (length > MAX_PASSWORD_LENGTH) return [{ code: 'too_long', values: { max: MAX_PASSWORD_LENGTH } }];
  return isPersonal(password, known) ? [{ code: 'too_personal' }] : [];
};

const faultsOfRepetition = ({ password, confirm }: NewPassword): readonly Fault[] => {
  if (confirm === '') return [{ code: 'required' }];
  return confirm === password ? [] : [{ code: 'mismatch' }];
};

/** Validation errors of a new password and its repetition, with the server's codes. */
export const faultsOfNewPassword = (draft: NewPassword, known: readonly string[] = []): Faults => {
  const password = faultsOfPassword(draft.password, known);
  const confirm = faultsOfRepetition(draft);
  return { ...(password.length > 0 && { password }), ...(confirm.length > 0 && { confirm }) };
};
