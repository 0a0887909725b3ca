import {
  AnswerChallengeByPasskeyDocument,
  BeginPasskeyAnswerDocument,
  type AnswerChallengeByPasskeyMutation,
} from '../../graphql/generated/graphql.ts';
import type { Execute } from '../gateway/client.ts';
import { signWithPasskey } from './passkeys.ts';
import { requireValue } from './required-answer.ts';

/**
 * Answers the challenge of a sign-in with a passkey. A file of its own, as most sign-ins do not need it.
 * @throws {Failure} as `signWithPasskey`; `challenge_ended`, `passkey_refused`, `passkeys_unavailable`
 */
export const answerByPasskey = async (
  execute: Execute,
  form: {
    readonly challenge: string;
    readonly remember: boolean;
    readonly cookie: boolean;
    readonly auto_login: boolean;
  },
  signal: AbortSignal,
): Promise<AnswerChallengeByPasskeyMutation['saved']> => {
  const { challenge } = form;
  const { saved } = await execute(BeginPasskeyAnswerDocument, { input: { challenge } }, signal);
  const credential = await signWithPasskey(requireValue(saved?.options), signal);
  return (await execute(AnswerChallengeByPasskeyDocument, { input: { ...form, credential } }, signal)).saved;
};
