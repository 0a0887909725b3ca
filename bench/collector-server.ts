import { oneSlice } from '../server/slices/slices.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import pino from 'pino';
import { createApp } from '../server/app.ts';
import { systemClock } from '../server/platform/clock.ts';
import { openCollector } from '../server/collector/collector.ts';
import { SECURITY_HEADERS } from '../server/http/security-headers.ts';
import { createIds } from '../server/platform/ids.ts';
import { openSecrets } from '../server/platform/secrets.ts';
import { readSettings } from '../server/platform/settings.ts';
import { openColumnar } from '../server/store/clickhouse/connect.ts';
import { openDatabase } from '../server/store/postgres/engine/connect.ts';
import { makeCollectorShop } from '../tests/support/collector-shop.ts';
import { ownFolder } from '../tests/support/own-folder.ts';

// A server under test in a separate process: `ours` is the complete product on its embedded stores, `bare` a
// Fastify server that sends the same bytes and stores nothing. Neither logs requests. It sends its address
// and request paths over IPC; `cpu` requests its CPU time in µs, any other message ends it.

const ours = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchpath-bench-'));
  const settings = readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const log = pino({ level: 'error' }, pino.destination(2));
  const [{ db, close: closeDatabase }, { columnar, close: closeColumnar }] = await Promise.all([
    openDatabase(settings, ownFolder(dataDir), log),
    openColumnar(settings, ownFolder(dataDir), log),
  ]);
  const parts = {
    settings,
    log,
    db,
    slices: oneSlice(columnar),
    clock: systemClock,
    ids: createIds(systemClock),
    secrets: await openSecrets(settings.secretsFile),
  };
  const shop = await makeCollectorShop(parts);
  const collector = await openCollector(parts);
  const app = await createApp({ parts, collector });
  return {
    app,
    product: shop.shop.id,
    redirect: shop.links.plain.id,
    close: async () => {
      await app.close();
      await collector.close();
      await Promise.all([closeDatabase(), closeColumnar()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const bare = async () => {
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    done();
  });
  app.post('/e', async (_request, reply) =>
    reply
      .header('access-control-allow-origin', 'https://shop.example')
      .header('vary', 'Origin')
      .header('cache-control', 'no-store')
      .code(204)
      .send(),
  );
  app.get('/r/:id', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .code(302)
      .header('location', 'https://shop.example/lp?a=%E6%97%A5&xclid=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA#top')
      .header('set-cookie', 'tpv1=12345678901234567890; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax')
      .send(),
  );
  return { app, product: 1, redirect: 1, close: () => app.close() };
};

const { app, product, redirect, close } = await (process.argv[2] === 'bare' ? bare() : ours());
process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }), product, redirect });
process.on('message', message => {
  const { user, system } = process.cpuUsage();
  if (message === 'cpu') process.send?.(user + system);
  else void close().then(() => process.exit(0));
});
