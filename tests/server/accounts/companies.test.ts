import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { makeTenant, PASSWORD, type Body, type Tenant, type Tokens } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const FROM = '198.51.100.7';

let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;

beforeAll(async () => {
  parts = await createTestParts({ now: Date.UTC(2026, 1, 28, 15) });
  tenant = await makeTenant(parts.db, 'acme');
  app = await createApp({ parts, collector: null });
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

describe('the addresses allowed to sign in', () => {
  const enter = async (who: 'admin' | 'user', remoteAddress: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/auth/signin/',
      remoteAddress,
      payload: { company_id: 'acme', email: tenant.emails[who], password: PASSWORD },
    });
    return { status: answer.statusCode, tokens: answer.json<Tokens>() };
  };
  const renew = async ({ refresh }: Tokens, remoteAddress: string) =>
    (await app.inject({ method: 'POST', url: '/api/v1/auth/refresh/', remoteAddress, payload: { refresh } }))
      .statusCode;
  const allow = async ({ access }: Tokens, ips: string[]) => {
    const headers = { authorization: `Bearer ${access}` };
    const company = (
      await app.inject({ url: `/api/v1/companies/${tenant.id}/`, remoteAddress: FROM, headers })
    ).json<Body>();
    const answer = await app.inject({
      method: 'PUT',
      url: `/api/v1/companies/${tenant.id}/`,
      remoteAddress: FROM,
      headers,
      payload: {
        company_name: company['company_name'],
        login_allowed_ips: ips,
        updated_at: company['updated_at'],
      },
    });
    return { status: answer.statusCode, body: answer.json<Body>() };
  };

  it('apply from the next sign-in and refresh, and an administrator cannot exclude his own address', async () => {
    const { tokens } = await enter('admin', FROM);
    const [elsewhere, byIPv6] = [
      (await enter('user', '203.0.113.9')).tokens,
      (await enter('user', `::ffff:${FROM}`)).tokens,
    ];
    for (const ips of [['203.0.113.0/24'], ['198.51.100.8'], ['2001:db8::/32']]) {
      const { status, body } = await allow(tokens, ips);
      expect([ips, status, body.fields]).toEqual([ips, 400, { login_allowed_ips: ['locks_out'] }]);
    }
    expect((await allow(tokens, ['2001:db8::/32', '198.51.100.0/24'])).status).toBe(200);
    expect((await enter('user', '203.0.113.9')).status).toBe(401);
    expect(await renew(elsewhere, '203.0.113.9'), 'refresh from an address that is no longer allowed').toBe(
      401,
    );
    expect(await renew(byIPv6, `::ffff:${FROM}`)).toBe(200);
    expect((await enter('user', FROM)).status).toBe(200);
    expect((await enter('user', '2001:db8::7')).status).toBe(200);
    expect((await allow(tokens, [])).status).toBe(200);
    expect((await enter('user', '203.0.113.9')).status).toBe(200);
  });
});
