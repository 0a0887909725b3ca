import { resolve } from 'node:path';
import { readDsn } from './dsn.ts';
import { exposureOf } from './public-exposure.ts';
import {
  readBearerToken,
  readFlag,
  readInteger,
  readSender,
  readText,
  readUrl,
  readWord,
  SettingError,
  type Environment,
} from './environment.ts';

export { SettingError } from './environment.ts';

/** What a run of Touchpath can be told from outside. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** Absolute path of the folder that holds everything that lasts. */
  readonly dataDir: string;
  /** A PostgreSQL server; null: the embedded one under `dataDir`. */
  readonly databaseUrl: string | null;
  /** A ClickHouse server; null: the embedded engine under `dataDir`. */
  readonly clickhouseUrl: string | null;
  /** Memory of the columnar engine in MB, of which one query may take half; null: by the machine. */
  readonly clickhouseMemory: number | null;
  /**
   * Where browsers and partners reach this program, without a slash at the end: the base of tags and redirect
   * links.
   */
  readonly publicUrl: string;
  readonly seed: 'demo' | 'none';
  /** Whether somebody chose the seed, and not the default. */
  readonly seedIsExplicit: boolean;
  /** Why others than the people of this machine may reach the program; null: they cannot. */
  readonly exposure: string | null;
  readonly introspection: boolean;
  /** Whether administrators may look at the console's machines under /dev/machines. */
  readonly machines: boolean;
  /** How many proxies in front may be believed about the caller's address; 0: none. */
  readonly trustProxy: number;
  readonly logLevel: LogLevel;
  /** Whether notifications may go to private and loopback addresses. */
  readonly webhookAllowPrivate: boolean;
  /**
   * The SMTP server that sends mails, with its user and password if it wants them; null: mails become files
   * in `dataDir/outbox`.
   */
  readonly smtpUrl: string | null;
  /** Whom mails are from: an address, or a name and an address in angle brackets. */
  readonly mailFrom: string;
  /**
   * Whoever brings it may read /metrics; null: callers of this machine may, where others do not reach the
   * program.
   */
  readonly metricsToken: string | null;
  /** The commit that this program was built from, where its folder is no clone. */
  readonly commit: string | null;
  /** A receiver of errors that speaks the Sentry protocol, by its DSN; null: they stay here. */
  readonly errorReportUrl: string | null;
  readonly production: boolean;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const HTTP = ['http:', 'https:'];

/** An address as it is written in a URL that this machine opens. */
const hostInUrl = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};

/** The base of the addresses that others use; the one that the program listens at unless it is set. */
const readPublicUrl = (environment: Environment, host: string, port: number): string => {
  const ownUrl = `http://${hostInUrl(host)}:${port}`;
  if (!URL.canParse(ownUrl))
    throw new SettingError(`HOST=${host} is neither an address nor a name of a machine.`);
  const publicUrl = readUrl(environment, 'PUBLIC_URL', HTTP) ?? ownUrl;
  const { username, password, search, hash } = new URL(publicUrl);
  if (username + password + search + hash !== '')
    throw new SettingError(
      'PUBLIC_URL is more than a base of addresses: it may have no user, query or fragment.',
    );
  return publicUrl;
};

const readErrorReportUrl = (environment: Environment): string | null => {
  const url = readUrl(environment, 'ERROR_REPORT_URL', HTTP);
  if (url !== null && readDsn(url) === null)
    throw new SettingError('ERROR_REPORT_URL is not a DSN: write https://KEY@HOST/PROJECT.');
  return url;
};

/**
 * Reads the settings from an environment and the command line.
 *
 * @throws {SettingError} naming the variable, what it says, and what it may be
 */
export const readSettings = (environment: Environment, args: readonly string[] = []): Settings => {
  const unknown = args.find(arg => arg !== '--empty');
  if (unknown !== undefined)
    throw new SettingError(
      `Unknown argument ${unknown}: only --empty is known (start without the demo company).`,
    );
  const isEmpty = args.includes('--empty');
  const text = (name: string) => readText(environment, name);
  const flag = (name: string) => readFlag(environment, name);
  const host = text('HOST') ?? '127.0.0.1';
  const port = readInteger(environment, 'PORT', 3000, [0, 65_535]);
  const publicUrl = readPublicUrl(environment, host, port);
  const errorReportUrl = readErrorReportUrl(environment);
  const databaseUrl = readUrl(environment, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const clickhouseUrl = readUrl(environment, 'CLICKHOUSE_URL', HTTP);
  const memory = 'CLICKHOUSE_MEMORY';
  return {
    host,
    port,
    databaseUrl,
    clickhouseUrl,
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    clickhouseMemory:
      text(memory) === undefined ? null : readInteger(environment, memory, 0, [512, 1_048_576]),
    publicUrl,
    exposure: exposureOf({ host, publicUrl, databaseUrl, clickhouseUrl }),
    seedIsExplicit: isEmpty || text('SEED') !== undefined,
    seed: isEmpty ? 'none' : readWord(environment, 'SEED', ['demo', 'none'], 'demo'),
    introspection: flag('GRAPHQL_INTROSPECTION'),
    machines: flag('MACHINES'),
    trustProxy: readInteger(environment, 'TRUST_PROXY', 0, [0, 16]),
    logLevel: readWord(environment, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    webhookAllowPrivate: flag('WEBHOOK_ALLOW_PRIVATE'),
    smtpUrl: readUrl(environment, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: readSender(environment, 'MAIL_FROM', `Touchpath <no-reply@${new URL(publicUrl).hostname}>`),
    metricsToken: readBearerToken(environment, 'METRICS_TOKEN'),
    commit: text('COMMIT') ?? null,
    errorReportUrl,
    production: text('NODE_ENV') === 'production',
  };
};
