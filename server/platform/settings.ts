import { join, resolve } from 'node:path';
import { readDsn } from './dsn.ts';
import { SECRET_PATTERN } from './webhook-signature.ts';
import { exposureOf } from './public-exposure.ts';
import { DEFAULT_SLICE, SLICE_NAME } from './slice-names.ts';
import {
  parseUrl,
  readBearerToken,
  readFlag,
  readInteger,
  readSender,
  readServerUrl,
  readText,
  readUrl,
  readWord,
  SettingError,
  type Environment,
} from './environment.ts';

export { SettingError } from './environment.ts';

/** Settings of a run, from the environment and the command line. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** Absolute path of the folder for all persistent data. */
  readonly dataDir: string;
  /** Absolute path of the file of the installation's keys. */
  readonly secretsFile: string;
  /** URL of a PostgreSQL server; null: the embedded one in `dataDir`. */
  readonly databaseUrl: string | null;
  /** URL of a ClickHouse server; null: the embedded engine in `dataDir`. */
  readonly clickhouseUrl: string | null;
  /** Further ClickHouse servers, among which products are divided; CLICKHOUSE_URL is the slice `default`. */
  readonly clickhouseSlices: readonly { readonly name: string; readonly url: string }[];
  /** The cluster of replicas that each of these servers is, by its name in ClickHouse; null: single servers. */
  readonly clickhouseCluster: string | null;
  /**
   * Memory of the columnar engine in MB, half of which one query may use; null: derived from the machine's memory.
   */
  readonly clickhouseMemory: number | null;
  /** Public base address of this program without a trailing slash, for tags and redirects. */
  readonly publicUrl: string;
  readonly seed: 'demo' | 'none';
  /** Whether the seed was set explicitly. */
  readonly seedIsExplicit: boolean;
  /** Why other machines can reach the program, see {@link exposureOf}; null: they cannot. */
  readonly exposure: string | null;
  readonly introspection: boolean;
  /** Whether administrators may open the console's machines page, /dev/machines. */
  readonly machines: boolean;
  /** Number of trusted proxies in front of the program; 0: none. */
  readonly trustProxy: number;
  readonly logLevel: LogLevel;
  /** Whether notifications may be sent to private and loopback addresses. */
  readonly webhookAllowPrivate: boolean;
  /** Whether identity providers may have private and loopback addresses, and addresses without TLS. */
  readonly issuerAllowPrivate: boolean;
  /** SMTP server for mails, with user and password if required; null: mails are written to `dataDir/outbox`. */
  readonly smtpUrl: string | null;
  /** Sender of mails: an address, or a name and an address in angle brackets. */
  readonly mailFrom: string;
  /** Bearer token of /metrics; null: callers of this machine may read /metrics, if the program is not exposed. */
  readonly metricsToken: string | null;
  /** Share of the traces that are recorded, 0 to 1; null: none, because no receiver is named. */
  readonly traceRatio: number | null;
  /** Commit that this program was built from, for folders that are no clone. */
  readonly commit: string | null;
  /** DSN of a receiver of errors with the Sentry protocol; null: errors are not sent. */
  readonly errorReportUrl: string | null;
  /** Receiver to which the audit log is streamed, with the secret that signs HTTP requests; null: none. */
  readonly auditStream: { readonly url: string; readonly secret: string | null } | null;
  /** What a user or an API key may do in an hour; a company may do five times as much. */
  readonly usageLimits: {
    readonly downloads: number;
    readonly imports: number;
    /** Reports that read the events because their tables are not derived. */
    readonly event_reports: number;
  };
  /** Requests per minute of a user in one process; a company may send five times as many. */
  readonly requestsPerMinute: number;
  /** Which operations the GraphQL gateway runs without an API key: those of the console, or any. */
  readonly graphqlOperations: 'console' | 'any';
  readonly production: boolean;
  /** What this process does; the others are done by processes on the same stores. */
  readonly roles: ReadonlySet<Role>;
}

/**
 * `collector`: the addresses of tags, clicks and conversions; `api`: the console with the REST and GraphQL APIs;
 * `jobs`: results, notifications, mails, imports by schedule, erasures; `deriver`: the rollups of the reports.
 */
export const ROLES = ['collector', 'api', 'jobs', 'deriver'] as const;
export type Role = (typeof ROLES)[number];
/** What `ROLE` may name: a role, or several at once. */
const ROLE_WORDS: ReadonlyMap<string, readonly Role[]> = new Map<string, readonly Role[]>([
  ['all', ROLES],
  ['worker', ['jobs', 'deriver']],
  ...ROLES.map(role => [role, [role]] as const),
]);

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const HTTP = ['http:', 'https:'];

/** A host in the notation of a URL that this machine can open. */
const hostInUrl = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};

/** Public base address; default: the address on which the program listens. */
const readPublicUrl = (environment: Environment, host: string, port: number): string => {
  const ownUrl = `http://${hostInUrl(host)}:${port}`;
  if (!URL.canParse(ownUrl)) throw new SettingError(`HOST=${host} is neither an IP address nor a host name.`);
  const publicUrl = readUrl(environment, 'PUBLIC_URL', HTTP) ?? ownUrl;
  const { username, password, search, hash } = new URL(publicUrl);
  if (username + password + search + hash !== '')
    throw new SettingError('PUBLIC_URL must be a base URL without user, query or fragment.');
  return publicUrl;
};

const readErrorReportUrl = (environment: Environment): string | null => {
  const url = readUrl(environment, 'ERROR_REPORT_URL', HTTP);
  if (url !== null && readDsn(url) === null)
    throw new SettingError('ERROR_REPORT_URL is not a DSN: write https://KEY@HOST/PROJECT.');
  return url;
};

/** Reads the share of traces to record; null: no receiver. The exporter reads the other variables of OpenTelemetry itself. */
const readTraceRatio = (environment: Environment): number | null => {
  const text = readText(environment, 'OTEL_TRACES_SAMPLER_ARG') ?? '1';
  if (readUrl(environment, 'OTEL_EXPORTER_OTLP_ENDPOINT', HTTP) === null) return null;
  const ratio = /^\d{1,3}(?:\.\d{1,12})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(ratio >= 0 && ratio <= 1))
    throw new SettingError(`OTEL_TRACES_SAMPLER_ARG=${text} is not a number from 0 to 1, such as 0.01.`);
  return ratio;
};

const HOURLY_LIMIT_RANGE = [1, 1_000_000] as const;
const readUsageLimits = (environment: Environment): Settings['usageLimits'] => ({
  downloads: readInteger(environment, 'DOWNLOADS_PER_HOUR', 200, HOURLY_LIMIT_RANGE),
  imports: readInteger(environment, 'IMPORTS_PER_HOUR', 200, HOURLY_LIMIT_RANGE),
  event_reports: readInteger(environment, 'EVENT_REPORTS_PER_HOUR', 1000, HOURLY_LIMIT_RANGE),
});

/**
 * In production, and where others can reach the program, the gateway answers the console only, unless it describes its
 * schema to developers.
 */
const readGraphqlOperations = (
  environment: Environment,
  exposure: string | null,
): Settings['graphqlOperations'] =>
  readWord(
    environment,
    'GRAPHQL_OPERATIONS',
    ['console', 'any'],
    (readText(environment, 'NODE_ENV') === 'production' || exposure !== null) &&
      !readFlag(environment, 'GRAPHQL_INTROSPECTION')
      ? 'console'
      : 'any',
  );

/**
 * Reads where the keys are: in the data folder, or in a file that several processes share. Backups of embedded stores
 * contain the data folder only.
 */
const readSecretsFile = (environment: Environment, dataDir: string, hasServers: boolean): string => {
  const file = readText(environment, 'SECRETS_FILE');
  if (file !== undefined && !hasServers)
    throw new SettingError(
      'SECRETS_FILE needs DATABASE_URL and CLICKHOUSE_URL, which other processes share.',
    );
  return resolve(file ?? join(dataDir, 'secrets.json'));
};

/** Reads the roles: several need stores that are servers, because embedded ones belong to one process. */
const readRoles = (environment: Environment, hasServers: boolean): ReadonlySet<Role> => {
  const text = readText(environment, 'ROLE') ?? 'all';
  const named = text.split(',').map(word => ({ word: word.trim(), roles: ROLE_WORDS.get(word.trim()) }));
  const unknown = named.find(({ roles }) => roles === undefined);
  if (unknown !== undefined)
    throw new SettingError(
      `ROLE=${text}: ${unknown.word} is not one of ${[...ROLE_WORDS.keys()].join(', ')}.`,
    );
  if (text !== 'all' && !hasServers)
    throw new SettingError(
      `ROLE=${text} needs DATABASE_URL and CLICKHOUSE_URL, which other processes share.`,
    );
  const roles = new Set(named.flatMap(found => found.roles ?? []));
  return new Set(ROLES.filter(role => roles.has(role)));
};

const MAX_COLLECTOR_PROCESSES = 64;

/**
 * Checks the number of processes, which the supervisor starts (scripts/collector-processes.mjs). They have ports of
 * their own, so only what a load balancer distributes can run in several.
 */
const checkCollectorProcesses = (environment: Environment, roles: ReadonlySet<Role>): void => {
  const count = readInteger(environment, 'COLLECTOR_PROCESSES', 1, [1, MAX_COLLECTOR_PROCESSES]);
  if (count > 1 && (roles.size > 1 || !roles.has('collector')))
    throw new SettingError(`COLLECTOR_PROCESSES=${count} needs ROLE=collector.`);
  // The default names the port of each process.
  if (count > 1 && readText(environment, 'PUBLIC_URL') === undefined)
    throw new SettingError(
      `COLLECTOR_PROCESSES=${count} needs PUBLIC_URL, the address of the load balancer.`,
    );
};

/** Reads further ClickHouse servers, as `name=url` separated by commas. Messages repeat no URL: it may have a password. */
const readSlices = (environment: Environment, hasServers: boolean): Settings['clickhouseSlices'] => {
  const text = readText(environment, 'CLICKHOUSE_SLICES');
  if (text === undefined) return [];
  if (!hasServers)
    throw new SettingError(
      'CLICKHOUSE_SLICES needs DATABASE_URL and CLICKHOUSE_URL: products are divided among servers.',
    );
  const slices = text.split(',').map(part => {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(0, at)).trim();
    const url = part.slice(at + 1).trim();
    if (!SLICE_NAME.test(name) || name === DEFAULT_SLICE)
      throw new SettingError(
        'CLICKHOUSE_SLICES must be name=url, separated by commas; names have a-z, 0-9, - and _, and default is CLICKHOUSE_URL.',
      );
    return { name, url: parseUrl(url, `CLICKHOUSE_SLICES: the address of ${name}`, HTTP) };
  });
  const names = new Set(slices.map(({ name }) => name));
  if (names.size < slices.length) throw new SettingError('CLICKHOUSE_SLICES names a slice twice.');
  return slices;
};

/** Reads the name of the clusters, which is part of statements. */
const readCluster = (environment: Environment, clickhouseUrl: string | null): string | null => {
  const name = readText(environment, 'CLICKHOUSE_CLUSTER') ?? null;
  if (name === null) return null;
  if (!/^[\w-]{1,64}$/.test(name))
    throw new SettingError(
      `CLICKHOUSE_CLUSTER=${name} is not the name of a cluster: use letters, digits, - and _.`,
    );
  if (clickhouseUrl === null)
    throw new SettingError('CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL: the embedded engine has no replicas.');
  return name;
};

/** Reads the receiver of the audit log: HTTP with a secret, or syslog without one. */
const readAuditStream = (environment: Environment): Settings['auditStream'] => {
  const url = readServerUrl(environment, 'AUDIT_STREAM_URL', ['https:', 'http:', 'syslogs:', 'syslog:']);
  const secret = readText(environment, 'AUDIT_STREAM_SECRET') ?? null;
  if (url === null) {
    // Who sets it believes that the lines are streamed.
    if (secret !== null)
      throw new SettingError('AUDIT_STREAM_SECRET needs AUDIT_STREAM_URL, the receiver of the audit log.');
    return null;
  }
  if (!url.startsWith('http')) return { url, secret: null };
  if (secret === null || !new RegExp(SECRET_PATTERN).test(secret))
    throw new SettingError(
      'AUDIT_STREAM_SECRET must be whsec_ and 24 to 64 bytes in base64 (make one with echo "whsec_$(openssl rand -base64 32)").',
    );
  return { url, secret };
};

/**
 * Reads the settings from an environment and the command line.
 *
 * @throws {SettingError} with the variable, its value unless secret, and the allowed values
 */
export const readSettings = (environment: Environment, args: readonly string[] = []): Settings => {
  const unknown = args.find(arg => arg !== '--empty');
  if (unknown !== undefined)
    throw new SettingError(
      `Unknown argument ${unknown}: the only argument is --empty (start without the demo company).`,
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
  const hasServers = databaseUrl !== null && clickhouseUrl !== null;
  const dataDir = resolve(text('DATA_DIR') ?? './data');
  const clickhouseSlices = readSlices(environment, hasServers);
  const exposure = exposureOf({ host, publicUrl, databaseUrl, clickhouseUrl, clickhouseSlices });
  const memory = 'CLICKHOUSE_MEMORY';
  const roles = readRoles(environment, hasServers);
  checkCollectorProcesses(environment, roles);
  return {
    host,
    port,
    databaseUrl,
    clickhouseUrl,
    clickhouseSlices,
    clickhouseCluster: readCluster(environment, clickhouseUrl),
    dataDir,
    secretsFile: readSecretsFile(environment, dataDir, hasServers),
    clickhouseMemory:
      text(memory) === undefined ? null : readInteger(environment, memory, 0, [512, 1_048_576]),
    publicUrl,
    exposure,
    seedIsExplicit: isEmpty || text('SEED') !== undefined,
    seed: isEmpty ? 'none' : readWord(environment, 'SEED', ['demo', 'none'], 'demo'),
    introspection: flag('GRAPHQL_INTROSPECTION'),
    machines: flag('MACHINES'),
    trustProxy: readInteger(environment, 'TRUST_PROXY', 0, [0, 16]),
    logLevel: readWord(environment, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    webhookAllowPrivate: flag('WEBHOOK_ALLOW_PRIVATE'),
    issuerAllowPrivate: flag('ISSUER_ALLOW_PRIVATE'),
    smtpUrl: readServerUrl(environment, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: readSender(environment, 'MAIL_FROM', `Touchpath <no-reply@${new URL(publicUrl).hostname}>`),
    metricsToken: readBearerToken(environment, 'METRICS_TOKEN'),
    traceRatio: readTraceRatio(environment),
    commit: text('COMMIT') ?? null,
    errorReportUrl,
    auditStream: readAuditStream(environment),
    usageLimits: readUsageLimits(environment),
    requestsPerMinute: readInteger(environment, 'REQUESTS_PER_MINUTE', 3000, HOURLY_LIMIT_RANGE),
    graphqlOperations: readGraphqlOperations(environment, exposure),
    production: text('NODE_ENV') === 'production',
    roles,
  };
};

/** Whether one letter is missing, too many or another one, or two neighbours are exchanged; or only the case differs. */
const isOneSlip = (written: string, meant: string): boolean => {
  const [a, b] = [written.toUpperCase(), meant];
  let begin = 0;
  while (begin < a.length && a[begin] === b[begin]) begin += 1;
  let [endA, endB] = [a.length, b.length];
  for (; endA > begin && endB > begin && a[endA - 1] === b[endB - 1]; endA -= 1) endB -= 1;
  const [restA, restB] = [a.slice(begin, endA), b.slice(begin, endB)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB === `${restA[1]}${restA[0]}`;
};

/**
 * Finds variables that are no settings, but one slip away from one that is not set: its default applies, such as
 * another data folder, and nobody would notice.
 *
 * @returns one line for each
 */
export const findMisspeltSettings = (environment: Environment): readonly string[] => {
  const names = new Set<string>();
  const recorder = new Proxy(environment, {
    get: (target, name) => {
      if (typeof name === 'string') names.add(name);
      return Reflect.get(target, name) as unknown;
    },
  });
  readSettings(recorder);
  // Names of one word, such as PORT, are one letter away from variables of other programs.
  const unset = [...names].filter(name => name.includes('_') && readText(environment, name) === undefined);
  return Object.keys(environment)
    .filter(written => !names.has(written))
    .flatMap(written => {
      const meant = unset.find(name => isOneSlip(written, name));
      return meant === undefined
        ? []
        : [`The variable ${written} is no setting and has no effect: did you mean ${meant}?`];
    });
};
