import { afterAll, beforeAll, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import type { Message } from '../../../server/mail/message.ts';
import { startDeliveries } from '../../../server/scheduled-reports/worker.ts';
import {
  change,
  mail,
  reportBoard,
  reportDelivery,
  savedView,
} from '../../../server/store/postgres/schema/index.ts';
import { openMailFixture, type MailFixture } from '../../support/mail-fixture.ts';
import { writeEvents } from '../../support/measured.ts';
import { one, signIn } from '../../support/tenants.ts';

/** Boards that are mailed by a schedule. */
const NOW = Date.parse('2026-11-21T08:00:30+09:00');
const HOSTILE = '週次 <img src=x onerror=alert(1)> "É" & 日本';
let fixture: MailFixture;
let boardId: number;
let viewId: number;
const sent: Message[] = [];
const transport = {
  deliver: async (_id: number, message: Message) => {
    sent.push(message);
    return 'here';
  },
  close: () => undefined,
};

beforeAll(async () => {
  fixture = await openMailFixture(NOW);
  const { parts, tenant } = fixture;
  const [{ product, ads }] = tenant.shelves;
  await writeEvents(parts, {
    contacts: Array.from({ length: 25 }, (_, index) => ({
      id: BigInt(index + 1),
      product,
      visitor: index + 1,
      ts: NOW - index * 86_400_000,
      ad: ads[index % 2]!,
      ip: '198.51.100.7',
      bot: false,
      repeated: false,
      cost: 12_345,
    })),
  });
  const owner = { companyId: tenant.id, userId: tenant.users.user };
  const makeView = async (values: object) =>
    one(
      await parts.db
        .insert(savedView)
        .values({
          ...owner,
          screen: 'analysis_adStatistics',
          name: HOSTILE,
          search: 'period=30',
          shared: true,
          ...values,
        })
        .returning(),
    ).id;
  viewId = await makeView({});
  const course = await makeView({
    screen: 'analysis_term',
    name: '推移',
    search: 'display=custom&period=30&step=day&item=clicks',
  });
  const secret = await makeView({ name: '秘密のビュー', shared: false });
  const item = (view_id: number, kind: 'figure' | 'table' | 'chart') => ({
    view_id,
    kind,
    metric: kind === 'figure' ? 'clicks' : null,
    wide: false,
  });
  boardId = one(
    await parts.db
      .insert(reportBoard)
      .values({
        ...owner,
        name: HOSTILE,
        shared: true,
        items: [item(viewId, 'figure'), item(viewId, 'table'), item(course, 'chart'), item(secret, 'figure')],
      })
      .returning(),
  ).id;
});
afterAll(() => fixture.close());

const sendTo = async (locale: 'ja' | 'en' | 'zh-CN'): Promise<Message> => {
  const { parts, tenant } = fixture;
  await parts.db.delete(mail);
  await parts.db.delete(reportDelivery);
  sent.length = 0;
  await parts.db.insert(reportDelivery).values({
    companyId: tenant.id,
    productId: tenant.shelves[0].product,
    name: HOSTILE,
    page: 'board',
    address: `/analyze/board/${boardId}`,
    locale,
    schedule: 'daily',
    hour: 8,
    recipients: ['a@shop.example'],
    updatedAt: new Date(NOW - 86_400_000),
  });
  const deliveries = startDeliveries(parts, () => undefined);
  await deliveries.poll();
  await deliveries.close();
  await fixture.send(transport);
  return one(sent);
};

it('a board is mailed as text, as HTML without pictures or addresses, and as a complete file', async () => {
  const message = await sendTo('en');
  const html = message.html ?? '';
  const file = message.file?.bytes.toString() ?? '';
  expect(message.file).toMatchObject({ type: 'text/html; charset=utf-8' });
  expect(message.file?.name).toMatch(/ 2026-11-21\.html$/);
  for (const written of [html, file]) {
    expect(written).toContain('<!doctype html>');
    expect(written).not.toMatch(/<(?:img|script|link|svg|iframe|style)\b|\b(?:src|href)\s*=\s*["']|url\(/i);
    expect(written.match(/<[^>]*onerror/)).toBeNull();
    // The figure, the sum of the table, and each day of the chart.
    expect(written).toContain('>25</p>');
    expect(written).toContain('2026/10/23 – 2026/11/21');
    expect(written).toContain('shared');
  }
  expect(message.text).toContain('Contacts 25');
  expect(message.text).toContain(`/analyze/board/${boardId}?product_id=`);
  expect(html + message.text + file, 'a view that is not shared').not.toContain('秘密のビュー');
  // The body is cut after 20 rows, the file is not; days before the first contact are left out.
  const days = (text: string): number => text.match(/>2026\/1[01]\/\d\d<\/th>/g)?.length ?? 0;
  expect([days(html), days(file)]).toEqual([20, 25]);
  expect(html).toContain('20 of 25 rows are shown.');
  expect(html).toContain('>2026/11/21</th>');
  expect(file).not.toContain('rows are shown');
});

it.each([
  ['ja', '合計', 'ボード「'],
  ['zh-CN', '合计', '现发送看板'],
] as const)('a board is mailed in the language of its delivery: %s', async (locale, total, greeting) => {
  const message = await sendTo(locale);
  expect(message.html).toContain(`lang="${locale}"`);
  expect(message.html).toContain(total);
  expect(message.text).toContain(greeting);
});

it('the file of a board is in the audit log, as that of a report', async () => {
  const { parts, tenant } = fixture;
  const mailed = () => parts.db.select().from(change).where(eq(change.action, 'mail')).orderBy(change.id);
  const { length: before } = await mailed();
  await sendTo('en');
  const lines = await mailed();
  expect(lines.slice(before).map(({ companyId, entity, after }) => [companyId, entity, after])).toEqual([
    [
      tenant.id,
      'reportDeliveries',
      {
        file: 'board',
        format: 'html',
        rows: expect.any(Number) as number,
        conditions: { board_id: boardId, product_id: tenant.shelves[0].product },
        recipient: 'a@shop.example',
      },
    ],
  ]);
});

it('a board that is no longer shared is not mailed: the mail says so, without its name or figures', async () => {
  const { db } = fixture.parts;
  await db.update(reportBoard).set({ shared: false }).where(eq(reportBoard.id, boardId));
  const message = await sendTo('en');
  await db.update(reportBoard).set({ shared: true }).where(eq(reportBoard.id, boardId));
  expect([message.html, message.file]).toEqual([undefined, undefined]);
  expect(message.text).toContain('no longer shared');
  expect(message.text).not.toContain('25');
});

it('a delivery of a board names the board by its address, and has no query', async () => {
  const { app, tenant } = fixture;
  const { access } = await signIn(app, tenant, 'admin');
  const post = async (over: object) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/v1/report_deliveries/',
        headers: { authorization: `Bearer ${access}` },
        payload: {
          product_id: tenant.shelves[0].product,
          name: '週報',
          analyze_page: 'board',
          address: `/analyze/board/${boardId}`,
          recipients: ['a@shop.example'],
          ...over,
        },
      })
    ).statusCode;
  expect(await post({})).toBe(201);
  for (const over of [
    { address: '' },
    { address: '/analyze/board/x' },
    { address: '/analyze/attribution' },
    { query: 'axis=1' },
  ])
    expect([over, await post(over)]).toEqual([over, 400]);
});
