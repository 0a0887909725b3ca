import { writeFile } from 'node:fs/promises';
import pino from 'pino';
import { createApp } from '../server/app.ts';
import { publishedContractOf } from '../server/http/openapi.ts';
import { createIds } from '../server/platform/ids.ts';
import { fixedKey } from '../server/platform/key-ring.ts';
import type { Dependencies } from '../server/dependencies.ts';
import { readSettings } from '../server/platform/settings.ts';

/**
 * Writes the REST contract, as the routes state it, to a file or the standard output.
 *
 *     tsx scripts/openapi.ts mesh/openapi.json
 *
 * The app is built but never called, so it needs no stores: any access to one throws.
 */
const untouched = (name: string): never =>
  new Proxy(
    {},
    {
      get: (_target, property) => {
        throw new Error(`the contract must not depend on ${name} (${String(property)} was read)`);
      },
    },
  ) as never;

const clock = { now: () => 0 };
const key = fixedKey('x'.repeat(43));
const parts: Dependencies = {
  settings: readSettings({}),
  secrets: {
    jwt: key,
    click: key,
    crossdomain: key,
    notice: key,
    digest: () => '',
    isRotating: () => false,
    reload: async () => false,
  },
  db: untouched('the relational store'),
  slices: untouched('the columnar stores'),
  clock,
  ids: createIds({ now: () => 1_600_000_000_000 }),
  log: pino({ level: 'silent' }),
};

const app = await createApp({ parts, collector: null });
const document = `${JSON.stringify(publishedContractOf(app), null, 2)}\n`;
await app.close();
const path = process.argv[2];
if (path === undefined) process.stdout.write(document);
else await writeFile(path, document);
