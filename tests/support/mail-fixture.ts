import type { FastifyInstance } from 'fastify';
import { createApp } from '../../server/app.ts';
import { openOutbox } from '../../server/mail/outbox.ts';
import { composersOf } from '../../server/mail-composers.ts';
import { openTransport, type Transport } from '../../server/mail/transport.ts';
import { createLogSink, type LogSink } from './log-sink.ts';
import { makeTenant, type Tenant } from './tenants.ts';
import { createTestParts, type TestParts } from './test-parts.ts';

/** A company, its server, the folder of its sent mails, and its log. */
export interface MailFixture {
  readonly sink: LogSink;
  readonly parts: TestParts;
  readonly app: FastifyInstance;
  readonly tenant: Tenant;
  readonly folder: Transport;
  /** Sends the due mails and returns their number. */
  readonly send: (transport?: Transport) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** @param now the time of the clock in milliseconds */
export const openMailFixture = async (now: number): Promise<MailFixture> => {
  const sink = createLogSink();
  const parts = await createTestParts({ now, log: sink.log });
  const tenant = await makeTenant(parts.db, 'acme');
  const app = await createApp({ parts, collector: null });
  const folder = openTransport(parts.settings);
  const send = async (transport = folder): Promise<number> => {
    const outbox = openOutbox(parts, transport, composersOf(parts));
    const begun = await outbox.begin();
    await outbox.onceAllEnd();
    return begun;
  };
  return {
    sink,
    parts,
    app,
    tenant,
    folder,
    send,
    close: async () => {
      folder.close();
      await app.close();
      await parts.close();
    },
  };
};
