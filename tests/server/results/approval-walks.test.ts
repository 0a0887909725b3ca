import type { FastifyInstance } from 'fastify';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { cvApprovalMachine } from '../../../machines/cv-approval.ts';
import {
  PART_SIZE,
  REJECTED,
  type Candidate,
  type Gathered,
  type Part,
  type PartAnswer,
} from '../../../machines/decision.ts';
import { createApp } from '../../../server/app.ts';
import { decision, result } from '../../../server/store/postgres/schema/index.ts';
import { EVENTS, placeOf, walks, type EventName } from '../../support/approval-walks.ts';
import { settled } from '../../support/settled.ts';
import { makeTenant, signIn, type Body, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/**
 * Walks every path of the approval machine against the real server without a screen. Each state is that of
 * the chart, and the ledgers match it.
 */
let parts: TestParts;
let app: FastifyInstance;
let mine: Tenant;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  parts = await createTestParts();
  mine = await makeTenant(parts.db, 'acme');
  app = await createApp({ parts, collector: null });
  tokens['admin'] = (await signIn(app, mine, 'admin')).access;
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

const ask = async (url: string, payload?: object): Promise<Body> => {
  const answer = await app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: `/api/v1/${url}`,
    headers: { authorization: `Bearer ${tokens['admin']}` },
    ...(payload && { payload }),
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Body>();
};

let conversions = 0;
const pending = async (count: number): Promise<Candidate[]> => {
  const [shelf] = mine.shelves;
  const rows = await parts.db
    .insert(result)
    .values(
      Array.from({ length: count }, () => ({
        companyId: mine.id,
        productId: shelf.product,
        aspId: shelf.asp,
        cvAdId: shelf.ads[0],
        resultType: 1,
        conversionId: String(++conversions),
        cvTime: new Date(),
        ipAddress: '::1',
        approvalStatus: 0,
      })),
    )
    .returning({ id: result.id });
  await parts.db
    .insert(decision)
    .values(
      rows.map(({ id }) => ({ companyId: mine.id, resultId: id, version: 1, toStatus: 0, rule: 'made' })),
    );
  return rows.map(({ id }) => ({ id, version: 1, status: 0, next: [1, 2], amount: 0, cost: 0 }));
};

const all = walks(Object.keys(EVENTS) as EventName[]);

test.each(all.map(walk => [walk.map(({ eventName }) => eventName).join(' · '), walk] as const))(
  '%s',
  async (_, walk) => {
    const rows = await pending(
      walk.some(({ eventName }) => eventName === 'select more than a part') ? PART_SIZE + 1 : 2,
    );
    /** Calls to the server that are not yet released. */
    const pendingCalls: { readonly go: (change?: object) => Promise<void>; readonly fail: () => void }[] = [];
    const hold = <Answer>(work: (change: object) => Promise<Answer>) =>
      new Promise<Answer>((answer, refuse) => {
        pendingCalls.push({
          go: async (change = {}) => answer(await work(change)),
          fail: () => refuse({ kind: 'offline', code: 'offline' }),
        });
      });
    const decided = new Map<number, number>();
    const actor = createActor(
      cvApprovalMachine.provide({
        actors: {
          gather: fromPromise<Gathered, { readonly query: object; readonly after: string | null }>(
            ({ input: { after } }) =>
              hold(async change => {
                const where = encodeURIComponent(
                  `result_id__in=${rows
                    .slice(0, 2)
                    .map(({ id }) => id)
                    .join(',')}`,
                );
                const page = await ask(
                  `logs/results/?product_id=${mine.shelves[0].product}&where=${where}&limit=${'many' in change ? 1 : 500}${after === null ? '' : `&after=${after}`}`,
                );
                const found = page.results as unknown as {
                  result_id: number;
                  version: number;
                  approval_status: number;
                  next_statuses: number[];
                  amount: number;
                  cv_cost: number;
                }[];
                return {
                  rows: found.map(row => ({
                    id: row.result_id,
                    version: row.version,
                    status: row.approval_status,
                    next: row.next_statuses,
                    amount: row.amount,
                    cost: row.cv_cost,
                  })),
                  next: page['next'] as string | null,
                };
              }),
          ),
          submit: fromPromise<PartAnswer, Part>(({ input }) =>
            hold(async () => {
              const { verdict, ...part } = input;
              const done = (await ask('results/decide/', {
                ...part,
                to: verdict,
              })) as unknown as PartAnswer & { readonly hold_ms: number };
              const not = new Set(done.refused.map(({ id }) => id));
              for (const { id } of input.results) if (!not.has(id)) decided.set(id, verdict);
              return { ...done, holdMs: done.hold_ms };
            }),
          ),
        },
      }),
    ).start();
    const release = async (
      how: (one: (typeof pendingCalls)[number]) => Promise<void> | void,
    ): Promise<void> => {
      // A cancelled call is ignored: only the last call counts.
      await how(pendingCalls.pop()!);
      await settled();
    };
    let keys = 0;
    const send = (event: object) => actor.send(event as never);
    const key = () => `walk-${rows[0]!.id}-${++keys}`;
    const act: Readonly<Record<EventName, () => unknown>> = {
      'select one': () => send({ type: 'select', selected: rows.slice(0, 1) }),
      'select more than a part': () => send({ type: 'select', selected: rows }),
      'select none': () => send({ type: 'select', selected: [] }),
      gather: () => send({ type: 'gather', query: {} }),
      'change the query': () => send({ type: 'query.changed' }),
      'a page of many': () => release(one => one.go({ many: true })),
      'the last page': () => release(one => one.go()),
      'gathering fails': () => release(one => one.fail()),
      approve: () => send({ type: 'decide', verdict: 1, key: key() }),
      reject: () => send({ type: 'decide', verdict: 2, key: key() }),
      'give a reason': () => send({ type: 'type', reason: '重複 é' }),
      confirm: () => send({ type: 'confirm' }),
      back: () => send({ type: 'back' }),
      cancel: () => send({ type: 'cancel' }),
      'all decided': () => release(one => one.go()),
      'one refused': async () => {
        // Another user decides the next row first.
        const {
          remaining: [next],
        } = actor.getSnapshot().context;
        await ask('results/decide/', {
          to: next!.status === REJECTED ? 1 : REJECTED,
          reason: '先に',
          key: key(),
          results: [{ id: next!.id, version: next!.version }],
        });
        decided.set(next!.id, next!.status === REJECTED ? 1 : REJECTED);
        await release(one => one.go());
      },
      'sending fails': () => release(one => one.fail()),
      acknowledge: () => send({ type: 'acknowledge' }),
    };
    for (const { eventName, to } of walk) {
      await act[eventName]();
      await settled();
      expect(placeOf(actor.getSnapshot()), eventName).toBe(to);
    }
    actor.stop();

    const stored = await parts.db
      .select()
      .from(result)
      .where(
        inArray(
          result.id,
          rows.map(({ id }) => id),
        ),
      );
    expect(
      new Map(stored.filter(row => row.approvalStatus !== 0).map(row => [row.id, row.approvalStatus])),
    ).toEqual(decided);
    const lines = await parts.db
      .select()
      .from(decision)
      .where(
        inArray(
          decision.resultId,
          rows.map(({ id }) => id),
        ),
      );
    for (const row of stored)
      expect(
        lines
          .filter(line => line.resultId === row.id)
          .map(({ version }) => version)
          .toSorted((a, b) => a - b),
        String(row.id),
      ).toEqual(Array.from({ length: row.version }, (__, n) => n + 1));
  },
);
