import type { FastifyInstance } from 'fastify';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { makePasswordLink } from '../../../server/accounts/resets.ts';
import { composersOf } from '../../../server/mail-composers.ts';
import {
  mail,
  passkey,
  passkeyChallenge,
  recoveryCode,
  refreshToken,
  secondFactor,
  signinFailure,
  user,
} from '../../../server/store/postgres/schema/index.ts';
import { appCode } from '../../support/app-codes.ts';
import { createAuthenticator } from '../../support/authenticator.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import {
  makeTenant,
  PASSWORD,
  signIn,
  STORED_PASSWORD,
  type Body,
  type Tenant,
} from '../../support/tenants.ts';
import { tokyoTime } from '../../support/tokyo-time.ts';

const NEW = '新しい合言葉 é 2026';
const FACTOR = 'users/me/second_factor/';

let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;
beforeAll(async () => {
  parts = await createTestParts({ now: Date.UTC(2026, 1, 28, 15, 0, 0) });
  tenant = await makeTenant(parts.db, 'acme');
  app = await createApp({ parts, collector: null });
});
afterAll(async () => {
  await app.close();
  await parts.close();
});
beforeEach(async () => {
  for (const table of [
    mail,
    passkey,
    passkeyChallenge,
    recoveryCode,
    refreshToken,
    secondFactor,
    signinFailure,
  ])
    await parts.db.delete(table);
  await parts.db
    .update(user)
    .set({ password: STORED_PASSWORD, email: tenant.emails.user })
    .where(eq(user.id, tenant.users.user));
  parts.clock.advance(60_000);
});

interface Request {
  readonly method?: 'PATCH' | 'POST' | 'GET';
  readonly language?: string;
  readonly access?: string;
}
const send = async (path: string, payload: object, { method = 'POST', language, access }: Request) => {
  const answer = await app.inject({
    method,
    url: path.startsWith('/') ? path : `/api/v1/${path}`,
    remoteAddress: '192.0.2.7',
    headers: {
      ...(language !== undefined && { 'accept-language': language }),
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
    },
    ...(method !== 'GET' && { payload }),
  });
  return { status: answer.statusCode, body: answer.json<Body>() };
};
/** Sends a request that must succeed. */
const done = async (path: string, payload: object, request: Request): Promise<Body> => {
  const { status, body } = await send(path, payload, request);
  expect([path, status, body]).toEqual([path, 200, body]);
  return body;
};

/** Composes and removes the queued mails. */
const mails = async () => {
  const rows = await parts.db.delete(mail).returning();
  const composers = composersOf(parts);
  return Promise.all(
    rows
      .toSorted((one, other) => one.id - other.id)
      .map(async ({ mailOrder }) => {
        if (mailOrder.kind !== 'credential_change')
          throw new Error(`a mail of another kind: ${mailOrder.kind}`);
        const message = await composers.credential_change(mailOrder);
        return message && { to: message.to.address, subject: message.subject, text: message.text };
      }),
  );
};
const toUser = (subject: string, text: unknown = expect.stringContaining('192.0.2.7')) => [
  { to: tenant.emails.user, subject, text },
];
const current = { current_password: PASSWORD };

/** Sets up an app. */
const addApp = async (request: Request) => {
  const begun = await done(`${FACTOR}begin/`, current, request);
  return done(`${FACTOR}confirm/`, { code: appCode(String(begun['key']), parts.clock.now()) }, request);
};
const addPasskey = async (request: Request) => {
  const { options } = await done(`${FACTOR}passkeys/begin/`, current, request);
  const credential = createAuthenticator('http://localhost:3000').register(String(options));
  return done(`${FACTOR}passkeys/`, { name: '鍵', credential }, request);
};
const removePasskey = async (request: Request) => {
  const { passkeys } = await done(FACTOR, {}, { ...request, method: 'GET' });
  const [first] = passkeys as readonly Body[];
  return done(`${FACTOR}passkeys/${String(first?.['id'])}/remove/`, current, request);
};

describe('a mail tells the user of', () => {
  it('each change of the second factor, once, in the language of the request', async () => {
    const { access } = await signIn(app, tenant, 'user');
    const ja = { access };
    const en = { access, language: 'en-GB,en;q=0.9' };
    const zh = { access, language: 'fr, zh-TW;q=0.5' };
    await done(`${FACTOR}begin/`, current, ja);
    expect((await send(`${FACTOR}confirm/`, { code: '000000' }, ja)).status).toBe(400);
    expect(await mails()).toEqual([]);

    await addApp(ja);
    expect(await mails()).toEqual(toUser('【Touchpath】認証アプリが登録されました'));
    await addPasskey(en);
    expect(await mails()).toEqual(toUser('Touchpath: a passkey was added'));
    await done(`${FACTOR}recovery_codes/`, current, zh);
    expect(await mails()).toEqual(toUser('【Touchpath】恢复代码已重新生成'));
    await removePasskey(en);
    expect(await mails()).toEqual(toUser('Touchpath: a passkey was removed'));
    await addPasskey(en);
    await mails();
    await done(`${FACTOR}app/remove/`, current, ja);
    expect(await mails()).toEqual(toUser('【Touchpath】認証アプリが削除されました'));
    await removePasskey(en);
    expect(await mails()).toEqual(toUser('Touchpath: the second factor was removed'));
    await addApp(ja);
    await mails();
    await done(`${FACTOR}remove/`, current, en);
    expect(await mails()).toEqual(toUser('Touchpath: the second factor was removed'));
    expect((await send(`${FACTOR}remove/`, current, en)).status).toBe(409);
    expect(await mails()).toEqual([]);
  });

  it('a new password, which the user, a link or an administrator sets', async () => {
    const id = tenant.users.user;
    const { access } = await signIn(app, tenant, 'user');
    const own = { method: 'PATCH', access, language: 'en' } as const;
    await done(`users/${id}/`, { ...current, password: NEW }, own);
    expect(await mails()).toEqual([
      {
        to: tenant.emails.user,
        subject: 'Touchpath: the password was changed',
        text: `Hello Zoë user,

in your Touchpath account the password was changed.

Company ID: acme
Time: ${tokyoTime(parts.clock.now())} (Japan)
Changed by: your account (IP address 192.0.2.7)

If you did not expect this, change your password and contact an administrator of your company at once.

-- 
Touchpath
`,
      },
    ]);
    expect(
      (await send(`users/${id}/`, { current_password: PASSWORD, password: `${NEW}!` }, own)).status,
    ).toBe(400);
    expect(await mails()).toEqual([]);

    const link = await makePasswordLink(parts, { userId: id, companyId: tenant.id });
    const token = link.slice(link.indexOf('#token=') + '#token='.length);
    await done('auth/reset_password/', { token, password: `${NEW}!` }, { language: 'en' });
    expect(await mails()).toEqual(toUser('Touchpath: the password was changed'));

    const admin = await signIn(app, tenant, 'admin');
    await done(`users/${id}/`, { ...current, password: NEW }, { method: 'PATCH', access: admin.access });
    const [sent] = await mails();
    expect(sent).toMatchObject({ to: tenant.emails.user, text: expect.stringContaining('操作: 管理者\n') });
    expect(sent?.text).not.toContain('192.0.2.7');
  });

  it('another email address, at the former one; other changes send none', async () => {
    const { access } = await signIn(app, tenant, 'admin');
    const path = `users/${tenant.users.user}/`;
    const change = async (fields: object) => {
      const { updated_at } = await done(path, {}, { method: 'GET', access });
      return done(path, { ...fields, updated_at }, { method: 'PATCH', access });
    };
    await change({ user_name: 'Zoë Zoë', email: tenant.emails.user });
    expect(await mails()).toEqual([]);
    await change({ email: 'zoe@acme.example' });
    expect(await mails()).toEqual(
      toUser('【Touchpath】メールアドレスが変更されました', expect.stringContaining('Zoë Zoë 様')),
    );
    await change({ user_name: 'Zoë user' });
    expect(await mails()).toEqual([]);
  });

  it('a change over GraphQL, in the language of the console', async () => {
    const { access } = await signIn(app, tenant, 'user');
    const query =
      'mutation($id: Int!, $input: UserChange_Input!) { updateUser(id: $id, input: $input) { id } }';
    const variables = { id: tenant.users.user, input: { ...current, password: NEW } };
    const { body } = await send('/graphql', { query, variables }, { access, language: 'zh-CN' });
    expect(body['errors']).toBeUndefined();
    expect(await mails()).toEqual(toUser('【Touchpath】密码已被更改'));
  });
});
