import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { environmentsOf } from '../../../scripts/collector-processes.mjs';
import { readSettings } from '../../../server/platform/settings.ts';

const SHARED = {
  ROLE: 'collector',
  DATABASE_URL: 'postgres://a@localhost/b',
  CLICKHOUSE_URL: 'http://localhost:8123',
  PUBLIC_URL: 'https://touchpath.example',
};
const settingsOf = (environment: Readonly<Record<string, string>>) =>
  environmentsOf({ ...SHARED, ...environment }).map(own =>
    readSettings({ ...SHARED, ...environment, ...own }),
  );

it('gives each collector process a port and a folder of its own, and the same keys and public address', () => {
  expect(
    settingsOf({ COLLECTOR_PROCESSES: '3', PORT: '4100', DATA_DIR: 'here' }).map(
      ({ port, dataDir, secretsFile, publicUrl }) => ({ port, dataDir, secretsFile, publicUrl }),
    ),
  ).toEqual(
    [
      [4100, 'here'],
      [4101, 'here/processes/2'],
      [4102, 'here/processes/3'],
    ].map(([port, folder]) => ({
      port,
      dataDir: resolve(String(folder)),
      secretsFile: resolve('here/secrets.json'),
      publicUrl: 'https://touchpath.example',
    })),
  );
  expect(settingsOf({ COLLECTOR_PROCESSES: '2', SECRETS_FILE: 'keys.json' })).toMatchObject([
    { port: 3000, dataDir: resolve('data'), secretsFile: resolve('keys.json') },
    { port: 3001, dataDir: resolve('data/processes/2'), secretsFile: resolve('keys.json') },
  ]);
});

it('leaves the environment unchanged for one process, and for a number that the program refuses', () => {
  for (const count of ['', '1']) {
    expect(environmentsOf({ ...SHARED, COLLECTOR_PROCESSES: count })).toEqual([{}]);
    expect(settingsOf({ COLLECTOR_PROCESSES: count })).toHaveLength(1);
  }
  for (const count of ['0', '65', 'two', '1.5', '-2'])
    expect(() => settingsOf({ COLLECTOR_PROCESSES: count })).toThrow(
      `COLLECTOR_PROCESSES=${count} is not a whole number from 1 to 64.`,
    );
  expect(settingsOf({ COLLECTOR_PROCESSES: '64' })).toHaveLength(64);
});

it('is for processes that only collect, behind a load balancer', () => {
  for (const role of ['all', 'collector,api', 'worker'])
    expect(() => settingsOf({ COLLECTOR_PROCESSES: '2', ROLE: role })).toThrow(
      'COLLECTOR_PROCESSES=2 needs ROLE=collector.',
    );
  expect(() => settingsOf({ COLLECTOR_PROCESSES: '2', PUBLIC_URL: '' })).toThrow(
    'COLLECTOR_PROCESSES=2 needs PUBLIC_URL, the address of the load balancer.',
  );
});
