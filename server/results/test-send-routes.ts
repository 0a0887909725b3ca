import { Type, type FastifyPluginAsyncTypebox, type Static } from '@fastify/type-provider-typebox';
import { UNCHANGED_SECRET } from '../records/entity.ts';
import { reachOf } from '../records/list.ts';
import { LENGTHS } from '../records/writing.ts';
import { whileConnected } from '../http/abort-on-disconnect.ts';
import { Failure } from '../http/failures.ts';
import { API } from '../http/openapi.ts';
import { aMinute, limitRates } from '../http/rates.ts';
import { Closed, component, Id, Nullable } from '../http/schemas.ts';
import type { Dependencies } from '../dependencies.ts';
import { findEntity } from '../store/postgres/entities/entities.ts';
import { networkSecret } from '../store/postgres/results/notifications.ts';
import { createEgress } from './egress.ts';
import { SEND_FAILURES } from './send.ts';
import { SECRET_PATTERN } from '../platform/webhook-signature.ts';
import { testSend } from './test-send.ts';
import { countCalls } from '../store/postgres/operations/usage.ts';

const Value = (description: string) => Type.Optional(Type.String({ maxLength: LENGTHS.name, description }));
/** The form of a network before validation: an invalid address is reported as the outcome of the test. */
export const TestSendForm = component(
  'TestSendForm',
  Closed({
    result_method: Type.Integer({
      enum: [1, 2],
      description: 'Method of the notification: 1 CV tag, 2 webhook URL',
    }),
    webhook_url: Type.Optional(Type.String({ maxLength: LENGTHS.url })),
    webhook_style: Type.Optional(
      Type.Integer({
        enum: [0, 1],
        description: 'Style of the webhook call: 0 GET with macros (default), 1 signed JSON POST',
      }),
    ),
    webhook_secret: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Signing secret; default: the stored secret, also if the value is the mask of a stored secret',
      }),
    ),
    cv_tag: Type.Optional(Type.String({ maxLength: LENGTHS.tag })),
    unapproved_value: Value('Value that the ad network expects for pending results'),
    approved_value: Value('Value that the ad network expects for approved results'),
    rejected_value: Value('Value that the ad network expects for rejected results'),
    status: Type.Optional(
      Type.Integer({
        enum: [0, 1, 2],
        description: 'Status of the sample result: 0 pending, 1 approved, 2 rejected; default 0',
      }),
    ),
  }),
);

export const TestSent = component(
  'TestSent',
  Type.Object({
    url: Nullable(Type.String({ description: 'Called URL with expanded macros; null: sent by tag' })),
    body: Nullable(Type.String({ description: 'Posted body; null: none' })),
    tag: Nullable(
      Type.String({ description: 'Tag for the page with expanded macros; null: sent by webhook' }),
    ),
    success: Type.Boolean(),
    failure: Nullable(
      Type.String({
        description: `Reason of the failure; null: the call succeeded. ${SEND_FAILURES.join(', ')}`,
      }),
    ),
    http_status: Nullable(
      Type.Integer({ minimum: 100, maximum: 999, description: 'HTTP status of the answer; null: no answer' }),
    ),
    answer: Type.String({ description: 'Beginning of the answer, or the error message' }),
    duration_ms: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  }),
);

/** Rate limit per user and minute, because each test calls a server of a third party. */
const TESTS_A_MINUTE = 10;
const TIMEOUT_MS = 15_000;
/** Matches a complete signing secret; the form may hold an incomplete one. */
const WELL_FORMED = new RegExp(SECRET_PATTERN);

/** Signing secret of a test: the typed one, or the stored one. Empty: the typed secret is invalid. */
const secretFor = async (
  db: Dependencies['db'],
  companyId: number,
  aspId: number,
  typed: string,
): Promise<string> => {
  if (typed === UNCHANGED_SECRET) return networkSecret(db, companyId, aspId);
  return WELL_FORMED.test(typed) ? typed : '';
};

/** Builds the network from a form. */
const networkOf = (
  id: number,
  form: Static<(typeof TestSendForm)['schema']>,
  webhookSecret: string,
): Parameters<typeof testSend>[0] => ({
  id,
  resultMethod: form.result_method,
  webhookUrl: form.webhook_url ?? '',
  webhookStyle: form.webhook_style ?? 0,
  webhookSecret,
  cvTag: form.cv_tag ?? '',
  unapprovedValue: form.unapproved_value ?? '0',
  approvedValue: form.approved_value ?? '1',
  rejectedValue: form.rejected_value ?? '2',
});

/** Route that tests the notifications of a network before its settings are saved. Nothing is stored or queued. */
export const testSendRoutes: FastifyPluginAsyncTypebox<{
  parts: Pick<Dependencies, 'db' | 'settings' | 'clock' | 'secrets'>;
  timeout?: number;
}> = async (app, { parts, timeout = TIMEOUT_MS }) => {
  const { db, settings, clock, secrets } = parts;
  for (const { schema } of [TestSendForm, TestSent]) app.addSchema(schema);
  const dispatcher = createEgress({ allowPrivate: settings.webhookAllowPrivate, connectTimeout: timeout });
  const closing = new AbortController();
  app.addHook('onClose', async () => {
    closing.abort();
    await dispatcher.destroy();
  });
  await limitRates(app, countCalls(db), ({ viewer }) => String(viewer.userId));

  app.post(
    `${API}/asps/:id/test_send/`,
    {
      config: { access: { write: 'settings' }, rateLimit: aMinute(TESTS_A_MINUTE) },
      schema: {
        operationId: 'testSend',
        tags: ['asps'],
        summary:
          'Send a notification of a sample result to an ad network by unsaved settings; nothing is stored',
        params: Closed({ id: Id() }),
        body: TestSendForm.ref,
        response: { 200: TestSent.ref },
      },
    },
    async ({ viewer, params: { id }, body }, reply) => {
      if ((await findEntity(db, 'asps', reachOf(viewer), id, [])) === null) throw new Failure('not_found');
      const secret = await secretFor(db, viewer.companyId, id, body.webhook_secret ?? UNCHANGED_SECRET);
      const { status } = body;
      return testSend(networkOf(id, body, secret), status === 1 || status === 2 ? status : 0, {
        secret: secrets.notice.current(),
        clock,
        dispatcher,
        timeout,
        signal: AbortSignal.any([closing.signal, whileConnected(reply)]),
      });
    },
  );
};
