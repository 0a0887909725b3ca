import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { createGrantAnswer } from '../accounts/session-answers.ts';
import { tokenPlace, Tokens } from '../accounts/schemas.ts';
import type { Dependencies } from '../dependencies.ts';
import { clientOf } from '../http/client.ts';
import { Failure } from '../http/failures.ts';
import { API } from '../http/openapi.ts';
import { aMinute, limitRates } from '../http/rates.ts';
import { Closed, component, Id, Nullable } from '../http/schemas.ts';
import type { TypedApp } from '../http/typed-app.ts';
import type { Viewers } from '../http/visibility.ts';
import { networkOf } from '../platform/allowed-addresses.ts';
import { findProvider } from '../store/postgres/accounts/identity-providers.ts';
import { checkProvider, PROVIDER_PROBLEMS } from './check-provider.ts';
import { createProviderFetch } from './provider-fetch.ts';
import { clearSignInCookie, readSignInCookie, writeSignInCookie } from './sign-in-cookie.ts';
import {
  accessOf,
  beginSignIn,
  clientPartsOf,
  completeSignIn,
  redirectUrlOf,
  type SignOnParts,
} from './single-sign-on.ts';
import { countCalls } from '../store/postgres/operations/usage.ts';

/** Sign-ins per minute and network. Each calls the identity provider. */
const SIGN_INS_A_MINUTE = 60;
/** Checks per minute and network. Each calls the identity provider several times. */
const CHECKS_A_MINUTE = 20;
/** Longest query of a provider's answer. Codes of known providers have up to 2,000 characters. */
const QUERY_LIMIT = 8000;

const SignInAddress = component(
  'SingleSignOnAddress',
  Type.Object({
    address: Type.String({ description: 'Address at the identity provider to which the browser goes' }),
  }),
);

const SignOnCallback = component(
  'SingleSignOnCallback',
  Type.Object({
    callback_url: Type.String({ description: 'Redirect URI, under the public address of the installation' }),
  }),
);

const ProviderCheck = component(
  'IdentityProviderCheck',
  Type.Object({
    problem: Nullable(
      Type.String({
        description: `What would keep a sign-in from succeeding; null: nothing was found. ${PROVIDER_PROBLEMS.join(', ')}`,
      }),
    ),
  }),
);

/** Registers the two steps of a sign-in. */
const serveSignIn = (app: TypedApp, parts: SignOnParts): void => {
  const answer = createGrantAnswer(app, parts);
  const config = { access: 'public', rateLimit: aMinute(SIGN_INS_A_MINUTE) } as const;

  app.post(
    `${API}/auth/single_sign_on/begin/`,
    {
      config,
      schema: {
        operationId: 'beginSingleSignOn',
        tags: ['auth'],
        summary: "Begin a sign-in through a company's identity provider; a cookie binds it to the browser",
        body: Closed({
          company_id: Type.String({
            minLength: 1,
            maxLength: 100,
            description: 'Company ID (company_code)',
          }),
        }),
        response: { 200: SignInAddress.ref },
      },
    },
    async (request, reply) => {
      const { address, state, browser } = await beginSignIn(parts, request.body.company_id);
      void reply.header('set-cookie', writeSignInCookie(state, browser));
      return { address };
    },
  );

  app.post(
    `${API}/auth/single_sign_on/complete/`,
    {
      config,
      schema: {
        operationId: 'completeSingleSignOn',
        tags: ['auth'],
        summary: 'Complete a sign-in with what the identity provider sent to the browser',
        body: Closed({
          query: Type.String({
            minLength: 1,
            maxLength: QUERY_LIMIT,
            description: 'Query of the address to which the identity provider sent the browser',
          }),
          ...tokenPlace(),
        }),
        response: { 200: Tokens.ref },
      },
    },
    async (request, reply) => {
      const query = new URLSearchParams(request.body.query);
      const state = query.get('state') ?? '';
      const browser = readSignInCookie(request.headers.cookie, state);
      if (browser !== null) void reply.header('set-cookie', clearSignInCookie(state));
      const grant = await completeSignIn(parts, { query, browser }, clientOf(request));
      return answer(grant, request.body, request, reply);
    },
  );
};

/** Registers the address that is to be registered at an identity provider, before its settings are saved here. */
const serveCallback = (app: TypedApp, { settings }: SignOnParts): void => {
  app.get(
    `${API}/single_sign_on/callback/`,
    {
      config: { access: { write: 'accounts' } },
      schema: {
        operationId: 'singleSignOnCallback',
        tags: ['identity_providers'],
        summary: 'The redirect URI of this installation, which is registered at an identity provider',
        response: { 200: SignOnCallback.ref },
      },
    },
    () => ({ callback_url: redirectUrlOf({ settings }) }),
  );
};

/** Registers the check of an identity provider. */
const serveCheck = (app: TypedApp, parts: SignOnParts): void => {
  app.post(
    `${API}/identity_providers/:id/check/`,
    {
      config: { access: { write: 'accounts' }, rateLimit: aMinute(CHECKS_A_MINUTE) },
      schema: {
        operationId: 'checkIdentityProvider',
        tags: ['identity_providers'],
        summary: 'Check the stored settings: discovery, keys, client ID and client secret',
        params: Closed({ id: Id() }),
        response: { 200: ProviderCheck.ref },
      },
    },
    async ({ viewer, params }) => {
      const provider = await findProvider(parts.db, { companyId: viewer.companyId, id: params.id });
      if (provider === null) throw new Failure('not_found');
      const redirectUrl = redirectUrlOf(parts);
      return {
        problem: await checkProvider(clientPartsOf(parts), accessOf(parts, provider), redirectUrl),
      };
    },
  );
};

/** Routes of single sign-on besides those of its entities. */
export const singleSignOnRoutes: FastifyPluginAsyncTypebox<{
  parts: Dependencies;
  viewers: Viewers;
}> = async (app, { parts, viewers }) => {
  for (const { schema } of [Tokens, SignInAddress, SignOnCallback, ProviderCheck]) app.addSchema(schema);
  await limitRates(app, countCalls(parts.db), ({ ip }) => networkOf(ip));
  const { fetch, close } = createProviderFetch({ allowPrivate: parts.settings.issuerAllowPrivate });
  app.addHook('onClose', close);
  const signOnParts: SignOnParts = { ...parts, viewers, fetch };
  serveSignIn(app, signOnParts);
  serveCallback(app, signOnParts);
  serveCheck(app, signOnParts);
};
