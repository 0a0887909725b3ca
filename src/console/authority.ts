import type { Execute } from '../gateway/client.ts';
import {
  AnswerChallengeDocument,
  BeginSingleSignOnDocument,
  CompleteSingleSignOnDocument,
  RefreshTokensDocument,
  SignInDocument,
  SignOutDocument,
} from '../../graphql/generated/graphql.ts';
import { requireValue } from './required-answer.ts';
import type { Authority, Grant } from './tokens.ts';

type LooseGrant =
  | { readonly access?: string | null; readonly refresh?: string | null; readonly lifetime?: number | null }
  | null
  | undefined;
const grantOf = (grant: LooseGrant): Grant => {
  const { access, refresh, lifetime } = requireValue(grant);
  return { access: requireValue(access), refresh: requireValue(refresh), lifetime: requireValue(lifetime) };
};

/** Creates the token requests, which use the gateway without tokens. */
export const createAuthority = (ask: Execute): Authority => ({
  signIn: async ({ company, email, password, autoLogin }, signal) => {
    const input = { company_id: company, email, password, auto_login: autoLogin };
    const { saved } = await ask(SignInDocument, { input }, signal);
    if (!saved?.challenge) return grantOf(saved);
    const { token, app, passkey } = saved.challenge;
    return { token: requireValue(token), hasApp: app, hasPasskey: passkey };
  },
  beginSignOn: async (company, signal) =>
    requireValue(
      (await ask(BeginSingleSignOnDocument, { input: { company_id: company } }, signal)).saved?.address,
    ),
  completeSignOn: async (query, signal) =>
    grantOf((await ask(CompleteSingleSignOnDocument, { input: { query } }, signal)).saved),
  answer: async ({ challenge: { token: challenge }, ...answer }, signal) => {
    const { remember } = answer;
    if (answer.kind === 'code') {
      const input = { challenge, code: answer.code, remember };
      return grantOf((await ask(AnswerChallengeDocument, { input }, signal)).saved);
    }
    const { answerByPasskey } = await import('./answer-by-passkey.ts');
    return grantOf(await answerByPasskey(ask, { challenge, remember }, signal));
  },
  refresh: async (refresh, signal) =>
    grantOf((await ask(RefreshTokensDocument, { input: { refresh } }, signal)).saved),
  signOut: (refresh, signal) => ask(SignOutDocument, { input: { refresh } }, signal),
});
