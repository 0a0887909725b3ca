import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCluster } from '../../../server/store/postgres/engine/make-cluster.ts';

// The line proposed to empty the folder, in which an embedded ClickHouse may have events.
test('a first start on a full disk names the cause, and the next one starts anew', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-cluster-'));
  const data = join(folder, 'data');
  const initdb = join(folder, 'initdb');
  const program = (lines: string) => writeFile(initdb, `#!/bin/sh\n${lines}\n`);
  const place = { account: undefined, data, socket: folder, logFile: join(folder, 'log'), shelf: folder };
  const make = () => makeCluster(place, { initdb, postgres: 'postgres' }, true);
  const full =
    '2026-11-30 12:26:49.505 UTC [26288] FATAL:  could not write to file "base/4/1249": No space left on device';
  await program(`echo 'child process exited' >&2\necho '${full}' >&2\nexit 1`);
  await chmod(initdb, 0o700);
  await expect(make()).rejects.toThrow(
    `PostgreSQL could not initialize its data in ${data} (could not write to file "base/4/1249": No space left on device). Correct the cause and start again, or set DATABASE_URL.`,
  );
  // A container may run under a number without an account, which is named in a line without the word error.
  await program("echo 'initdb: could not look up effective user ID 12345: user does not exist' >&2\nexit 1");
  await expect(make()).rejects.toThrow(
    `in ${data} (could not look up effective user ID 12345: user does not exist). Correct the cause`,
  );
  await program('echo 18 > "$2/PG_VERSION"');
  await make();
  expect(await readdir(data)).toEqual(['PG_VERSION']);
  await rm(folder, { recursive: true });
});
