import type { Execute } from '../gateway/client.ts';
import type { SessionRequests } from '../gateway/session-requests.ts';
import {
  AnswerChallengeDocument,
  BeginSingleSignOnDocument,
  CompleteSingleSignOnDocument,
  SignInDocument,
} from '../../graphql/generated/graphql.ts';
import { requireValue } from './required-answer.ts';
import type { Authority, Grant } from './tokens.ts';

type LooseGrant =
  | { readonly access?: string | null; readonly lifetime?: number | null; readonly session?: string | null }
  | null
  | undefined;
const grantOf = (grant: LooseGrant): Grant => {
  const { access, lifetime, session } = requireValue(grant);
  return { access: requireValue(access), lifetime: requireValue(lifetime), session: requireValue(session) };
};
/** Where the server puts the refresh token. */
const cookieOf = (autoLogin: boolean) => ({ cookie: true, auto_login: autoLogin });
const expected = (session: string | null) => (session === null ? {} : { session });

/** Creates the token requests, which use the gateway without tokens, and the cookie of the session. */
export const createAuthority = (execute: Execute, { post }: SessionRequests): Authority => ({
  signIn: async ({ company, email, password, autoLogin }, signal) => {
    const input = { company_id: company, email, password, ...cookieOf(autoLogin) };
    const { saved } = await execute(SignInDocument, { input }, signal);
    if (!saved?.challenge) return grantOf(saved);
    const { token, app, passkey } = saved.challenge;
    return { token: requireValue(token), hasApp: app, hasPasskey: passkey };
  },
  beginSignOn: async (company, signal) =>
    requireValue(
      (await execute(BeginSingleSignOnDocument, { input: { company_id: company } }, signal)).saved?.address,
    ),
  completeSignOn: async ({ query, autoLogin }, signal) => {
    const input = { query, ...cookieOf(autoLogin) };
    return grantOf((await execute(CompleteSingleSignOnDocument, { input }, signal)).saved);
  },
  answer: async ({ challenge: { token: challenge, autoLogin }, ...answer }, signal) => {
    const form = { challenge, remember: answer.remember, ...cookieOf(autoLogin) };
    if (answer.kind === 'code') {
      const input = { ...form, code: answer.code };
      return grantOf((await execute(AnswerChallengeDocument, { input }, signal)).saved);
    }
    const { answerByPasskey } = await import('./answer-by-passkey.ts');
    return grantOf(await answerByPasskey(execute, form, signal));
  },
  refresh: async (presented, signal) => {
    const body =
      presented.kind === 'cookie'
        ? expected(presented.session)
        : { refresh: presented.refresh, ...cookieOf(presented.autoLogin) };
    return grantOf((await post('refresh', body, signal)) as LooseGrant);
  },
  signOut: (session, signal) => post('signout', expected(session), signal),
});
