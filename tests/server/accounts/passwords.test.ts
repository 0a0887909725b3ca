import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultsOfPassword, hashPassword, verifyPassword } from '../../../server/accounts/passwords.ts';
import {
  mail,
  passwordReset,
  refreshToken,
  signinFailure,
  user,
} from '../../../server/store/postgres/schema/index.ts';
import { openMailFixture, type MailFixture } from '../../support/mail-fixture.ts';
import {
  requesterOf,
  makeTenant,
  one,
  STORED_PASSWORD,
  PASSWORD,
  signIn,
  type Body,
  type Tenant,
  type Tokens,
} from '../../support/tenants.ts';

const START = Date.UTC(2026, 1, 28, 15, 0, 0);
const NEW = '新しい合言葉 é 2026';
const HOUR = 3_600_000;

let mailFixture: MailFixture;
let { sink, parts, app, tenant, send } = {} as MailFixture;
let other: Tenant;

beforeAll(async () => {
  mailFixture = await openMailFixture(START);
  ({ sink, parts, app, tenant, send } = mailFixture);
  other = await makeTenant(parts.db, 'rival');
});
afterAll(() => mailFixture.close());
beforeEach(async () => {
  await parts.db.delete(signinFailure);
  await parts.db.delete(mail);
  await parts.db.delete(passwordReset);
  await parts.db.update(user).set({ password: STORED_PASSWORD, status: true });
  parts.clock.advance(2 * HOUR);
  sink.lines.length = 0;
});

let addresses = 0;
const fresh = () => `198.51.100.${++addresses % 250}`;
const post = async (name: string, payload: object, remoteAddress = fresh()) => {
  const answer = await app.inject({ method: 'POST', url: `/api/v1/auth/${name}/`, payload, remoteAddress });
  return { status: answer.statusCode, body: answer.json<Body & Tokens>(), text: answer.body };
};
const forgot = (over: object = {}, from?: string) =>
  post('forgot_password', { company_id: 'acme', email: tenant.emails.user, ...over }, from);
const open = (token: string) => post('reset_link', { token });
const reset = (token: string, password = NEW) => post('reset_password', { token, password });
const enter = (password: string, email = tenant.emails.user) =>
  post('signin', { company_id: 'acme', email, password });

/** Decodes quoted-printable text. */
const unquote = (text: string) =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
/** Decodes the encoded words of a header. */
const readWords = (head: string) =>
  head
    .replaceAll(/\?=\r\n =\?UTF-8\?[BQ]\?/g, '')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]+)\?=/g, (_, how: string, word: string) =>
      how === 'B' ? Buffer.from(word, 'base64').toString() : unquote(word.replaceAll('_', ' ')),
    );

const decodeBody = (body: string, encoding: string | undefined): string => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? unquote(body.replaceAll('=\r\n', '')) : body;
};
/** The decoded text of a mail in the folder. */
const readMail = async (id: number) => {
  const source = await readFile(join(parts.settings.dataDir, 'outbox', `${id}.eml`), 'utf8');
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(head)?.[1];
  return { head, text: decodeBody(body, encoding) };
};
const lastMail = async () => {
  const numbers = (await readdir(join(parts.settings.dataDir, 'outbox'))).map(file =>
    Number.parseInt(file, 10),
  );
  return readMail(Math.max(...numbers));
};
const tokenOf = (text: string) => {
  const [, token] = /#token=([\w-]{43})\s/.exec(text) ?? [];
  if (token === undefined) throw new Error(`no link in ${text}`);
  return token;
};
const linkFor = async (over: object = {}) => {
  await forgot(over);
  await send();
  return tokenOf((await lastMail()).text);
};

describe('a forgotten password', () => {
  it('is answered alike for existing, deleted and unknown accounts, without reading accounts', async () => {
    await parts.db.update(user).set({ status: false }).where(eq(user.id, tenant.users.agency));
    const answers = [];
    for (const over of [
      {},
      { email: tenant.emails.agency },
      { email: 'nobody@acme.example' },
      { company_id: 'nowhere' },
      { email: "x' or 1=1 --" },
    ]) {
      const { status, text } = await forgot(over);
      answers.push(`${status} ${text}`);
    }
    expect([...new Set(answers)]).toEqual(['200 {"accepted":true,"has_mail":false}']);
    expect(await parts.db.$count(mail), 'queued mails, one for each request').toBe(5);
    expect(await parts.db.$count(passwordReset)).toBe(0);
    expect(await send()).toBe(5);
    expect(await parts.db.$count(passwordReset), 'links, for the active account only').toBe(1);
    expect(await parts.db.$count(mail)).toBe(0);
  });

  it('is mailed in the language of the request, by default Japanese, with a link that is valid for an hour', async () => {
    for (const [locale, subject, words] of [
      [undefined, 'パスワード再設定のご案内', /再設定を受け付けました。[^]*http[^]*1時間有効/],
      ['en', 'set a new password', /request to reset the password[^]*http[^]*within one hour/],
      ['zh-CN', '重置密码', /密码的申请。[^]*http[^]*一小时内有效/],
    ] as const) {
      await parts.db.delete(signinFailure);
      await forgot({ email: tenant.emails.user.toUpperCase(), ...(locale && { locale }) });
      await send();
      const { head, text } = await lastMail();
      expect(text).toMatch(words);
      expect(text).toContain('Zoë user');
      expect(text, 'which account, where one address has several').toMatch(
        /^(会社ID|Company ID|公司 ID)[:：] ?acme$/m,
      );
      expect(text).toMatch(/^http:\/\/localhost:3000\/reset-password#token=[\w-]{43}$/m);
      const decodedHead = readWords(head);
      expect(decodedHead).toContain(subject);
      expect(decodedHead).toContain(`<${tenant.emails.user}>`);
      expect(decodedHead).toContain('From: Touchpath <no-reply@localhost>');
    }
    expect((await forgot({ locale: 'fr' })).body.fields).toEqual({ locale: ['choice'] });
  });

  it('is written to a file readable by its owner only, and the log has its path but not its content', async () => {
    const token = await linkFor();
    const file = (await readdir(join(parts.settings.dataDir, 'outbox')))
      .map(name => Number.parseInt(name, 10))
      .toSorted((a, b) => a - b)
      .at(-1);
    const path = join(parts.settings.dataDir, 'outbox', `${file}.eml`);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(sink.lines.find(line => line['mail'] === file)).toMatchObject({
      at: path,
      msg: 'An email was handed to the mail server.',
    });
    expect(JSON.stringify(sink.lines)).not.toContain(token);
    const stored = one(await parts.db.select().from(passwordReset));
    expect(JSON.stringify(stored), 'the stored reset, which contains a hash only').not.toContain(token);
    expect(stored.hash).toHaveLength(32);
  });

  it('throttles repeated requests alike for existing and unknown accounts', async () => {
    for (const email of [tenant.emails.user, 'nobody@acme.example']) {
      const statuses = [];
      for (let n = 0; n < 5; n++) statuses.push((await forgot({ email })).status);
      expect([email, statuses]).toEqual([email, [200, 200, 200, 429, 429]]);
    }
    const from = '203.0.113.77';
    const statuses = new Set<number>();
    for (let n = 0; n < 40; n++)
      statuses.add((await forgot({ email: `someone${n}@acme.example` }, from)).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});

describe('the link of a mail', () => {
  it('sets the new password, ends all sessions of the user only, and the user can sign in at once', async () => {
    const [mine, elsewhere, colleague] = [
      await signIn(app, tenant, 'user'),
      await signIn(app, tenant, 'user'),
      await signIn(app, tenant, 'admin'),
    ];
    for (let n = 0; n < 7; n++) await enter('wrong');
    expect((await enter(PASSWORD)).status, 'sign-in after too many guesses').toBe(429);
    // The user's permissions are cached when the password is set.
    expect((await requesterOf(app, mine.access)('users/me/')).status).toBe(200);
    const token = await linkFor();
    expect(await reset(token)).toMatchObject({ status: 200, body: { changed: true } });
    for (const { access, refresh } of [mine, elsewhere]) {
      expect((await requesterOf(app, access)('users/me/')).status).toBe(401);
      expect((await post('refresh', { refresh })).status).toBe(401);
    }
    expect((await requesterOf(app, colleague.access)('users/me/')).status).toBe(200);
    expect((await enter(PASSWORD)).status).toBe(401);
    expect((await enter(NEW)).status).toBe(200);
  });

  it('is valid once, for the first of several requests', async () => {
    const token = await linkFor();
    expect(await open(token)).toMatchObject({
      status: 200,
      body: { company_code: 'acme', email: tenant.emails.user },
    });
    const both = await Promise.all([
      reset(token, `${NEW} a`),
      reset(token, `${NEW} b`),
      reset(token, `${NEW} c`),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410, 410]);
    for (const refused of [await reset(token), await open(token)])
      expect(refused.body).toMatchObject({
        code: 'reset_refused',
        _message: ['This link has been used or has expired. Please request a new one.'],
      });
  });

  it('expires with every other open link of the user once one of them was used', async () => {
    const [first, second] = [await linkFor(), await linkFor()];
    expect((await reset(second)).status).toBe(200);
    expect((await reset(first)).status).toBe(410);
  });

  it('is refused when it is an hour old, forged, truncated, foreign, or its user was deleted', async () => {
    const token = await linkFor();
    for (const bad of [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.slice(1),
      'x',
      "' or true --",
      '日本語',
    ]) {
      expect([bad, (await open(bad)).status, (await reset(bad)).status]).toEqual([bad, 410, 410]);
    }
    await parts.db.update(user).set({ status: false }).where(eq(user.id, tenant.users.user));
    expect((await reset(token)).status).toBe(410);
    await parts.db.update(user).set({ status: true }).where(eq(user.id, tenant.users.user));
    parts.clock.advance(HOUR);
    expect((await open(token)).status).toBe(410);
    expect((await reset(token)).status).toBe(410);
    parts.clock.advance(-1);
    expect((await open(token)).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
  });

  it('stays valid after an invalid password', async () => {
    const token = await linkFor();
    for (const [password, code] of [
      ['short', 'too_short'],
      ['x'.repeat(129), 'too_long'],
      ['1234567890qwertyuiop', 'too_common'],
      [tenant.emails.user.toUpperCase(), 'too_personal'],
      ['', 'required'],
    ] as const) {
      const { status, body } = await reset(token, password);
      expect([password, status, body.fields]).toEqual([password, 400, { password: [code] }]);
    }
    expect((await reset(token)).status).toBe(200);
  });
});

describe('changing a password', () => {
  const patch = async (access: string, id: number, payload: object) => {
    const answer = await app.inject({
      method: 'PATCH',
      url: `/api/v1/users/${id}/`,
      payload,
      headers: { authorization: `Bearer ${access}` },
    });
    return { status: answer.statusCode, body: answer.json<Body>() };
  };

  it("of one's own account requires the current one, and ends the other sessions and open links", async () => {
    const [here, there] = [await signIn(app, tenant, 'user'), await signIn(app, tenant, 'user')];
    const link = await linkFor();
    const { status, body } = await patch(here.access, tenant.users.user, {
      password: NEW,
      current_password: PASSWORD,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: tenant.users.user, user_name: 'Zoë user', email: tenant.emails.user });
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/);
    expect((await requesterOf(app, here.access)('users/me/')).status).toBe(200);
    expect((await post('refresh', { refresh: here.refresh })).status).toBe(200);
    expect((await requesterOf(app, there.access)('users/me/')).status).toBe(401);
    expect((await post('refresh', { refresh: there.refresh })).status).toBe(401);
    expect((await reset(link)).status).toBe(410);
    expect([(await enter(PASSWORD)).status, (await enter(NEW)).status]).toEqual([401, 200]);
  });

  it('names the invalid field and changes nothing', async () => {
    const { access } = await signIn(app, tenant, 'user');
    for (const [form, fields] of [
      [{ password: NEW, current_password: 'wrong' }, { current_password: ['wrong_password'] }],
      [{ password: NEW }, { current_password: ['required'] }],
      [{ password: 'zoë user', current_password: PASSWORD }, { password: ['too_short'] }],
      [{ password: tenant.emails.user, current_password: PASSWORD }, { password: ['too_personal'] }],
      [{ password: NEW, current_password: PASSWORD, status: false }, { status: ['unknown_field'] }],
      [{ current_password: PASSWORD }, { password: ['required'] }],
      [
        { password: 5, current_password: null },
        { password: ['type'], current_password: ['required'] },
      ],
    ] as const) {
      const answer = await patch(access, tenant.users.user, form);
      expect([form, answer.status, answer.body.fields]).toEqual([form, 400, fields]);
    }
    expect((await enter(PASSWORD)).status).toBe(200);
  });

  it('throttles guesses of the current one with a stolen token, without throttling the sign-in', async () => {
    const { access } = await signIn(app, tenant, 'user');
    const answers = [];
    for (let n = 0; n < 7; n++) {
      const { status, body } = await patch(access, tenant.users.user, {
        password: NEW,
        current_password: `guess ${n}`,
      });
      answers.push([status, body.values?.['seconds']]);
    }
    const wrong = [400, undefined];
    expect(answers).toEqual([wrong, wrong, wrong, wrong, wrong, [429, 1], [429, 1]]);
    expect((await enter(PASSWORD)).status).toBe(200);
  });

  it("of another user requires an administrator and his own current password, and ends that user's sessions", async () => {
    const [admin, victim] = [await signIn(app, tenant, 'admin'), await signIn(app, tenant, 'user')];
    const guess = await patch(admin.access, tenant.users.user, { password: NEW, current_password: 'wrong' });
    expect([guess.status, guess.body.fields]).toEqual([400, { current_password: ['wrong_password'] }]);
    expect(
      (await patch(admin.access, tenant.users.user, { password: NEW, current_password: PASSWORD })).status,
    ).toBe(200);
    expect((await requesterOf(app, victim.access)('users/me/')).status).toBe(401);
    expect((await requesterOf(app, admin.access)('users/me/')).status).toBe(200);
    expect((await enter(NEW)).status).toBe(200);
    expect((await enter(PASSWORD, tenant.emails.admin)).status).toBe(200);
  });

  it('of another user is refused to other roles without revealing more than they may see', async () => {
    const form = { password: NEW, current_password: PASSWORD };
    const [asUser, asAgency, asStranger] = [
      await signIn(app, tenant, 'user'),
      await signIn(app, tenant, 'agency'),
      await signIn(app, other, 'admin'),
    ];
    expect((await patch(asUser.access, tenant.users.admin, form)).body.code).toBe('forbidden');
    for (const [access, id] of [
      [asAgency.access, tenant.users.admin],
      [asStranger.access, tenant.users.user],
      [asUser.access, 2_000_000_000],
    ] as const) {
      expect((await patch(access, id, form)).body.code).toBe('not_found');
    }
    for (const email of [tenant.emails.admin, tenant.emails.user])
      expect((await enter(PASSWORD, email)).status).toBe(200);
  });

  it('leaves no session behind that a refresh or a sign-in began at the same time, in each of 12 races', async () => {
    for (let race = 0; race < 12; race++) {
      await parts.db.delete(signinFailure);
      const [here, there] = [await signIn(app, tenant, 'user'), await signIn(app, tenant, 'user')];
      const next = `${NEW} ${race}`;
      const [changed] = await Promise.all([
        patch(here.access, tenant.users.user, { password: next, current_password: PASSWORD }),
        post('refresh', { refresh: there.refresh }),
        enter(PASSWORD),
        post('refresh', { refresh: there.refresh }),
      ]);
      expect(changed.status).toBe(200);
      const alive = await parts.db
        .select({ family: refreshToken.family })
        .from(refreshToken)
        .where(isNull(refreshToken.revokedAt));
      const claims = JSON.parse(Buffer.from(here.access.split('.')[1] ?? '', 'base64url').toString()) as {
        family: string;
        sub: string;
      };
      const ofUser = await parts.db
        .selectDistinct({ family: refreshToken.family })
        .from(refreshToken)
        .where(eq(refreshToken.userId, tenant.users.user));
      expect(
        alive.map(({ family }) => family).filter(family => ofUser.some(row => row.family === family)),
      ).toEqual([claims.family]);
      await parts.db.update(user).set({ password: STORED_PASSWORD }).where(eq(user.id, tenant.users.user));
      parts.clock.advance(60_000);
    }
  });
});

describe('a password', () => {
  it('is the same in every Unicode composition', async () => {
    const hash = await hashPassword('cafe\u0301 ＰＡＳＳ１２３');
    expect(await verifyPassword(hash, 'café PASS123')).toBe(true);
    expect(await verifyPassword(hash, 'cafe PASS123')).toBe(false);
  });

  it.each([
    ['', 'too_short'],
    ['木の葉が窓辺で光っている'.slice(0, 11), 'too_short'],
    ['木の葉が窓辺で光っている', null],
    ['e\u0301'.repeat(11), 'too_short'],
    [`${'木の葉が窓辺で光っている🎯-'.repeat(9)}é🎯`, null],
    [`${'木の葉が窓辺で光っている🎯-'.repeat(9)}é🎯!`, 'too_long'],
    ['ﷺ'.repeat(8), 'too_long'],
    ['Yamada Hanako', 'too_personal'],
    ['ｙａｍａｄａｈａｎａｋｏ', 'too_personal'],
    ['hanako.yamada@demo.example', 'too_personal'],
    ['h a n a k o . y a m a d a', 'too_personal'],
    ['HANAKO.YAMADA', 'too_personal'],
    ['hanako.yamada1', 'too_common'],
    ['correct horse battery', null],
    ['touchpath-demo', null],
    ['password2026!', 'too_common'],
    ['Qwertyuiop[]', 'too_common'],
    ['１２３４５６７８９０１２', 'too_common'],
    ['x'.repeat(128), 'too_common'],
    ['abcdefghijkl', 'too_common'],
  ])('%j: %s', (password, fault) => {
    const found = faultsOfPassword(password, { name: 'Yamada Hanako', email: 'hanako.yamada@demo.example' });
    expect(found.map(each => (typeof each === 'string' ? each : each.code))).toEqual(
      fault === null ? [] : [fault],
    );
  });
});
