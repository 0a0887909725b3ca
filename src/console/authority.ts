import type { Execute } from '../gateway/client.ts';
import {
  AnswerChallengeDocument,
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
    return saved?.challenge ? requireValue(saved.challenge.token) : grantOf(saved);
  },
  answer: async ({ challenge, code, remember }, signal) => {
    const input = { challenge: challenge.token, code, remember };
    return grantOf((await ask(AnswerChallengeDocument, { input }, signal)).saved);
  },
  refresh: async (refresh, signal) =>
    grantOf((await ask(RefreshTokensDocument, { input: { refresh } }, signal)).saved),
  signOut: (refresh, signal) => ask(SignOutDocument, { input: { refresh } }, signal),
});
