import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseReportAddress } from '../../../server/scheduled-reports/pages.ts';
import { spanOfSlot, yearsBefore } from '../../../server/scheduled-reports/span.ts';
import { dueSlot, startDeliveries } from '../../../server/scheduled-reports/worker.ts';
import type { Message } from '../../../server/mail/message.ts';
import { openTransport } from '../../../server/mail/transport.ts';
import {
  orderReports,
  scheduledDeliveries,
} from '../../../server/store/postgres/entities/scheduled-reports.ts';
import {
  change,
  company,
  mail,
  product,
  reportDelivery,
} from '../../../server/store/postgres/schema/index.ts';
import { slotOf } from '../../../server/platform/schedule.ts';
import { linesOfCsv, rowsOfXlsx } from '../../support/files.ts';
import { openMailFixture, type MailFixture } from '../../support/mail-fixture.ts';
import { writeEvents } from '../../support/measured.ts';
import { attachmentOf, openMailServer } from '../../support/smtp-server.ts';
import { requesterOf, one, signIn } from '../../support/tenants.ts';

const tokyo = (text: string): number => Date.parse(`${text}+09:00`);

describe('the period of a report delivery', () => {
  it("is the previous day, the product's previous week or the previous month", () => {
    expect(spanOfSlot('daily', tokyo('2028-03-01T00:00:00'), 1)).toEqual({
      from: '2028-02-29',
      to: '2028-02-29',
    });
    expect(spanOfSlot('weekly', tokyo('2026-11-23T08:00:00'), 1)).toEqual({
      from: '2026-11-16',
      to: '2026-11-22',
    });
    expect(spanOfSlot('weekly', tokyo('2026-11-23T08:00:00'), 0)).toEqual({
      from: '2026-11-15',
      to: '2026-11-21',
    });
    expect(spanOfSlot('monthly', tokyo('2026-03-01T23:00:00'), 1)).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
    });
    expect(yearsBefore(2, tokyo('2026-11-21T08:00:00'))).toEqual({ from: '2024-11-01', to: '2026-11-21' });
    expect(spanOfSlot('monthly', tokyo('2026-01-01T00:00:00'), 1)).toEqual({
      from: '2025-12-01',
      to: '2025-12-31',
    });
  });

  it('is due once: a missed time is made up for, a time before a change is not', () => {
    const delivery = {
      schedule: 'daily' as const,
      hour: 8,
      changedAt: new Date(tokyo('2026-11-20T12:00:00')),
      lastSlot: null,
    };
    const now = tokyo('2026-11-21T09:30:00');
    expect(dueSlot(delivery, now)).toBe(tokyo('2026-11-21T08:00:00'));
    expect(dueSlot({ ...delivery, lastSlot: new Date(tokyo('2026-11-21T08:00:00')) }, now)).toBeNull();
    expect(dueSlot({ ...delivery, lastSlot: new Date(tokyo('2026-11-18T08:00:00')) }, now)).toBe(
      tokyo('2026-11-21T08:00:00'),
    );
    expect(dueSlot({ ...delivery, changedAt: new Date(tokyo('2026-11-21T08:30:00')) }, now)).toBeNull();
    expect(dueSlot({ ...delivery, schedule: 'none' as never }, now)).toBeNull();
    // Another program, whose clock is a moment ahead, was first.
    const justBefore = tokyo('2026-11-21T07:59:59');
    expect(dueSlot({ ...delivery, lastSlot: new Date(tokyo('2026-11-21T08:00:00')) }, justBefore)).toBeNull();
  });
});

describe('a report delivery', () => {
  let mailFixture: MailFixture;
  let delivery: number;
  const sent: Message[] = [];
  const recordingTransport = {
    deliver: async (_id: number, message: Message) => {
      sent.push(message);
      return 'here';
    },
    close: () => undefined,
  };
  const now = tokyo('2026-11-21T08:00:30');

  beforeAll(async () => {
    mailFixture = await openMailFixture(now);
  });
  afterAll(() => mailFixture.close());
  beforeEach(async () => {
    sent.length = 0;
    const { db } = mailFixture.parts;
    await db.delete(mail);
    await db.delete(reportDelivery);
    delivery = one(
      await db
        .insert(reportDelivery)
        .values({
          companyId: mailFixture.tenant.id,
          productId: mailFixture.tenant.shelves[0].product,
          name: '日報: "A/B"',
          page: 'attribution',
          query: 'axis=6&columns=label,cv,clicks&where=args%3DHN-001197',
          address: '/analyze/attribution?axis=network&from=x',
          format: 'csv',
          locale: 'en',
          schedule: 'daily',
          hour: 8,
          recipients: ['a@shop.example', 'b@shop.example'],
          updatedAt: new Date(now - 86_400_000),
        })
        .returning(),
    ).id;
  });

  const look = async (): Promise<void> => {
    const deliveries = startDeliveries(mailFixture.parts, () => undefined);
    await deliveries.poll();
    await deliveries.close();
  };

  it('goes to each recipient once for any number of programs, with the file of the previous day', async () => {
    await Promise.all([look(), look()]);
    await look();
    await mailFixture.send(recordingTransport);
    expect(sent.map(({ to }) => to.address).toSorted()).toEqual(['a@shop.example', 'b@shop.example']);
    const [first] = sent;
    expect(first?.subject).toBe('Touchpath: 日報: "A/B"');
    expect(first?.text).toContain('2026/11/20');
    expect(first?.text).toContain(
      `/analyze/attribution?axis=network&from=2026-11-20&product_id=${mailFixture.tenant.shelves[0].product}&period=custom&to=2026-11-20`,
    );
    expect(first?.file?.name).toBe('日報   A B  2026-11-20.csv');
    const bytes = first?.file?.bytes.toString() ?? '';
    expect(bytes.startsWith('\uFEFF')).toBe(true);
    expect(bytes.split('\r\n')[0]).toBe('\uFEFF"Ad network","CV","Contacts"');
    expect(bytes).toContain('"Total",0,0');
    const recorded = await mailFixture.parts.db.select().from(change).where(eq(change.action, 'mail'));
    expect(recorded.map(({ after }) => after['conditions'])).toEqual(
      [1, 2].map(() => ({
        axis: 6,
        columns: ['label', 'cv', 'clicks'],
        where: 'args=********',
        product_id: mailFixture.tenant.shelves[0].product,
        from: '2026-11-20',
        to: '2026-11-20',
      })),
    );
    expect(
      (
        await mailFixture.parts.db.select().from(reportDelivery).where(eq(reportDelivery.id, delivery))
      )[0]?.lastSlot?.getTime(),
    ).toBe(tokyo('2026-11-21T08:00:00'));
  });

  it("goes through a mail server with a file whose figures are the report's, and its result is stored", async () => {
    const { parts, app, tenant } = mailFixture;
    const [{ product, ads }] = tenant.shelves;
    const noon = tokyo('2026-11-20T12:00:00');
    await writeEvents(parts, {
      contacts: [1, 2, 3].map(n => ({
        id: BigInt(n),
        product,
        visitor: n,
        ts: noon + n,
        ad: ads[0],
        ip: '192.0.2.1',
        bot: false,
        repeated: false,
        cost: 12_345,
      })),
      conversions: [
        {
          id: 9n,
          product,
          visitor: 1,
          ts: noon + 60_000,
          last: true,
          amount: 9_999,
          ip: '192.0.2.1',
          bot: false,
        },
      ],
    });
    const { access } = await signIn(app, tenant, 'admin');
    const { body } = await requesterOf(
      app,
      access,
    )(`analyses/attributions/?product_id=${product}&from=2026-11-20&to=2026-11-20&axis=6`);
    const { rows, totals } = body as unknown as {
      rows: Record<string, unknown>[];
      totals: Record<string, unknown>;
    };
    const mailServer = await openMailServer();
    const transport = openTransport({ ...parts.settings, smtpUrl: mailServer.url });
    try {
      for (const format of ['csv', 'xlsx'] as const) {
        await parts.db
          .update(reportDelivery)
          .set({
            format,
            recipients: ['受取@shop.example'],
            query: 'axis=6&columns=label,cv,clicks,amount_sum,ad_cost',
            lastSlot: null,
            updatedAt: new Date(now - 86_400_000),
          })
          .where(eq(reportDelivery.id, delivery));
        await look();
        expect(await mailFixture.send(transport)).toBe(1);
        const lines =
          format === 'csv'
            ? linesOfCsv(attachmentOf(mailServer.taken.at(-1)!))
            : await rowsOfXlsx(attachmentOf(mailServer.taken.at(-1)!));
        expect(lines[0]).toHaveLength(5);
        expect(lines.slice(1).map(line => line.slice(1).map(Number))).toEqual(
          [...rows, totals].map(row => ['cv', 'clicks', 'amount_sum', 'ad_cost'].map(metric => row[metric])),
        );
      }
    } finally {
      transport.close();
      await mailServer.close();
    }
    // The due time and the sending time differ.
    const stored = (await requesterOf(app, access)(`report_deliveries/${delivery}/`)).body;
    expect(stored['last_result']).toBe('sent');
    expect(
      [stored['last_due'], stored['last_sent'], stored['updated_at']].map(at =>
        new Date(String(at)).getTime(),
      ),
    ).toEqual([tokyo('2026-11-21T08:00:00'), now, now - 86_400_000]);
  });

  it('has for every report the file that its page downloads', async () => {
    const { parts, app, tenant } = mailFixture;
    const [{ product }] = tenant.shelves;
    const { access } = await signIn(app, tenant, 'admin');
    const queries: readonly (readonly [page: string, path: string, query: string])[] = [
      [
        'ad_statistics',
        'ad_summaries',
        'axis=0&axes=asp,device&where=device__exact%3Dmobile&evaluation=2&columns=parent_label,label,visitor,cv',
      ],
      ['term', 'time_series', 'step=day&compare=previous_period&columns=label,cv,cv_compared'],
      ['term', 'time_series', 'display_period=2&step=month&columns=label,clicks'],
      [
        'attribution',
        'attributions',
        'axis=1&model=7&columns=label,cv_division&sortName=cv_division&sortAsc=false',
      ],
      ['models', 'models', 'axis=6'],
      ['paths', 'paths', 'fold=true'],
      ['what_if', 'what_if', 'term=30&columns=label,cv_today,cv_what_if'],
      ['effect', 'effects', 'approval=unapproved&columns=label,ad_cost'],
      ['allocation', 'allocations', 'mode=2&pool=100000'],
      ['lpo', 'lpo_analysis', 'model=3'],
      ['transitions', 'transitions', ''],
      ['transitions', 'transitions', 'display_period=1&where=ad_category_id%3D1&columns=label,cv,cv_0,cv_1'],
      ['item_1', 'attributions', 'axis=0&axes=hour&columns=label,cv'],
    ];
    for (const [page, path, query] of queries) {
      await parts.db
        .update(reportDelivery)
        .set({
          page,
          query,
          address: '',
          locale: 'ja',
          lastSlot: null,
          recipients: ['a@shop.example'],
          updatedAt: new Date(now - 86_400_000),
        })
        .where(eq(reportDelivery.id, delivery));
      await look();
      await mailFixture.send(recordingTransport);
      const downloadQuery = page === 'transitions' ? query.replace('display_period=1&', '') : query;
      const periodOf = (): string => {
        if (page === 'transitions') return 'from=2025-11-01&to=2026-11-21';
        return query.startsWith('display') ? '' : 'from=2026-11-20&to=2026-11-20';
      };
      const file = await app.inject({
        url: `/api/v1/analyses/${path}/download/csv/?product_id=${product}&${periodOf()}&${downloadQuery}`,
        headers: { authorization: `Bearer ${access}` },
      });
      expect([page, file.statusCode, sent.at(-1)?.file?.bytes.toString()]).toEqual([page, 200, file.body]);
    }
  });

  it('is refused with a query that its report does not support', async () => {
    for (const [page, query] of [
      ['attribution', 'model=9'],
      ['attribution', 'columns=nothing'],
      ['lpo', 'axis=1'],
      ['term', 'from=2026-01-01'],
      ['attribution', 'compare=custom'],
      ['cv', ''],
      ['effect', 'display_period=1'],
      ['transitions', 'display_period=3'],
    ] as const)
      expect([page, query, parseReportAddress(page, query)]).toEqual([page, query, null]);
    expect(parseReportAddress('attribution', 'axis=6&columns=label,cv')).toEqual({
      axis: 6,
      columns: ['label', 'cv'],
    });
  });

  it('states its next due time and the outcome of its last mails', async () => {
    const {
      parts: { db },
      app,
      tenant,
    } = mailFixture;
    const ask = requesterOf(app, (await signIn(app, tenant, 'admin')).access);
    const readDelivery = async () => (await ask(`report_deliveries/${delivery}/`)).body;
    const set = (values: Partial<typeof reportDelivery.$inferInsert>) =>
      db
        .update(reportDelivery)
        .set({ ...values, updatedAt: new Date(now - 86_400_000) })
        .where(eq(reportDelivery.id, delivery));
    // The store uses the machine's clock, so the due time is computed by the schedule itself.
    for (const schedule of ['daily', 'weekly', 'monthly'] as const)
      for (const hour of [0, 8, 23]) {
        await set({ schedule, hour });
        const due = Date.parse(String((await readDelivery())['next_due']));
        expect(slotOf(schedule, hour, due), `${schedule} ${hour}`).toBe(due);
        expect(slotOf(schedule, hour, due - 1)).toBe(slotOf(schedule, hour, Date.now()));
      }
    await set({ schedule: 'none' });
    expect(await readDelivery()).toMatchObject({ next_due: null, last_result: 'none' });
    await set({ schedule: 'daily', hour: 8 });
    await look();
    expect((await readDelivery())['last_result']).toBe('waiting');
    await db.update(mail).set({ state: 'dead' });
    expect((await readDelivery())['last_result']).toBe('failed');
  });

  it('is not stated as sent where its mails become files', async () => {
    const { app, tenant, send } = mailFixture;
    await look();
    expect(await send()).toBe(2);
    const ask = requesterOf(app, (await signIn(app, tenant, 'admin')).access);
    expect((await ask(`report_deliveries/${delivery}/`)).body).toMatchObject({
      last_result: 'none',
      last_sent: null,
    });
  });

  it('is sent again after the clock was ahead for a moment', async () => {
    const ahead = new Date(tokyo('2027-11-21T08:00:00'));
    const { db } = mailFixture.parts;
    await db.update(reportDelivery).set({ lastSlot: ahead, updatedAt: ahead });
    await look();
    await look();
    await mailFixture.send(recordingTransport);
    expect(sent).toHaveLength(2);
    expect(sent[0]?.text).toContain('2026/11/20');
  });

  it('is not queued by one who read it before it was changed, deleted or queued', async () => {
    const { db } = mailFixture.parts;
    const due = {
      slot: new Date(tokyo('2026-11-21T08:00:00')),
      at: new Date(now),
      wrongFrom: new Date(now + 86_400_000),
    };
    const read = one(await scheduledDeliveries(db));
    const orderAfter = async (values: Partial<typeof reportDelivery.$inferInsert>) => {
      const { changedAt: updatedAt } = read;
      await db.update(reportDelivery).set({ status: true, lastSlot: null, updatedAt, ...values });
      return orderReports(db, read, due);
    };
    expect(await orderAfter({ updatedAt: new Date(now) })).toBe(0);
    expect(await orderAfter({ status: false })).toBe(0);
    expect(await orderAfter({ lastSlot: due.slot })).toBe(0);
    expect(await db.$count(mail)).toBe(0);
    expect(await orderAfter({ lastSlot: new Date(due.slot.getTime() - 1) })).toBe(2);
  });

  it('of a disabled company or a deleted product is neither queued nor sent', async () => {
    const { db } = mailFixture.parts;
    for (const table of [company, product] as const) {
      await look();
      expect(await db.$count(mail)).toBe(2);
      await db.update(table).set({ status: false });
      await mailFixture.send(recordingTransport);
      await db.update(reportDelivery).set({ lastSlot: null, updatedAt: new Date(now - 86_400_000) });
      await look();
      await db.update(table).set({ status: true });
      expect([sent, await db.$count(mail)]).toEqual([[], 0]);
    }
  });

  it('is not sent to removed recipients, or after it was deleted', async () => {
    await look();
    await mailFixture.parts.db
      .update(reportDelivery)
      .set({ recipients: ['b@shop.example'] })
      .where(eq(reportDelivery.id, delivery));
    await mailFixture.send(recordingTransport);
    expect(sent.map(({ to }) => to.address)).toEqual(['b@shop.example']);
    sent.length = 0;
    await mailFixture.parts.db
      .update(reportDelivery)
      .set({ lastSlot: null })
      .where(eq(reportDelivery.id, delivery));
    await look();
    await mailFixture.parts.db
      .update(reportDelivery)
      .set({ status: false })
      .where(eq(reportDelivery.id, delivery));
    await mailFixture.send(recordingTransport);
    expect(sent).toEqual([]);
  });
});
