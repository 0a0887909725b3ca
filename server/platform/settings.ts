import { resolve } from 'node:path';
import { readDsn } from './dsn.ts';
import { exposureOf } from './public-exposure.ts';
import { trimEndOf } from './trim-end.ts';

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

/** A setting cannot be used; the message is one line that says which and what to do. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

type Environment = Readonly<Record<string, string | undefined>>;

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
  const value = (name: string) => environment[name]?.trim() || undefined;

  const integer = (name: string, fallback: number, min: number, max: number) => {
    const text = value(name) ?? String(fallback);
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < min || number > max)
      throw new SettingError(`${name}=${text} is not a whole number from ${min} to ${max}.`);
    return number;
  };
  const oneOf = <const Word extends string>(name: string, words: readonly Word[], fallback: Word): Word => {
    const text = value(name) ?? fallback;
    const word = words.find(w => w === text);
    if (word === undefined) throw new SettingError(`${name}=${text} is not one of ${words.join(', ')}.`);
    return word;
  };
  const flag = (name: string, fallback: '0' | '1') => oneOf(name, ['0', '1'], fallback) === '1';
  const url = (name: string, protocols: readonly string[]) => {
    const text = value(name);
    if (text === undefined) return null;
    const protocol = URL.canParse(text) ? new URL(text).protocol : null;
    if (protocol === null || !protocols.includes(protocol)) {
      // The text may hold a password, so it is not repeated.
      throw new SettingError(
        `${name} is not a URL that starts with ${protocols.map(p => `${p}//`).join(' or ')}.`,
      );
    }
    return trimEndOf(text, '/');
  };
  const sender = (name: string, fallback: string) => {
    const text = value(name) ?? fallback;
    if (!/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text)) {
      throw new SettingError(
        `${name} is not a mail address: write name@example.com or Name <name@example.com>.`,
      );
    }
    return text;
  };
  /** A secret that callers send in the header Authorization; it is not repeated. */
  const bearerToken = (name: string) => {
    const text = value(name) ?? null;
    if (text !== null && !/^[\w.~+/-]{16,512}={0,2}$/.test(text)) {
      throw new SettingError(
        `${name} is no token that a header can carry: write 16 to 512 of A-Z, a-z, 0-9 and -._~+/ (openssl rand -hex 32 makes one).`,
      );
    }
    return text;
  };

  const host = value('HOST') ?? '127.0.0.1';
  const port = integer('PORT', 3000, 0, 65_535);
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  if (!URL.canParse(`http://${shown}:${port}`))
    throw new SettingError(`HOST=${host} is neither an address nor a name of a machine.`);
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:']) ?? `http://${shown}:${port}`;
  const { username, password, search, hash } = new URL(publicUrl);
  if (username + password + search + hash !== '')
    throw new SettingError(
      'PUBLIC_URL is more than a base of addresses: it may have no user, query or fragment.',
    );
  const errorReportUrl = url('ERROR_REPORT_URL', ['http:', 'https:']);
  if (errorReportUrl !== null && readDsn(errorReportUrl) === null)
    throw new SettingError('ERROR_REPORT_URL is not a DSN: write https://KEY@HOST/PROJECT.');
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const clickhouseUrl = url('CLICKHOUSE_URL', ['http:', 'https:']);
  return {
    host,
    port,
    databaseUrl,
    clickhouseUrl,
    dataDir: resolve(value('DATA_DIR') ?? './data'),
    clickhouseMemory:
      value('CLICKHOUSE_MEMORY') === undefined ? null : integer('CLICKHOUSE_MEMORY', 0, 512, 1_048_576),
    publicUrl,
    exposure: exposureOf({ host, publicUrl, databaseUrl, clickhouseUrl }),
    seedIsExplicit: args.includes('--empty') || value('SEED') !== undefined,
    seed: args.includes('--empty') ? 'none' : oneOf('SEED', ['demo', 'none'], 'demo'),
    introspection: flag('GRAPHQL_INTROSPECTION', '0'),
    machines: flag('MACHINES', '0'),
    trustProxy: integer('TRUST_PROXY', 0, 0, 16),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    webhookAllowPrivate: flag('WEBHOOK_ALLOW_PRIVATE', '0'),
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: sender('MAIL_FROM', `Touchpath <no-reply@${new URL(publicUrl).hostname}>`),
    metricsToken: bearerToken('METRICS_TOKEN'),
    commit: value('COMMIT') ?? null,
    errorReportUrl,
    production: value('NODE_ENV') === 'production',
  };
};
