import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { openOutbox } from '../../../server/mail/outbox.ts';
import { openTransport } from '../../../server/mail/transport.ts';
import { startMail } from '../../../server/mail/worker.ts';
import { composersOf } from '../../../server/mail-composers.ts';
import { attemptsOf } from '../../support/attempts.ts';
import { claimMails, orderMail } from '../../../server/store/postgres/accounts/mails.ts';
import { mail, signinFailure } from '../../../server/store/postgres/schema/index.ts';
import { openMailFixture, type MailFixture } from '../../support/mail-fixture.ts';
import { answersOfEveryPlan } from '../../support/query-plans.ts';
import { one } from '../../support/tenants.ts';

let mailFixture: MailFixture;
let { sink, parts, app, tenant, folder, send } = {} as MailFixture;

beforeAll(async () => {
  mailFixture = await openMailFixture(Date.UTC(2026, 1, 28, 15));
  ({ sink, parts, app, tenant, folder, send } = mailFixture);
});
afterAll(() => mailFixture.close());
beforeEach(async () => {
  await parts.db.delete(signinFailure);
  await parts.db.delete(mail);
  sink.lines.length = 0;
});

const forgot = (to = app) =>
  to.inject({
    method: 'POST',
    url: '/api/v1/auth/forgot_password/',
    payload: { company_id: 'acme', email: tenant.emails.user, locale: 'en' },
  });

describe('mails', () => {
  let taken: string[];
  let answer: () => Error | null;
  let server: SMTPServer;
  let smtpUrl: string;
  beforeEach(async () => {
    taken = [];
    answer = () => null;
    server = new SMTPServer({
      authMethods: ['PLAIN'],
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        if (username === 'touchpath' && password === 'p@ss wörd') done(null, { user: username });
        else done(new Error('who is that?'));
      },
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
        });
        stream.on('end', () => {
          const refused = answer();
          if (refused === null) taken.push(Buffer.concat(chunks).toString());
          done(refused);
        });
      },
    });
    await new Promise<void>(resolve => {
      server.listen(0, '127.0.0.1', resolve);
    });
    smtpUrl = `smtp://touchpath:${encodeURIComponent('p@ss wörd')}@127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterEach(
    () =>
      new Promise<void>(resolve => {
        server.close(resolve);
      }),
  );

  it('go to the configured SMTP server without delaying the request', async () => {
    const settings = { ...parts.settings, smtpUrl, mailFrom: '広告 <ads@example.jp>' };
    const sending = startMail({ ...parts, settings }, composersOf(parts));
    const mailingApp = await createApp({ parts, collector: null, mail: sending });
    try {
      expect((await forgot(mailingApp)).statusCode).toBe(200);
      await expect.poll(() => taken.length).toBe(1);
      await expect.poll(() => parts.db.$count(mail)).toBe(0);
    } finally {
      await mailingApp.close();
      await sending.close();
    }
    expect(taken[0]).toContain('<ads@example.jp>');
    expect(taken[0]).toContain('Auto-Submitted: auto-generated');
  });

  it('that nobody could receive or open are named at the start, without passwords', async () => {
    const logged = async (settings: Partial<typeof parts.settings>): Promise<unknown[]> => {
      sink.lines.length = 0;
      const sending = startMail(
        { ...parts, settings: { ...parts.settings, ...settings } },
        composersOf(parts),
      );
      await expect.poll(() => sink.lines.length).toBeGreaterThan(0);
      await sending.close();
      expect(JSON.stringify(sink.lines)).not.toMatch(/hush|p@ss|p%40ss/);
      return sink.lines.map(({ level, msg }) => [level, msg]);
    };
    const publicUrl = 'https://touchpath.example';
    const unusable = [50, 'The mail server of SMTP_URL cannot be used; emails wait until it can.'];
    expect(await logged({ publicUrl, smtpUrl: 'smtp://touchpath:hush-hush@127.0.0.1:1' })).toEqual([
      unusable,
    ]);
    expect(await logged({ publicUrl, smtpUrl: smtpUrl.replace('touchpath:', 'somebody:') })).toEqual([
      unusable,
    ]);
    expect(await logged({ publicUrl: 'http://localhost:3000', smtpUrl })).toEqual([
      [
        40,
        'Links in emails lead to PUBLIC_URL, which only this machine can open: set it to the address that browsers use.',
      ],
    ]);
  });

  it('that the server refuses are tried again with new links, and none is lost or sent twice', async () => {
    const transport = openTransport({ ...parts.settings, smtpUrl });
    const counted = async () => [await attemptsOf('mails', 'sent'), await attemptsOf('mails', 'failed')];
    const [sent = 0, failed = 0] = await counted();
    answer = () => Object.assign(new Error('try later'), { responseCode: 451 });
    await forgot();
    expect(await send(transport)).toBe(1);
    const waiting = one(await parts.db.select().from(mail));
    expect(sink.lines.filter(({ level }) => level === 50)).toMatchObject([
      { mail: waiting.id, attempt: 1, msg: 'An email could not be sent; it will be retried.' },
    ]);
    expect(await send(transport), 'not before the retry time').toBe(0);
    answer = () => null;
    parts.clock.advance(5_000);
    const [a, b] = await Promise.all([send(transport), send(transport)]);
    expect(a + b, 'two concurrent programs').toBe(1);
    expect(taken).toHaveLength(1);
    expect(await parts.db.$count(mail)).toBe(0);
    expect(await counted()).toEqual([sent + 1, failed + 1]);
    transport.close();
  });

  it('with a new password are given up after the sixth attempt, stored for a month and logged, without passwords', async () => {
    const wrong = openTransport({ ...parts.settings, smtpUrl: smtpUrl.replace('touchpath:', 'somebody:') });
    const dead = openTransport({ ...parts.settings, smtpUrl: 'smtp://touchpath:hush-hush@127.0.0.1:1' });
    await forgot();
    for (let n = 0; n < 6; n++) {
      expect([n, await send(n % 2 === 0 ? wrong : dead)]).toEqual([n, 1]);
      parts.clock.advance(1_800_000);
    }
    const { id, state } = one(await parts.db.select().from(mail));
    expect(state).toBe('dead');
    expect(sink.lines.at(-1)).toMatchObject({
      level: 50,
      mail: id,
      attempt: 6,
      msg: 'An email could not be sent; no attempts are left.',
    });
    expect(JSON.stringify(sink.lines)).not.toMatch(/hush|p@ss|p%40ss/);
    expect(await send(folder)).toBe(0);
    parts.clock.advance(31 * 86_400_000);
    await send(folder);
    expect(await parts.db.$count(mail)).toBe(0);
    wrong.close();
    dead.close();
  });

  it('of any other kind wait for a mail server that fails for a day, unless it refuses their recipient', async () => {
    const message = { to: { name: '', address: 'a@acme.example' }, subject: 's', text: 't' };
    const composers = {
      password_reset: async () => message,
      invitation: async () => message,
      credential_change: async () => message,
      report: async () => message,
    };
    const attemptsUntilGivenUp = async (failure: Error): Promise<number> => {
      await parts.db.delete(mail);
      await orderMail(
        parts.db,
        { kind: 'invitation', companyId: 1, invitationId: 1 },
        new Date(parts.clock.now()),
      );
      const failing = { deliver: () => Promise.reject(failure), close: () => undefined };
      for (let attempts = 1; attempts < 200; attempts++) {
        const outbox = openOutbox(parts, failing, composers);
        expect(await outbox.begin()).toBe(1);
        await outbox.onceAllEnd();
        if (one(await parts.db.select().from(mail)).state === 'dead') return attempts;
        parts.clock.advance(1_800_000);
      }
      throw new Error('the mail was never given up');
    };
    const refusal = (responseCode: number, command: string) =>
      Object.assign(new Error('refused'), { responseCode, command });
    const day = 6 + 48;
    for (const [failure, attempts] of [
      [new Error('connect ECONNREFUSED'), day],
      [refusal(451, 'RCPT TO'), day],
      [refusal(535, 'AUTH PLAIN'), day],
      [refusal(550, 'RCPT TO'), 6],
      [refusal(552, 'DATA'), 6],
    ] as const)
      expect([failure, await attemptsUntilGivenUp(failure)]).toEqual([failure, attempts]);
  });

  it('are claimed up to the limit of concurrent mails under any query plan', async () => {
    for (let n = 0; n < 6; n += 1) await forgot();
    const due = new Date(parts.clock.now());
    const later = (ms: number) => new Date(due.getTime() + ms);
    const [first, second] = await parts.db.select({ id: mail.id }).from(mail).orderBy(mail.id);
    for (const claimed of await answersOfEveryPlan(parts.db, tx =>
      claimMails(
        tx,
        { now: due, leaseUntil: later(60_000), ahead: later(3_600_000) },
        {
          mails: 2,
          reports: 2,
          reportsOfCompany: 2,
          busy: {},
        },
      ),
    ))
      expect(claimed.map(({ id }) => id)).toEqual([first!.id, second!.id]);
  });

  it('with reports of one company are sent two at a time, and delay neither reports of others nor other mails', async () => {
    const order = (companyId: number) => ({
      kind: 'report' as const,
      companyId,
      deliveryId: 1,
      slot: 0,
      email: 'a@acme.example',
    });
    for (const companyId of [1, 1, 1, 1, 2])
      await orderMail(parts.db, order(companyId), new Date(parts.clock.now()));
    await forgot();
    const begun: (number | string)[] = [];
    const ends: (() => void)[] = [];
    const written = (what: number | string) => {
      begun.push(what);
      return new Promise<null>(done => ends.push(() => done(null)));
    };
    const outbox = openOutbox(parts, folder, {
      password_reset: () => written('reset'),
      invitation: () => written('invitation'),
      credential_change: () => written('changed credentials'),
      report: ({ companyId }) => written(companyId),
    });
    expect(await outbox.begin()).toBe(4);
    expect(begun.toSorted()).toEqual([1, 1, 2, 'reset']);
    expect(await outbox.begin()).toBe(0);
    ends[begun.indexOf(1)]!();
    await expect.poll(() => outbox.begin()).toBe(1);
    expect(begun.at(-1)).toBe(1);
    for (;;) {
      for (const end of ends.splice(0)) end();
      await outbox.onceAllEnd();
      if ((await outbox.begin()) === 0) break;
    }
    expect(await parts.db.$count(mail)).toBe(0);
  });

  it('of a killed sender are sent by the next', async () => {
    await forgot();
    const stuck = new Promise<string>(() => undefined);
    await openOutbox(parts, { deliver: () => stuck, close: () => undefined }, composersOf(parts)).begin();
    await expect.poll(async () => one(await parts.db.select().from(mail)).attempts).toBe(1);
    expect(await send(folder)).toBe(0);
    parts.clock.advance(120_000);
    expect(await send(folder)).toBe(1);
    expect(await parts.db.$count(mail)).toBe(0);
  });

  it('that take long to write are begun by no other sender meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await forgot();
      let finish = (): void => undefined;
      const writing = new Promise<null>(done => (finish = () => done(null)));
      const outbox = openOutbox(parts, folder, { ...composersOf(parts), password_reset: () => writing });
      expect(await outbox.begin()).toBe(1);
      parts.clock.advance(119_999);
      await vi.advanceTimersByTimeAsync(40_000);
      const leaseEnd = async () => (await parts.db.select().from(mail))[0]?.nextAt.getTime();
      await expect.poll(leaseEnd).toBe(parts.clock.now() + 120_000);
      parts.clock.advance(119_999);
      expect(await send(folder)).toBe(0);
      finish();
      await outbox.onceAllEnd();
      expect(await parts.db.$count(mail)).toBe(0);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are postponed one by one: a failure leaves the others that are being sent', async () => {
    for (let n = 0; n < 2; n += 1) await forgot();
    let finish = (): void => undefined;
    let calls = 0;
    const deliver = () => {
      calls += 1;
      if (calls === 1) return Promise.reject(new Error('the server went away'));
      return new Promise<string>(done => (finish = () => done('here')));
    };
    const outbox = openOutbox(parts, { deliver, close: () => undefined }, composersOf(parts));
    expect(await outbox.begin()).toBe(2);
    const due = async () =>
      (await parts.db.select().from(mail).orderBy(mail.nextAt)).map(
        ({ nextAt }) => nextAt.getTime() - parts.clock.now(),
      );
    await expect.poll(due).toEqual([5_000, 120_000]);
    await expect.poll(() => calls).toBe(2);
    finish();
    await outbox.onceAllEnd();
    expect(await due()).toEqual([5_000]);
  });

  it('are not postponed by a sender that was paused so long that another began them', async () => {
    await forgot();
    const refusals: ((cause: Error) => void)[] = [];
    const stuck = {
      deliver: () => new Promise<string>((_, reject) => void refusals.push(reject)),
      close: () => undefined,
    };
    const begin = async () => {
      const outbox = openOutbox(parts, stuck, composersOf(parts));
      expect(await outbox.begin()).toBe(1);
      await expect.poll(() => refusals.length).toBeGreaterThan(0);
      return { end: outbox.onceAllEnd, refuse: refusals.pop()! };
    };
    const paused = await begin();
    parts.clock.advance(120_000);
    const other = await begin();
    const claimed = await parts.db.select().from(mail);
    paused.refuse(new Error('the server went away'));
    await paused.end();
    expect(await parts.db.select().from(mail)).toEqual(claimed);
    other.refuse(new Error('the server went away'));
    await other.end();
    // The second failure of the mail.
    expect(one(await parts.db.select().from(mail)).nextAt.getTime()).toBe(parts.clock.now() + 30_000);
  });

  it('that were queued while the clock was ahead are sent after it was set back', async () => {
    const now = parts.clock.now();
    parts.clock.set(now + 7_200_000);
    await forgot();
    parts.clock.set(now);
    expect(await send(folder)).toBe(1);
    expect(await parts.db.$count(mail)).toBe(0);
  });
});
