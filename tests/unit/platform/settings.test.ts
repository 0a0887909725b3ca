import { describe, expect, it } from 'vitest';
import { findMisspeltSettings, readSettings, SettingError } from '../../../server/platform/settings.ts';

describe('settings', () => {
  it('have a default for each variable', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: null,
      clickhouseUrl: null,
      clickhouseMemory: null,
      publicUrl: 'http://127.0.0.1:3000',
      seed: 'demo',
      introspection: false,
      trustProxy: 0,
      logLevel: 'info',
      webhookAllowPrivate: false,
      production: false,
    });
    expect(readSettings({ GRAPHQL_INTROSPECTION: '1' }).introspection).toBe(true);
    expect([readSettings({}).machines, readSettings({ MACHINES: '1' }).machines]).toEqual([false, true]);
  });

  it('name a cluster, where ClickHouse is a server', () => {
    const clusterOf = (name: string, url = 'http://localhost:8123') =>
      readSettings({ CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: name }).clickhouseCluster;
    expect([clusterOf(''), clusterOf('three-replicas_1')]).toEqual([null, 'three-replicas_1']);
    expect(() => clusterOf('a`b')).toThrow('CLICKHOUSE_CLUSTER=a`b is not the name of a cluster');
    expect(() => clusterOf('all', '')).toThrow('CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL');
  });

  it('name a receiver of traces, and the share that is recorded', () => {
    const ratioOf = (share?: string) =>
      readSettings({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
        ...(share !== undefined && { OTEL_TRACES_SAMPLER_ARG: share }),
      }).traceRatio;
    expect(readSettings({ OTEL_TRACES_SAMPLER_ARG: '0.5' }).traceRatio).toBe(null);
    expect([ratioOf(), ratioOf('0.01'), ratioOf('0'), ratioOf('1')]).toEqual([1, 0.01, 0, 1]);
    for (const wrong of ['1.01', '-1', '1e-3', 'all', '.5'])
      expect(() => ratioOf(wrong)).toThrow(`OTEL_TRACES_SAMPLER_ARG=${wrong} is not a number from 0 to 1`);
    expect(() => readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' })).toThrow(
      'OTEL_EXPORTER_OTLP_ENDPOINT is not a URL',
    );
  });

  it('have roles, which need stores that processes can share', () => {
    const servers = { DATABASE_URL: 'postgres://a@localhost/b', CLICKHOUSE_URL: 'http://localhost:8123' };
    const rolesOf = (role: string) => [...readSettings({ ...servers, ROLE: role }).roles];
    expect([...readSettings({}).roles]).toEqual(['collector', 'api', 'jobs', 'deriver']);
    expect(rolesOf('all')).toEqual(['collector', 'api', 'jobs', 'deriver']);
    expect(rolesOf('worker, collector')).toEqual(['collector', 'jobs', 'deriver']);
    expect(rolesOf('deriver')).toEqual(['deriver']);
    expect(rolesOf('jobs,api')).toEqual(['api', 'jobs']);
    expect(() => rolesOf('api,console')).toThrow(
      'ROLE=api,console: console is not one of all, worker, collector, api, jobs, deriver.',
    );
    expect(() => rolesOf('api,constructor')).toThrow('constructor is not one of');
    for (const missing of [{ DATABASE_URL: '' }, { CLICKHOUSE_URL: '' }])
      expect(() => readSettings({ ...servers, ...missing, ROLE: 'api' })).toThrow(
        'ROLE=api needs DATABASE_URL and CLICKHOUSE_URL',
      );
  });

  it('name further ClickHouse servers, which need stores that processes can share', () => {
    const servers = { DATABASE_URL: 'postgres://a@localhost/b', CLICKHOUSE_URL: 'http://localhost:8123' };
    const slicesOf = (slices: string) =>
      readSettings({ ...servers, CLICKHOUSE_SLICES: slices }).clickhouseSlices;
    expect(readSettings(servers).clickhouseSlices).toEqual([]);
    expect(slicesOf('east=http://a:b=c@east/touchpath/, w-2=https://west')).toEqual([
      { name: 'east', url: 'http://a:b=c@east/touchpath' },
      { name: 'w-2', url: 'https://west' },
    ]);
    for (const missing of [{ DATABASE_URL: '' }, { CLICKHOUSE_URL: '' }])
      expect(() => readSettings({ ...servers, ...missing, CLICKHOUSE_SLICES: 'east=http://east' })).toThrow(
        'CLICKHOUSE_SLICES needs DATABASE_URL and CLICKHOUSE_URL',
      );
    for (const wrong of [
      'default=http://hush',
      'East=http://hush',
      '=http://hush',
      'http://hush',
      'a=http://hush,',
    ])
      expect(() => slicesOf(wrong)).toThrow(/^CLICKHOUSE_SLICES must be name=url(?!.*hush)/);
    expect(() => slicesOf('east=tcp://hush')).toThrow(
      'CLICKHOUSE_SLICES: the address of east is not a URL that starts with http:// or https://.',
    );
    expect(() => slicesOf('a=http://b,a=http://c')).toThrow('CLICKHOUSE_SLICES names a slice twice.');
  });

  it('name a file of keys that processes share, outside of the data folder', () => {
    expect(readSettings({ DATA_DIR: '/data' }).secretsFile).toBe('/data/secrets.json');
    const servers = { DATABASE_URL: 'postgres://a@localhost/b', CLICKHOUSE_URL: 'http://localhost:8123' };
    const shared = { DATA_DIR: '/data', SECRETS_FILE: '/keys/secrets.json' };
    expect(readSettings({ ...servers, ...shared }).secretsFile).toBe('/keys/secrets.json');
    expect(() => readSettings(shared)).toThrow('SECRETS_FILE needs DATABASE_URL and CLICKHOUSE_URL');
  });

  it('treat an empty or blank variable as missing', () => {
    expect(readSettings({ PORT: '', HOST: '  ', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
    });
  });

  it('omit the demo with --empty, whatever SEED says', () => {
    expect(readSettings({ SEED: 'demo' }, ['--empty']).seed).toBe('none');
    expect(readSettings({ SEED: 'none' }).seed).toBe('none');
  });

  it('derive a public URL that browsers accept from a wildcard host or an IPv6 address', () => {
    expect(readSettings({ HOST: '0.0.0.0', PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    expect(readSettings({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000');
    expect(readSettings({ PUBLIC_URL: 'https://ads.example.jp/' }).publicUrl).toBe('https://ads.example.jp');
  });

  it.each([
    [{}, null],
    [{ HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:8080', CLICKHOUSE_URL: 'http://[::1]:8123' }, null],
    [{ HOST: '127.8.9.1', DATABASE_URL: 'postgres://a:hush@localhost/touchpath' }, null],
    [{ DATABASE_URL: 'postgres://a@localhost/touchpath?host=%2Frun%2Fpostgresql' }, null],
    [{ DATABASE_URL: 'postgres://a@%2Frun%2Fpostgresql/touchpath' }, null],
    [{ HOST: '0.0.0.0' }, 'HOST=0.0.0.0 accepts connections from other machines'],
    [{ HOST: '::' }, 'HOST=:: accepts connections from other machines'],
    [{ HOST: '127.example.jp' }, 'HOST=127.example.jp accepts connections from other machines'],
    [{ PUBLIC_URL: 'https://ads.example.jp' }, 'PUBLIC_URL is not an address of this machine'],
    [{ DATABASE_URL: 'postgres://a:hush@db/touchpath' }, 'DATABASE_URL names a server on another machine'],
    [
      { DATABASE_URL: 'postgres://a:hush@localhost/touchpath?host=db' },
      'DATABASE_URL names a server on another machine',
    ],
    [{ CLICKHOUSE_URL: 'http://a:hush@columns:8123' }, 'CLICKHOUSE_URL names a server on another machine'],
    [
      {
        DATABASE_URL: 'postgres://a@localhost/b',
        CLICKHOUSE_URL: 'http://localhost:8123',
        CLICKHOUSE_SLICES: 'a=http://localhost,b=http://a:hush@columns',
      },
      'CLICKHOUSE_SLICES names a server on another machine',
    ],
  ])('determine for %j whether others can reach the server', (environment, exposure) => {
    expect(readSettings(environment).exposure).toBe(exposure);
  });

  const wrong: [Record<string, string>, string][] = [
    [{ HOST: '999.1.1.1' }, 'HOST'],
    [{ HOST: 'my host' }, 'HOST'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PORT: '3e3' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ PORT: '三千' }, 'PORT'],
    [{ SEED: 'Demo' }, 'SEED'],
    [{ GRAPHQL_INTROSPECTION: 'yes' }, 'GRAPHQL_INTROSPECTION'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ WEBHOOK_ALLOW_PRIVATE: '2' }, 'WEBHOOK_ALLOW_PRIVATE'],
    [{ PUBLIC_URL: 'ads.example.jp' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://a:hush@ads.example.jp' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://ads.example.jp/?a=1' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://ads.example.jp/#a' }, 'PUBLIC_URL'],
    [{ ERROR_REPORT_URL: 'https://host.example/1' }, 'ERROR_REPORT_URL'],
    [{ ERROR_REPORT_URL: 'host' }, 'ERROR_REPORT_URL'],
    [{ METRICS_TOKEN: 'é秘密é秘密é秘密é秘密é秘密é秘密' }, 'METRICS_TOKEN'],
    [{ METRICS_TOKEN: 'two words that hush' }, 'METRICS_TOKEN'],
    [{ METRICS_TOKEN: 'x'.repeat(15) }, 'METRICS_TOKEN'],
    [{ SMTP_URL: 'mail.example.jp:25' }, 'SMTP_URL'],
    [{ SMTP_URL: 'http://touchpath:hush@mail.example.jp' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://touchpath:hush@[mail' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL'],
    [{ AUDIT_STREAM_URL: 'syslogs:///siem' }, 'AUDIT_STREAM_URL'],
    [{ AUDIT_STREAM_SECRET: 'whsec_hush' }, 'AUDIT_STREAM_SECRET'],
    [{ MAIL_FROM: 'Touchpath' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@example.jp\nBcc: b@example.jp' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'A <a@b> <c@d>' }, 'MAIL_FROM'],
    [{ CLICKHOUSE_MEMORY: '4 GB' }, 'CLICKHOUSE_MEMORY'],
    [{ DATABASE_URL: 'mysql://touchpath:hush@db/touchpath' }, 'DATABASE_URL'],
    [{ CLICKHOUSE_URL: 'tcp://touchpath:hush@db:9000' }, 'CLICKHOUSE_URL'],
  ];
  it.each(wrong)(
    'refuse %o in one line with the name of the variable and no password',
    (environment, name) => {
      const refuse = () => readSettings(environment);
      expect(refuse).toThrow(SettingError);
      expect(refuse).toThrow(new RegExp(`^${name}[^\\n]+\\.$`));
      expect(refuse).not.toThrow(/hush/);
    },
  );

  it('send mails from the public host by default, and into files without a server', () => {
    expect(readSettings({ PUBLIC_URL: 'https://ads.example.jp:8443' })).toMatchObject({
      smtpUrl: null,
      mailFrom: 'Touchpath <no-reply@ads.example.jp>',
    });
    expect(
      readSettings({ SMTP_URL: 'smtps://u:p%40ss@mail.example.jp/', MAIL_FROM: ' 広告 <ads@example.jp> ' }),
    ).toMatchObject({ smtpUrl: 'smtps://u:p%40ss@mail.example.jp', mailFrom: '広告 <ads@example.jp>' });
  });

  it.each([
    ['DATADIR', 'DATA_DIR'],
    ['DATA_DIRR', 'DATA_DIR'],
    ['data_dir', 'DATA_DIR'],
    ['SMPT_URL', 'SMTP_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['AUDIT_STREAM_SECERT', 'AUDIT_STREAM_SECRET'],
    ['UBLIC_URL', 'PUBLIC_URL'],
  ])('name the variable %s as one that has no effect', (written, meant) => {
    expect(findMisspeltSettings({ [written]: 'hush', PATH: '/bin' })).toEqual([
      `The variable ${written} is no setting and has no effect: did you mean ${meant}?`,
    ]);
    // What is set as well belongs to another program.
    expect(findMisspeltSettings({ SMTP_URL: 'smtp://mail.example.jp', SMTP_URI: 'hush' })).toEqual([]);
  });

  it('take variables of other programs for what they are', () => {
    const others = ['POST', 'HOSTS', 'HOSTNAME', 'MACHINE', 'XDG_DATA_DIRS', 'SMTP_PORT', 'MTP_RUL', 'MAIL'];
    expect(findMisspeltSettings(Object.fromEntries(others.map(name => [name, 'x'])))).toEqual([]);
  });

  it('refuse an unknown argument', () => {
    expect(() => readSettings({}, ['--emtpy'])).toThrow(/^Unknown argument --emtpy: [^\n]+$/);
  });
});
