import { createHmac } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttpsSender } from '../../../server/audit-stream/https-sender.ts';
import { createSyslogSender, syslogMessage } from '../../../server/audit-stream/syslog-sender.ts';
import { pauseAfter, startAuditStream, type AuditSender } from '../../../server/audit-stream/worker.ts';
import { recordChanges } from '../../../server/store/postgres/engine/audit-log.ts';
import type { StreamedLine } from '../../../server/store/postgres/engine/audit-stream.ts';
import { auditStreamPosition } from '../../../server/store/postgres/schema/index.ts';
import { makeTenant, type Tenant } from '../../support/tenants.ts';
import { LOCALHOST_TLS } from '../../support/tls-localhost.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** The stream of the audit log against receivers that listen, fail, and come back. */

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const POLL_MS = 5;

let parts: TestParts;
let acme: Tenant;
let other: Tenant;
beforeAll(async () => {
  parts = await createTestParts();
  acme = await makeTenant(parts.db, 'acme');
  other = await makeTenant(parts.db, 'other');
});
afterAll(() => parts.close());

/** Numbers of the recorded lines, in the order of each company. */
const recorded: Record<string, number[]> = { acme: [], other: [] };
let number = 0;
const record = async (tenant: Tenant, count: number): Promise<void> => {
  const rowIds = Array.from({ length: count }, () => ++number);
  recorded[tenant === acme ? 'acme' : 'other']?.push(...rowIds);
  await parts.db.transaction(tx =>
    recordChanges(
      tx,
      { companyId: tenant.id, userId: tenant.users.admin, ip: '192.0.2.1', at: new Date() },
      'ads',
      rowIds.map(rowId => ({ rowId, action: 'update', before: { name: 'é' }, after: { name: '日本\n語' } })),
    ),
  );
};
beforeEach(async () => {
  await parts.db.delete(auditStreamPosition);
});

/** Lines by company without those that came twice, in the order of their arrival. */
const rowsOf = (lines: readonly StreamedLine[], company: string): readonly number[] => [
  ...new Set(lines.filter(line => line.company === company).map(line => line.row_id)),
];
const until = async (isDone: () => boolean): Promise<void> => {
  for (let waited = 0; !isDone(); waited += POLL_MS) {
    if (waited > 60_000) throw new Error('nothing arrived in 60 s');
    await new Promise(resolve => {
      setTimeout(resolve, POLL_MS);
    });
    // Pauses after failures pass faster.
    parts.clock.advance(10_000);
  }
};
const hasAll = (lines: readonly StreamedLine[]) => () =>
  ['acme', 'other'].every(company => rowsOf(lines, company).length === recorded[company]?.length);
const expectAll = (lines: readonly StreamedLine[]) => {
  for (const company of ['acme', 'other']) expect(rowsOf(lines, company)).toEqual(recorded[company]);
};

const listen = async (server: Server | HttpServer, port = 0): Promise<number> => {
  await new Promise<void>(resolve => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
};
const close = (server: Server | HttpServer) =>
  new Promise<void>(resolve => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });

/** Reads frames of counted octets. */
const readFrames = (bytes: Buffer): StreamedLine[] => {
  const lines: StreamedLine[] = [];
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(' ', at);
    const length = Number(bytes.subarray(at, blank).toString());
    const message = bytes.subarray(blank + 1, blank + 1 + length);
    if (message.length < length) throw new Error('a frame is not complete');
    const [, json] =
      /^<1(?:08|10)>1 \d{4}-\d\d-\d\dT[\d:.]+Z [!-~]+ touchpath \d+ [a-z_]+ - (\{[\x20-\x7e]*\})$/.exec(
        message.toString('latin1'),
      ) ?? [];
    lines.push(JSON.parse(json ?? '') as StreamedLine);
    at = blank + 1 + length;
  }
  return lines;
};

/** A syslog receiver that takes what it has read to the end. */
const syslogReceiver =
  (lines: StreamedLine[], fails: () => boolean = () => false) =>
  (socket: Socket) => {
    const chunks: Buffer[] = [];
    const isFailing = fails();
    socket.on('error', () => undefined);
    socket.on('data', chunk => {
      if (isFailing) socket.resetAndDestroy();
      else chunks.push(Buffer.from(chunk));
    });
    socket.on('end', () => lines.push(...readFrames(Buffer.concat(chunks))));
  };

/** The signature by Standard Webhooks. */
const signatureOf = ({ headers }: IncomingMessage, body: string): string =>
  `v1,${createHmac('sha256', Buffer.alloc(32, 7))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest('base64')}`;

const streamTo = (sender: AuditSender) => startAuditStream(parts, sender, { every: POLL_MS });

describe('the stream of the audit log', () => {
  it('brings every line to an HTTPS receiver, signed, in the order of the chain, through its failures', async () => {
    const lines: StreamedLine[] = [];
    const ids = new Map<string, string>();
    let requests = 0;
    const read = async (request: IncomingMessage): Promise<string> => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      return body;
    };
    const server = createHttpServer((request, response) => {
      void (async () => {
        const body = await read(request);
        requests += 1;
        const id = String(request.headers['webhook-id']);
        expect(request.headers['webhook-signature']).toBe(signatureOf(request, body));
        // The same id never names other lines.
        expect(ids.get(id) ?? body).toBe(body);
        ids.set(id, body);
        if (requests % 3 === 1) {
          request.socket.destroy();
          return;
        }
        if (requests % 3 === 2) {
          response.writeHead(503).end('later');
          return;
        }
        lines.push(
          ...body
            .trimEnd()
            .split('\n')
            .map(text => JSON.parse(text) as StreamedLine),
        );
        response.writeHead(204).end();
      })();
    });
    const port = await listen(server);
    // Failures make the batches smaller, down to one line.
    await record(acme, 100);
    await record(other, 3);
    const stream = streamTo(createHttpsSender(`http://127.0.0.1:${port}/audit`, SECRET, Date.now));
    await until(hasAll(lines));
    await record(acme, 2);
    await until(hasAll(lines));
    await stream.close();
    await close(server);
    expectAll(lines);
    expect(lines.find(line => line.row_id === recorded['acme']?.[0])).toMatchObject({
      company: 'acme',
      action: 'update',
      entity: 'ads',
      user_id: acme.users.admin,
      user_name: 'Zoë admin',
      api_key_id: null,
      ip_address: '192.0.2.1',
      before: { name: 'é' },
      after: { name: '日本\n語' },
      hash: expect.stringMatching(/^[\da-f]{64}$/),
    });
  });

  it('continues from the stored position after a restart, and begins no batch anew', async () => {
    const lines: StreamedLine[] = [];
    const sender: AuditSender = {
      send: batch => {
        lines.push(...batch);
        return Promise.resolve();
      },
    };
    // More than one batch.
    await record(acme, 350);
    const first = streamTo(sender);
    await until(hasAll(lines));
    await first.close();
    const before = lines.length;
    await record(other, 1);
    const second = streamTo(sender);
    await until(hasAll(lines));
    await second.close();
    expect(lines.length).toBe(before + 1);
  });

  it('goes in smaller batches to a receiver that limits them, and lines that it never takes delay no other company', async () => {
    const lines: StreamedLine[] = [];
    const [never] = recorded['acme'] ?? [];
    const sender: AuditSender = {
      send: batch => {
        if (batch.length > 7 || batch.some(line => line.row_id === never))
          return Promise.reject(new Error('413'));
        lines.push(...batch);
        return Promise.resolve();
      },
    };
    // More of the other company than one batch of the receiver.
    await record(other, 20);
    const stream = streamTo(sender);
    await until(() => rowsOf(lines, 'other').length === recorded['other']?.length);
    expect(rowsOf(lines, 'other')).toEqual(recorded['other']);
    expect(rowsOf(lines, 'acme')).toEqual([]);
    await stream.close();
  });

  it('does not pause until a time that the clock had for a moment', async () => {
    const lines: StreamedLine[] = [];
    let attempts = 0;
    const now = parts.clock.now();
    const sender: AuditSender = {
      send: batch => {
        attempts += 1;
        if (attempts === 1) return Promise.reject(new Error('away'));
        lines.push(...batch);
        return Promise.resolve();
      },
    };
    parts.clock.set(now + 400 * 86_400_000);
    const stream = streamTo(sender);
    await expect.poll(() => attempts).toBe(1);
    parts.clock.set(now);
    await until(hasAll(lines));
    expectAll(lines);
    await stream.close();
  });

  it('is sent by one of several processes at a time', async () => {
    const lines: StreamedLine[] = [];
    const sender: AuditSender = {
      send: async batch => {
        await new Promise(resolve => {
          setTimeout(resolve, 20);
        });
        lines.push(...batch);
      },
    };
    const streams = [streamTo(sender), streamTo(sender), streamTo(sender)];
    await until(hasAll(lines));
    await Promise.all(streams.map(stream => stream.close()));
    expect(lines.length).toBe((recorded['acme']?.length ?? 0) + (recorded['other']?.length ?? 0));
  });

  it('brings every line to a syslog receiver that is away, resets connections, and returns', async () => {
    const lines: StreamedLine[] = [];
    let connections = 0;
    const open = async (port?: number) => {
      const server = createServer(syslogReceiver(lines, () => (connections += 1) % 2 === 1));
      return { server, port: await listen(server, port) };
    };
    const { server, port } = await open();
    await close(server);
    const stream = streamTo(createSyslogSender({ host: '127.0.0.1', port, isEncrypted: false }));
    await record(acme, 30);
    await new Promise(resolve => {
      setTimeout(resolve, 50);
    });
    expect(lines).toEqual([]);
    const again = await open(port);
    await until(hasAll(lines));
    await stream.close();
    await close(again.server);
    expectAll(lines);
    expect(connections).toBeGreaterThan(1);
  });

  it('goes to a syslog receiver over TLS only if its certificate is trusted', async () => {
    const lines: StreamedLine[] = [];
    const server = createTlsServer(LOCALHOST_TLS, syslogReceiver(lines));
    server.on('tlsClientError', () => undefined);
    const target = { host: 'localhost', port: await listen(server), isEncrypted: true };
    const { signal } = new AbortController();
    const unread: StreamedLine[] = [];
    const stream = streamTo({
      send: batch => {
        unread.push(...batch);
        return Promise.reject(new Error('reads only'));
      },
    });
    await until(() => unread.length > 0);
    await stream.close();
    await expect(createSyslogSender(target).send(unread, signal)).rejects.toThrow(/self.signed/i);
    expect(lines).toEqual([]);
    await createSyslogSender({ ...target, ca: LOCALHOST_TLS.cert }).send(unread, signal);
    await close(server);
    expect(lines).toEqual(unread);
    expect(lines.length).toBeGreaterThan(0);
  });

  it('never delays a change, though the receiver takes no connection to its end', async () => {
    const sockets: Socket[] = [];
    const server = createServer({ allowHalfOpen: true }, socket => {
      sockets.push(socket);
      socket.on('error', () => undefined).pause();
    });
    const port = await listen(server);
    const stream = streamTo(createSyslogSender({ host: '127.0.0.1', port, isEncrypted: false }));
    await until(() => sockets.length > 0);
    const begun = performance.now();
    await record(acme, 1);
    // The stream waits for 15 s.
    expect(performance.now() - begun).toBeLessThan(10_000);
    await stream.close();
    for (const socket of sockets) socket.destroy();
    await close(server);
    expect(await parts.db.select().from(auditStreamPosition)).toEqual([]);
  });
});

it('pauses longer after each failure, and never longer than five minutes', () => {
  expect([1, 2, 3, 9, 10, 1000].map(pauseAfter)).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000]);
});

it('marks refused sign-ins as warnings, and keeps the header free of other text', () => {
  const line = { at: '2026-02-28T15:00:00.000Z', action: 'sign_in_refused', after: { reason: '円 😀' } };
  expect(syslogMessage(line as unknown as StreamedLine, 'hôst name', 7)).toBe(
    '<108>1 2026-02-28T15:00:00.000Z hstname touchpath 7 sign_in_refused - {"at":"2026-02-28T15:00:00.000Z","action":"sign_in_refused","after":{"reason":"\\u5186 \\ud83d\\ude00"}}',
  );
});
