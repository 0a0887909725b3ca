import type { Execute } from '../gateway/client.ts';
import { RefreshTokensDocument, SignInDocument, SignOutDocument } from '../../graphql/generated/graphql.ts';
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
  signIn: async ({ company, email, password, autoLogin }, signal) =>
    grantOf(
      (
        await ask(
          SignInDocument,
          { input: { company_id: company, email, password, auto_login: autoLogin } },
          signal,
        )
      ).saved,
    ),
  refresh: async (refresh, signal) =>
    grantOf((await ask(RefreshTokensDocument, { input: { refresh } }, signal)).saved),
  signOut: (refresh, signal) => ask(SignOutDocument, { input: { refresh } }, signal),
});
