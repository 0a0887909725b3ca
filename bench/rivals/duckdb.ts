import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tablesOf, type Dump, type Rival } from './rival.ts';

/** DuckDB is no dependency of the product: the benchmark installs it into a folder that git ignores. */
const PACKAGE = '@duckdb/node-api';
const VERSION = '1.5.6-r.1';
const FOLDER = fileURLToPath(new URL('node_modules/', import.meta.url));

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowsJson(): unknown[][] }>;
  closeSync(): void;
}
interface Package {
  readonly DuckDBInstance: {
    create(
      path: string,
      options: Readonly<Record<string, string>>,
    ): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
}

/** Loads the package, after installing it if necessary. @throws {Error} one line: it cannot be installed */
const install = (): Package => {
  const load = () => createRequire(join(FOLDER, 'here.js'))(PACKAGE) as Package;
  try {
    return load();
  } catch {
    process.stderr.write(`installing ${PACKAGE} ${VERSION} into ${FOLDER} …\n`);
    const { status, stderr } = spawnSync(
      'npm',
      [
        'install',
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--prefix',
        join(FOLDER, '..'),
        `${PACKAGE}@${VERSION}`,
      ],
      { encoding: 'utf8', timeout: 300_000 },
    );
    if (status !== 0)
      throw new Error(
        `${PACKAGE} ${VERSION} could not be installed: ${
          stderr
            .trim()
            .split('\n')
            .find(line => line.includes('error')) ?? 'no error message of npm'
        }`,
      );
    return load();
  }
};

/** Loads the rows into a database in `folder`, with contacts in order of visitors, as in Touchpath's table. */
export const openDuckdb = async (folder: string, dump: Dump): Promise<Rival> => {
  const instance = await install().DuckDBInstance.create(join(folder, 'rival.duckdb'), {
    memory_limit: '4GB',
    temp_directory: join(folder, 'duckdb-spill'),
  });
  const connection = await instance.connect();
  const columns = (...of: string[]) =>
    `columns = {${of
      .map(one => one.split(' '))
      .map(([name, type]) => `${name}: '${type}'`)
      .join(', ')}}`;
  const read = (file: string, ...of: string[]) => `read_csv('${file}', header = false, ${columns(...of)})`;
  const statements = [
    ...tablesOf(dump, 'timestamp_ms').map(sql => sql.replace('numeric(10, 2)', 'decimal(10, 2)')),
    `INSERT INTO contact SELECT * FROM ${read(dump.contact, 'a INTEGER', 'b BIGINT', 'c TIMESTAMP_MS', 'd BIGINT', 'e INTEGER', 'f VARCHAR', 'g BOOLEAN', 'h BOOLEAN', 'i DECIMAL(10,2)')} ORDER BY a, b, c`,
    `INSERT INTO conversion SELECT * FROM ${read(dump.conversion, 'a INTEGER', 'b BIGINT', 'c TIMESTAMP_MS', 'd BIGINT', 'e SMALLINT', 'f BIGINT', 'g BOOLEAN')} ORDER BY a, c`,
    'CHECKPOINT',
  ];
  for (const statement of statements) await connection.run(statement);
  return {
    name: `DuckDB ${VERSION.split('-')[0]}`,
    ask: async sql => (await connection.runAndReadAll(sql)).getRowsJson(),
    close: () => {
      connection.closeSync();
      instance.closeSync();
      return Promise.resolve();
    },
  };
};
