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
import { axeFaults } from '../../support/axe.ts';
import { launchBrowser } from '../../support/browser.ts';
import { openMailFixture, type MailFixture } from '../../support/mail-fixture.ts';
import { writeEvents } from '../../support/measured.ts';
import { one, signIn } from '../../support/tenants.ts';

/** Boards that are mailed by a schedule. */
const NOW = Date.parse('2026-11-21T08:00:30+09:00');
const DELIVERY = 'ボードの配信';
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
    // A visitor contacted the other ad before, and bought.
    conversions: [
      {
        id: 1n,
        product,
        visitor: 2,
        ts: NOW - 3_600_000,
        last: true,
        amount: 5000,
        ip: '198.51.100.7',
        bot: false,
      },
    ],
  });
  await writeEvents(parts, {
    contacts: [
      {
        id: 900n,
        product: tenant.shelves[0].product,
        visitor: 2,
        ts: NOW - 40 * 86_400_000,
        ad: ads[0],
        ip: '198.51.100.7',
        bot: false,
        repeated: false,
        cost: 0,
      },
    ],
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
  const ofAttribution = (name: string, search: string) =>
    makeView({ screen: 'analysis_attribution', name, search: `period=30&${search}` });
  const models = await ofAttribution('モデル比較', 'view=models&models=1,4');
  const paths = await ofAttribution('接触経路', 'view=paths');
  const rules = await ofAttribution('試算', 'view=what_if');
  const budget = await makeView({
    screen: 'analysis_allocation',
    name: '予算',
    search: `period=30&pool=1000&adjust=${ads[0]}:1:10`,
  });
  const pages = await makeView({ screen: 'analysis_lpo', name: 'LP', search: 'period=30' });
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
        items: [
          item(viewId, 'figure'),
          item(viewId, 'table'),
          item(course, 'chart'),
          item(secret, 'figure'),
          item(models, 'chart'),
          item(paths, 'table'),
          item(rules, 'chart'),
          item(budget, 'table'),
          item(pages, 'table'),
        ],
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
    name: DELIVERY,
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

it('a board is mailed as text, as HTML without pictures and with one link, and as a complete file', async () => {
  const message = await sendTo('en');
  const html = message.html ?? '';
  const file = message.file?.bytes.toString() ?? '';
  expect(message.file).toMatchObject({ type: 'text/html; charset=utf-8' });
  expect(message.file?.name).toMatch(/ 2026-11-21\.html$/);
  // Mail programs show the HTML, so it leads to the board and says why it was sent, as the text does.
  const url = /^http\S+$/m.exec(message.text)?.[0] ?? '';
  expect(url).toContain(`/analyze/board/${boardId}?product_id=`);
  const link = `<a href="${url}" style="color:#0969da">${url}</a>`;
  expect(html.split(link)).toHaveLength(2);
  expect(html).toContain('is a recipient of this report delivery');
  for (const written of [html.replace(link, ''), file]) {
    expect(written).toContain('<!doctype html>');
    expect(written).not.toMatch(/<(?:img|script|link|svg|iframe|style)\b|\b(?:src|href)\s*=\s*["']|url\(/i);
    expect(written.match(/<[^>]*onerror/)).toBeNull();
    // The figure, the sum of the table, and each day of the chart.
    expect(written).toContain('>25</p>');
    expect(written).toContain('2026/10/23 – 2026/11/21');
    expect(written).toContain('shared');
  }
  expect(message.text).toContain('Contacts 25');
  expect(html + message.text + file, 'a view that is not shared').not.toContain('秘密のビュー');
  // The body is cut after 20 rows, the file is not; days before the first contact are left out.
  const days = (text: string): number => text.match(/>2026\/1[01]\/\d\d<\/th>/g)?.length ?? 0;
  expect([days(html), days(file)]).toEqual([20, 25]);
  expect(html).toContain('20 of 25 rows are shown.');
  expect(html).toContain('>2026/11/21</th>');
  expect(file).not.toContain('rows are shown');
});

it('compared models, paths and what-if are mailed with their figures, and gains and losses on two sides', async () => {
  const { html = '', text } = await sendTo('en');
  expect(text).toContain('ad of 1: Difference 0.50');
  expect(text).toContain('ad of 2: Difference -0.50');
  expect(text).toMatch(
    /ad of 1 → ad of 2: Contacts 2 \/ CV 1 \/ Share of CV 100\.00% \/ Sales \(yen\) 5,000/,
  );
  expect(text).toContain('No rules changed yet');
  expect(html.match(/width:100%;?">&nbsp;/g)?.length, 'a gain and a loss of the same size').toBeGreaterThan(
    1,
  );
  expect(html).toContain('margin-left:auto');
});

it('a budget allocation and landing pages are mailed with their figures and their words', async () => {
  const { html = '', text, file } = await sendTo('en');
  for (const written of [html, file?.bytes.toString() ?? '']) {
    // Words are aligned like names, numbers like numbers.
    expect(written).toMatch(/<td style="[^"]*text-align:left[^"]*">\+10%<\/td>/);
    expect(written).toMatch(/<td style="[^"]*text-align:left[^"]*">Nothing to compare<\/td>/);
    expect(written).toMatch(/<td style="[^"]*text-align:right[^"]*">1,000<\/td>/);
  }
  expect(text).toMatch(/ad of 1: Ad cost .* \/ Adjustment \+10% \/ After adjustment \(yen\) /);
  expect(text).toContain('Verdict Nothing to compare');
});

it.each([
  ['ja', '合計', `ボード「${HOSTILE}」をお送りします。`],
  ['en', 'Total', `This is the board "${HOSTILE}".`],
  ['zh-CN', '合计', `现发送看板“${HOSTILE}”。`],
] as const)(
  'a board is mailed by its own name and in the language of its delivery: %s',
  async (locale, total, greeting) => {
    const message = await sendTo(locale);
    // The subject and the file have the name of the delivery, by which its recipients know it.
    expect(message.subject).toContain(DELIVERY);
    expect(message.file?.name).toContain(DELIVERY);
    expect(message.text + (message.html ?? '') + message.file?.bytes.toString()).not.toContain(DELIVERY);
    expect(message.html).toContain(`lang="${locale}"`);
    expect(message.html).toContain(total);
    expect(message.text).toContain(greeting);
  },
);

it('the mail and the file of a board fit on a phone: only a wide table scrolls, inside itself and by keys', async () => {
  const { html = '', file } = await sendTo('ja');
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    for (const written of [html, file?.bytes.toString() ?? '']) {
      await page.setContent(written);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      const tables = await page.evaluate(() =>
        [...document.querySelectorAll('table')].map(table => {
          const box = table.parentElement!;
          box.scrollLeft = box.scrollWidth;
          const isShown = table.getBoundingClientRect().right <= box.getBoundingClientRect().right + 1;
          return { isShown, isWide: box.scrollWidth > box.clientWidth, isFocusable: box.tabIndex === 0 };
        }),
      );
      expect(
        tables.some(({ isWide }) => isWide),
        'a table is wider than the screen',
      ).toBe(true);
      expect(tables.every(({ isShown, isFocusable }) => isShown && isFocusable)).toBe(true);
      expect(await axeFaults(page)).toEqual([]);
    }
  } finally {
    await browser.close();
  }
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

it.each([
  ['ja', `レポート配信「${DELIVERY}」のボードは削除されたか、`],
  ['en', `The board of the report delivery "${DELIVERY}" was deleted or is no longer shared`],
  ['zh-CN', `报表发送“${DELIVERY}”的看板已被删除，`],
] as const)(
  'a board that is no longer shared is not mailed: the mail says so, without its name or figures: %s',
  async (locale, reason) => {
    const { db } = fixture.parts;
    await db.update(reportBoard).set({ shared: false }).where(eq(reportBoard.id, boardId));
    const message = await sendTo(locale);
    await db.update(reportBoard).set({ shared: true }).where(eq(reportBoard.id, boardId));
    expect([message.html, message.file]).toEqual([undefined, undefined]);
    expect(message.text.startsWith(reason)).toBe(true);
    expect(message.text).not.toContain('25');
    expect(message.text).not.toContain(HOSTILE);
  },
);

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
