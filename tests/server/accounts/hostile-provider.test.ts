import type { FastifyInstance } from 'fastify';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import {
  identityProvider,
  signinRequest,
  user,
  userIdentity,
} from '../../../server/store/postgres/schema/index.ts';
import {
  sign,
  startHostileProvider,
  unsigned,
  type Forger,
  type HostileProvider,
} from '../../support/hostile-provider.ts';
import { CLIENT } from '../../support/identity-provider.ts';
import {
  begin,
  complete,
  completeForm,
  createRequester,
  type Answer,
  type Requester,
} from '../../support/single-sign-on.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { makeTenant, signIn, type Tenant } from '../../support/tenants.ts';

let parts: TestParts;
let app: FastifyInstance;
let send: Requester;
let mine: Tenant;
let provider: HostileProvider;
let admin: string;

const NOW = Date.UTC(2026, 1, 28, 15, 0, 0);
const SECONDS = NOW / 1000;
const honest = { sub: 's', email: 'admin@acme.example', email_verified: true };

beforeAll(async () => {
  parts = await createTestParts({ now: NOW, settings: { issuerAllowPrivate: true } });
  mine = await makeTenant(parts.db, 'acme');
  app = await createApp({ parts, collector: null });
  send = createRequester(app);
  provider = await startHostileProvider(() => parts.clock.now());
  admin = (await signIn(app, mine, 'admin')).access;
});
afterAll(async () => {
  await provider.close();
  await app.close();
  await parts.close();
});
beforeEach(async () => {
  for (const table of [signinRequest, userIdentity, identityProvider]) await parts.db.delete(table);
  provider.claims = honest;
  provider.forge = sign;
  provider.describe = document => document;
  provider.answers.clear();
  await configure();
});

const configure = async (over: object = {}): Promise<Answer> => {
  await parts.db.delete(identityProvider);
  return send('POST', 'identity_providers/', {
    access: admin,
    payload: completeForm(provider.issuer, { default_role: mine.roles.user, ...over }),
  });
};

const enter = async (): Promise<Answer> => {
  const { address, cookie } = await begin(send, mine.code);
  return complete(send, provider.visit(address), cookie);
};
const codeOf = async (): Promise<string> => {
  const { status, body } = await enter();
  return status === 200 ? 'granted' : body.code;
};
const forged = async (forge: Forger): Promise<string> => {
  provider.forge = forge;
  return codeOf();
};

describe('an ID token', () => {
  it('is accepted if it is right', async () => {
    expect(await codeOf()).toBe('granted');
  });

  it.each<[string, Forger]>([
    ['without a signature', ({ claims }) => Promise.resolve(unsigned({ alg: 'none' }, claims))],
    [
      'whose signature was removed',
      async token => `${(await sign(token)).split('.').slice(0, 2).join('.')}.`,
    ],
    [
      'signed by another key with the same name',
      async ({ header, claims }) =>
        sign({ header, claims, key: (await generateKeyPair('RS256')).privateKey }),
    ],
    [
      'signed by the client secret',
      ({ claims }) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(CLIENT.secret)),
    ],
    [
      'whose claims were changed',
      async token => {
        const [head = '', , signature = ''] = (await sign(token)).split('.');
        const claims = { ...token.claims, email: 'user@acme.example' };
        return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
      },
    ],
    ['that is no token', () => Promise.resolve('no token')],
  ])('%s is refused', async (_name, forge) => {
    expect(await forged(forge)).toBe('single_sign_on_refused');
  });

  it.each<[string, object]>([
    ['of another issuer', { iss: 'https://login.example.org' }],
    ['without an issuer', { iss: undefined }],
    ['for another audience', { aud: 'another-client' }],
    ['for several audiences and another party', { aud: [CLIENT.id, 'another'], azp: 'another' }],
    ['without an audience', { aud: undefined }],
    ['that expired', { iat: SECONDS - 600, exp: SECONDS - 31 }],
    ['without an expiry', { exp: undefined }],
    ['of the future', { nbf: SECONDS + 3600 }],
    ['with another nonce', { nonce: 'another nonce' }],
    ['without a nonce', { nonce: undefined }],
    ['without a subject', { sub: undefined }],
  ])('%s is refused', async (_name, over) => {
    provider.claims = { ...honest, ...over };
    expect(await codeOf()).toBe('single_sign_on_refused');
  });

  it('is accepted within the tolerance of clocks, by the clock of the program', async () => {
    provider.claims = { ...honest, iat: SECONDS - 600, exp: SECONDS - 29 };
    expect(await codeOf()).toBe('granted');
  });

  it('of another sign-in is refused', async () => {
    let first = '';
    expect(
      await forged(async token => {
        first = await sign(token);
        return first;
      }),
    ).toBe('granted');
    expect(await forged(() => Promise.resolve(first))).toBe('single_sign_on_refused');
  });
});

describe('what comes back', () => {
  it('is not exchanged without the state, nor a second time', async () => {
    const { address, cookie } = await begin(send, mine.code);
    const query = provider.visit(address);
    const code = new URLSearchParams(query).get('code') ?? '';
    const before = provider.exchanges;
    for (const bad of [
      `code=${code}`,
      `code=${code}&state=`,
      `code=${code}&state=${'x'.repeat(43)}`,
      'state',
      '?',
    ])
      expect((await complete(send, bad, cookie)).body.code).toBe('single_sign_on_ended');
    expect(provider.exchanges).toBe(before);
    expect((await complete(send, query, cookie)).status).toBe(200);
    expect((await complete(send, query, cookie)).body.code).toBe('single_sign_on_ended');
    expect(provider.exchanges).toBe(before + 1);
  });

  it('is refused with two codes, and from another issuer', async () => {
    const one = await begin(send, mine.code);
    const doubled = `${provider.visit(one.address)}&code=another`;
    expect((await complete(send, doubled, one.cookie)).body.code).toBe('single_sign_on_refused');
    const two = await begin(send, mine.code);
    const mixed = `${provider.visit(two.address)}&iss=https%3A%2F%2Flogin.example.org`;
    expect((await complete(send, mixed, two.cookie)).body.code).toBe('single_sign_on_refused');
  });

  it('is completed by one of several concurrent requests', async () => {
    const { address, cookie } = await begin(send, mine.code);
    const query = provider.visit(address);
    const all = await Promise.all(Array.from({ length: 5 }, () => complete(send, query, cookie)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('an email address', () => {
  it.each<[string, object, string]>([
    ['that is not verified', { email_verified: false }, 'single_sign_on_email'],
    ['of which nothing is stated', { email_verified: undefined }, 'single_sign_on_email'],
    ['of another domain', { email: 'admin@other.example' }, 'single_sign_on_email'],
    ['of a domain with the same end', { email: 'admin@evil-acme.example' }, 'single_sign_on_email'],
    ['of a subdomain', { email: 'admin@sub.acme.example' }, 'single_sign_on_email'],
    ['with two domains', { email: 'admin@acme.example@evil.example' }, 'single_sign_on_email'],
    ['that is missing', { email: undefined }, 'single_sign_on_email'],
    ['that is a list', { email: ['admin@acme.example'] }, 'single_sign_on_email'],
    ['that Entra ID states to be verified', { email_verified: undefined, xms_edov: true }, 'granted'],
    [
      'that Entra ID states not to be',
      { email_verified: undefined, xms_edov: false },
      'single_sign_on_email',
    ],
  ])('%s: %j leads to %s', async (_name, over, expected) => {
    provider.claims = { ...honest, ...over };
    expect(await codeOf()).toBe(expected);
  });

  it('of which nothing is stated is accepted if the company trusts the provider', async () => {
    await configure({ unstated_emails: true });
    provider.claims = { ...honest, email_verified: undefined };
    expect(await codeOf()).toBe('granted');
    provider.claims = { ...honest, email_verified: false };
    expect(await codeOf()).toBe('single_sign_on_email');
  });
});

describe('a discovery document', () => {
  const beginCode = async (): Promise<string> =>
    (await send('POST', 'auth/single_sign_on/begin/', { payload: { company_id: mine.code } })).body.code;

  it.each<[string, (document: Readonly<Record<string, unknown>>) => object]>([
    ['of another issuer', document => ({ ...document, issuer: 'https://login.example.org' })],
    ['without an issuer', document => ({ ...document, issuer: undefined })],
    ['without endpoints', ({ issuer }) => ({ issuer })],
    [
      'with a script as its endpoint',
      document => ({ ...document, authorization_endpoint: 'javascript:alert(1)' }),
    ],
    ['that is a list', () => []],
  ])('%s is refused', async (_name, describeIt) => {
    provider.describe = describeIt;
    expect(await beginCode()).toBe('provider_unreachable');
  });

  it('is not followed to another address, and not read beyond its limit', async () => {
    const path = '/.well-known/openid-configuration';
    provider.answers.set(path, { status: 302, headers: { location: `${provider.issuer}/moved` }, body: '' });
    expect(await beginCode()).toBe('provider_unreachable');
    const body = `{"issuer": "${provider.issuer}", "x": "${'x'.repeat(600_000)}"}`;
    provider.answers.set(path, { status: 200, headers: { 'content-type': 'application/json' }, body });
    expect(await beginCode()).toBe('provider_unreachable');
    provider.answers.set(path, { status: 500, body: '<html>' });
    expect(await beginCode()).toBe('provider_unreachable');
  });

  it('of a private address is refused unless the installation allows it', async () => {
    const guarded = await createApp({
      parts: { ...parts, settings: { ...parts.settings, issuerAllowPrivate: false } },
      collector: null,
    });
    const sendGuarded = createRequester(guarded);
    const begun = await sendGuarded('POST', 'auth/single_sign_on/begin/', {
      payload: { company_id: mine.code },
    });
    expect(begun).toMatchObject({ status: 503, body: { code: 'provider_unreachable' } });
    await parts.db.delete(identityProvider);
    const form = (issuer: string) =>
      sendGuarded('POST', 'identity_providers/', { access: admin, payload: completeForm(issuer) });
    expect((await form('http://idp.acme.example')).body.fields).toEqual({ issuer: ['format_url'] });
    for (const issuer of ['https://127.0.0.1', 'https://169.254.169.254', 'https://localhost']) {
      await parts.db.delete(identityProvider);
      const { status, body } = await form(issuer);
      if (status !== 201) continue;
      const check = await sendGuarded('POST', `identity_providers/${String(body['id'])}/check/`, {
        access: admin,
      });
      expect(check.body['problem']).toBe('address_refused');
    }
    await guarded.close();
  });
});

describe('the check of a provider', () => {
  it('names what is wrong', async () => {
    const check = async () => {
      const [row] = await parts.db.select({ id: identityProvider.id }).from(identityProvider);
      return (await send('POST', `identity_providers/${row?.id ?? 0}/check/`, { access: admin })).body[
        'problem'
      ];
    };
    expect(await check()).toBeNull();
    provider.describe = document => ({ ...document, response_types_supported: ['id_token'] });
    expect(await check()).toBe('no_code_flow');
    provider.describe = document => ({ ...document, issuer: 'https://login.example.org' });
    expect(await check()).toBe('issuer_differs');
    provider.describe = document => document;
    provider.answers.set('/keys', {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await check()).toBe('no_keys');
    provider.answers.clear();
    provider.answers.set('/token', {
      status: 401,
      headers: { 'content-type': 'application/json' },
      body: '{"error":"invalid_client"}',
    });
    expect(await check()).toBe('client_refused');
    provider.answers.set('/.well-known/openid-configuration', { status: 404, body: '' });
    expect(await check()).toBe('no_discovery');
  });

  it('belongs to administrators of the company', async () => {
    const other = await makeTenant(parts.db, 'other');
    const [row] = await parts.db.select({ id: identityProvider.id }).from(identityProvider);
    const path = `identity_providers/${row?.id ?? 0}/check/`;
    const foreign = (await signIn(app, other, 'admin')).access;
    expect((await send('POST', path, { access: foreign })).status).toBe(404);
    const own = (await signIn(app, mine, 'user')).access;
    expect((await send('POST', path, { access: own })).status).toBe(403);
  });
});

describe('refused sign-ins', () => {
  it('make no users and no identities', async () => {
    const before = (await parts.db.select({ id: user.id }).from(user)).length;
    provider.claims = { ...honest, sub: 'x', email: 'made@acme.example', nonce: 'another' };
    expect(await codeOf()).toBe('single_sign_on_refused');
    expect(await parts.db.select({ id: user.id }).from(user)).toHaveLength(before);
    expect(await parts.db.select().from(userIdentity)).toEqual([]);
  });
});
