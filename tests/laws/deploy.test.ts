import { DCLinter } from 'dclint';
import { DockerfileParser, type Dockerfile } from 'dockerfile-ast';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { limits } from '../../server/imports/sheet.ts';
import { ROLES } from '../../server/platform/settings.ts';
import { checkManifests, type Manifest } from '../support/check-manifests.ts';
import { checkNginxFile, ensureNginx } from '../support/nginx.ts';

/** The files of `deploy/` fit the program: they name its settings, addresses, scripts and files. */
const textOf = (name: string): string => readFileSync(`deploy/${name}`, 'utf8');

const settings = new Set(
  [...readFileSync('README.md', 'utf8').matchAll(/^\| (`[A-Z`_, ]+`) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/[A-Z_]+/g)].map(([name]) => name),
  ),
);
/** Of Node, not of the program. */
const OF_NODE = new Set(['NODE_ENV']);
const unknownSettings = (names: Iterable<string>): string[] =>
  [...names].filter(name => !settings.has(name) && !OF_NODE.has(name));

const PORT = 3000;
const healthRoutes = readFileSync('server/health/routes.ts', 'utf8');
const isHealthRoute = (path: string): boolean => healthRoutes.includes(`app.get('${path}'`);

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly build?: { readonly context: string; readonly dockerfile: string };
}
interface Composed {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}
const composed = (name: string) => parse(textOf(name), { merge: true }) as Composed;

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Container {
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
  readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}
interface Rule {
  readonly host: string;
  readonly http: {
    readonly paths: readonly {
      readonly path: string;
      readonly backend: { readonly service: { readonly name: string } };
    }[];
  };
}
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly rules: readonly Rule[];
    readonly selector: Readonly<Record<string, unknown>>;
    readonly replicas: number;
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly containers: readonly Container[];
        readonly volumes: readonly { readonly name: string }[];
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: Readonly<Record<string, unknown>>;
      };
    };
    readonly volumeClaimTemplates: readonly { readonly metadata: { readonly name: string } }[];
  };
}

describe('the image', () => {
  const image: Dockerfile = DockerfileParser.parse(textOf('Dockerfile'));
  const allOf = (keyword: string) =>
    image.getInstructions().filter(instruction => instruction.getKeyword() === keyword);
  const { engines, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly engines: { readonly node: string };
    readonly scripts: Readonly<Record<string, string>>;
  };

  test('is made of one release of Node that the program runs on', () => {
    const releases = image.getFROMs().map(from => from.getImage() ?? '');
    expect(new Set(releases).size).toBe(1);
    const [, major, minor] = /^node:(\d+)\.(\d+)\.\d+-/.exec(releases[0] ?? '') ?? [];
    const [, leastMajor, leastMinor] = /^>=(\d+)\.(\d+)$/.exec(engines.node) ?? [];
    expect(Number(major) * 1_000 + Number(minor)).toBeGreaterThanOrEqual(
      Number(leastMajor) * 1_000 + Number(leastMinor),
    );
  });

  test('is built by scripts and files of the repository, and runs the script of npm start', () => {
    const ran = allOf('RUN').flatMap(one => [
      ...(one.getArgumentsContent() ?? '').matchAll(/npm run ([\w-]+)/g),
    ]);
    expect(ran.map(([, name]) => name)).toEqual(['build']);
    for (const [, name = ''] of ran) expect(scripts).toHaveProperty(name);
    const [command] = image.getCMDs();
    const file = command?.getJSONStrings().at(-1)?.getJSONValue() ?? '';
    expect(scripts['start']).toBe(`exec node ${file}`);
    const copied = image
      .getCOPYs()
      .filter(copy => copy.getFlags().length === 0)
      .flatMap(copy => copy.getArguments().slice(0, -1))
      .map(argument => argument.getValue());
    expect(copied.filter(path => !existsSync(path))).toEqual([]);
  });

  test('runs without the rights of root, without the demo, and with the settings of the README', () => {
    const last = (keyword: string) => allOf(keyword).at(-1)?.getArgumentsContent();
    expect(last('USER')).toBe('node');
    const environment = Object.fromEntries(
      image
        .getENVs()
        .flatMap(env => env.getProperties().map(one => [one.getName(), one.getValue() ?? ''] as const)),
    );
    expect(unknownSettings(Object.keys(environment))).toEqual([]);
    expect(environment).toMatchObject({ SEED: 'none', HOST: '0.0.0.0', NODE_ENV: 'production' });
    expect(last('VOLUME')).toBe(environment['DATA_DIR']);
    expect(last('EXPOSE')).toBe(String(PORT));
    const [, address = ''] = /127\.0\.0\.1:3000(\/[\w/]+)/.exec(textOf('Dockerfile')) ?? [];
    expect(isHealthRoute(address)).toBe(true);
  });
});

/** What the schema of compose says of files. The linter's rules of style say other things. */
const composeFaults = (files: readonly string[]): readonly string[] =>
  new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] })
    .lintFiles([...files], false)
    .flatMap(({ filePath, messages }) =>
      messages
        .filter(({ rule }) => ['invalid-schema', 'invalid-yaml', 'unknown-error'].includes(rule))
        .map(({ message }) => `${basename(filePath)}: ${message}`),
    );

test('compose knows every field of its files', async () => {
  const names = readdirSync('deploy').filter(name => name.startsWith('compose.'));
  expect(names).toHaveLength(4);
  expect(composeFaults(names.map(name => join('deploy', name)))).toEqual([]);
  const text = textOf('compose.yaml');
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-compose-'));
  try {
    for (const [right, wrong] of [
      ['read_only', 'readonly'],
      ['nofile: 65536', 'nofile: [65536]'],
    ] as const) {
      expect(text).toContain(right);
      const file = join(folder, 'compose.yaml');
      await writeFile(file, text.replace(right, wrong));
      expect([wrong, composeFaults([file])]).toEqual([
        wrong,
        [expect.stringContaining('ComposeValidationError')],
      ]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('compose', () => {
  const [base, servers] = [composed('compose.yaml'), composed('compose.servers.yaml')];
  const slices = composed('compose.slices.yaml');
  const both = [base, servers, composed('compose.several.yaml'), slices];
  const environmentOf = ({ services }: Composed, name: string) => services[name]?.environment ?? {};

  test('runs the image, which may write to its volume and /tmp only, with settings of the README', () => {
    for (const file of both)
      expect(unknownSettings(Object.keys(environmentOf(file, 'touchpath')))).toEqual([]);
    expect(base.services['touchpath']).toMatchObject({
      build: { context: '..', dockerfile: 'deploy/Dockerfile' },
      read_only: true,
      tmpfs: ['/tmp'],
      environment: { TRUST_PROXY: '1' },
    });
  });

  test('mounts every volume that it declares, and no other', () => {
    for (const { services, volumes } of both) {
      const mounted = Object.values(services).flatMap(service => service.volumes ?? []);
      const named = mounted.map(one => one.slice(0, one.indexOf(':'))).filter(name => !name.startsWith('.'));
      expect([...new Set(named)].toSorted()).toEqual(Object.keys(volumes).toSorted());
    }
  });

  test('leads the program to the stores of the same file', () => {
    const addressOf = (setting: string) =>
      new URL((environmentOf(servers, 'touchpath')[setting] ?? '').replace(/\$\{.*?\}/, 'password'));
    const postgres = environmentOf(servers, 'postgres');
    expect(addressOf('DATABASE_URL')).toMatchObject({
      hostname: 'postgres',
      username: postgres['POSTGRES_USER'],
      pathname: `/${postgres['POSTGRES_DB']}`,
    });
    const clickhouse = environmentOf(servers, 'clickhouse');
    expect(addressOf('CLICKHOUSE_URL')).toMatchObject({
      host: 'clickhouse:8123',
      username: clickhouse['CLICKHOUSE_USER'],
      pathname: `/${clickhouse['CLICKHOUSE_DB']}`,
    });
  });

  test('leads nginx to the port of the program', () => {
    expect(textOf('nginx.conf')).toContain(`server touchpath:${PORT};`);
  });

  test('runs each role with the same stores and keys, and nginx leads their addresses to collectors', () => {
    const several = composed('compose.several.yaml');
    const { touchpath, ...others } = several.services;
    const processes = Object.entries(others).filter(
      ([, service]) => service.environment?.['ROLE'] !== undefined,
    );
    const roles = processes.map(([name, { environment }]) => [name, environment?.['ROLE']]);
    expect(roles).toEqual([
      ['collector-1', 'collector'],
      ['collector-2', 'collector'],
      ['jobs', 'jobs'],
      ['deriver', 'deriver'],
    ]);
    expect(touchpath?.environment?.['ROLE']).toBe('api');
    const textWithoutHint = (text = '') => text.replaceAll(/:\?[^}]*/g, '');
    for (const [name, { environment = {}, volumes = [], read_only }] of processes) {
      expect(unknownSettings(Object.keys(environment))).toEqual([]);
      for (const setting of ['DATABASE_URL', 'CLICKHOUSE_URL', 'TRUST_PROXY', 'PUBLIC_URL'])
        expect(textWithoutHint(environment[setting])).toBe(
          textWithoutHint(
            { ...environmentOf(base, 'touchpath'), ...environmentOf(servers, 'touchpath') }[setting],
          ),
        );
      expect(environment['SECRETS_FILE']).toBe(touchpath?.environment?.['SECRETS_FILE']);
      expect([volumes, read_only]).toEqual([[`${name}:/data`, 'keys:/keys'], true]);
      expect(textOf('nginx.several.conf').includes(`server ${name}:${PORT} `)).toBe(
        environment['ROLE'] === 'collector',
      );
    }
    expect(touchpath?.volumes).toEqual(['keys:/keys']);
    const routes = readFileSync('docs/collector.md', 'utf8');
    // What must not be sent twice has a location of its own, also for the collector that follows after a 503.
    const nginx = textOf('nginx.several.conf');
    const repeatsOf = (text: string) => /proxy_next_upstream (\w+);/.exec(text)?.[1];
    const named = new Map(
      [...nginx.matchAll(/location @(\w+) \{[^}]*/g)].map(([text, name = '']) => [name, repeatsOf(text)]),
    );
    const locations = [...nginx.matchAll(/location ~ \^\/\(\?:([\w|]+)\)[^}]*/g)];
    const next = locations.map(([text]) => /error_page 503 = @(\w+);/.exec(text)?.[1] ?? '');
    expect(locations.map(([text, paths], n) => [paths, repeatsOf(text), named.get(next[n] ?? '')])).toEqual([
      ['r|t|e', 'error', 'error'],
      ['i|cv', 'off', 'off'],
    ]);
    const [collectors, nextCollectors] = ['collectors', 'next_collectors'].map(name => {
      const upstream = new RegExp(String.raw`upstream ${name} \{[^}]*`).exec(nginx)?.[0] ?? '';
      expect(upstream).toContain('hash $remote_addr;');
      return [...upstream.matchAll(/server (.*);/g)].map(([, server]) => server);
    });
    // With the same hash, the next collector of a visitor is never its own.
    expect(nextCollectors).toEqual([...collectors!.slice(1), collectors![0]]);
    for (const [, paths = ''] of locations)
      for (const path of paths.split('|')) expect(routes).toContain(`/${path}`);
  });
});

describe('compose, several slices', () => {
  const slices = composed('compose.slices.yaml');
  const { touchpath, ...others } = composed('compose.several.yaml').services;
  const processes = [
    'touchpath',
    ...Object.entries(others).flatMap(([name, service]) => (service.environment?.['ROLE'] ? [name] : [])),
  ];

  test('are known to every process, by the address of the proxy of their replicas', () => {
    expect(touchpath).toBeDefined();
    const environments = processes.map(name => slices.services[name]?.environment ?? {});
    for (const environment of environments) {
      expect(unknownSettings(Object.keys(environment))).toEqual([]);
      expect(environment).toEqual(environments[0]);
    }
    const [name, url = ''] = (environments[0]!['CLICKHOUSE_SLICES'] ?? '').split('=');
    expect(name).toBe('east');
    const address = new URL(url.replace(/\$\{.*?\}/, 'password'));
    expect([address.host, address.pathname]).toEqual(['clickhouse-east:8123', '/touchpath']);
    const proxy = slices.services['clickhouse-east']?.volumes?.[0] ?? '';
    expect(proxy).toContain('./nginx.clickhouse.conf:');
    expect(textOf('nginx.clickhouse.conf')).toContain(`listen ${address.port};`);
  });

  interface Cluster {
    readonly zookeeper: { readonly node: { readonly host: string; readonly port: number } };
    readonly macros: { readonly shard: string };
    readonly remote_servers: Readonly<
      Record<string, { readonly shard: { readonly replica: readonly { readonly host: string }[] } }>
    >;
  }
  const read = (name: string) => parse(textOf(`clickhouse/${name}.yaml`)) as Cluster;

  test('are clusters of the name in CLICKHOUSE_CLUSTER, with a shard each, of the servers that run', () => {
    const name = slices.services['touchpath']?.environment?.['CLICKHOUSE_CLUSTER'] ?? '';
    const hostsOf = (file: string) => {
      const { [name]: cluster } = read(file).remote_servers;
      return cluster?.shard.replica.map(({ host }) => host);
    };
    const [one, two] = [hostsOf('cluster-default'), hostsOf('cluster-east')];
    expect([one, two]).toEqual([['clickhouse'], ['clickhouse-east-1', 'clickhouse-east-2']]);
    for (const host of two ?? []) {
      const { environment, volumes } = slices.services[host]!;
      expect(environment?.['REPLICA']).toBe(host);
      expect(volumes).toContain(
        './clickhouse/cluster-east.yaml:/etc/clickhouse-server/config.d/cluster.yaml:ro',
      );
      expect(textOf('nginx.clickhouse.conf')).toContain(`server ${host}:8123`);
    }
    expect(['cluster-default', 'cluster-east'].map(file => read(file).macros.shard)).toEqual([
      'default',
      'east',
    ]);
    const keeper = parse(textOf('clickhouse/keeper.yaml')) as {
      readonly keeper_server: { readonly tcp_port: number };
    };
    for (const file of ['cluster-default', 'cluster-east'])
      expect(read(file).zookeeper.node).toEqual({
        host: 'keeper',
        port: keeper.keeper_server.tcp_port,
      });
    expect(Object.keys(slices.services)).toContain('keeper');
  });
});

/** Bytes of a size in the notation of nginx, such as `32m`. */
const bytesOf = (size = ''): number => {
  const [, number, unit = ''] = /^(\d+)([km]?)$/.exec(size) ?? [];
  return Number(number) * ({ k: 1024, m: 1024 * 1024 }[unit] ?? 1);
};

test('every proxy passes on the largest file that can be imported', () => {
  const sizes = ['nginx.conf', 'nginx.several.conf'].map(
    file => /client_max_body_size (\w+);/.exec(textOf(file))?.[1],
  );
  const api = parseAllDocuments(textOf('kubernetes.several.yaml'))
    .map(document => document.toJS() as Resource)
    .find(({ kind, metadata }) => kind === 'Ingress' && metadata.name === 'touchpath');
  sizes.push(api?.metadata.annotations?.['nginx.ingress.kubernetes.io/proxy-body-size']);
  for (const size of sizes) expect(bytesOf(size)).toBeGreaterThan(limits.bytes);
});

/** The long form installs Debian's package. */
const nginx = ensureNginx();
test.runIf(nginx !== null)('nginx accepts its files', async () => {
  await expect(checkNginxFile(nginx ?? '', 'nginx.conf', [`touchpath:${PORT}`])).resolves.toBeUndefined();
  await expect(
    checkNginxFile(nginx ?? '', 'nginx.several.conf', [
      `touchpath:${PORT}`,
      `collector-1:${PORT}`,
      `collector-2:${PORT}`,
    ]),
  ).resolves.toBeUndefined();
  await expect(
    checkNginxFile(nginx ?? '', 'nginx.clickhouse.conf', [
      'clickhouse-east-1:8123',
      'clickhouse-east-2:8123',
    ]),
  ).resolves.toBeUndefined();
});

test('Kubernetes knows every field of its files', async () => {
  const read = (name: string) => parseAllDocuments(textOf(name)).map(document => document.toJS() as Manifest);
  const [one, several] = [read('kubernetes.yaml'), read('kubernetes.several.yaml')];
  const misspelt = [
    ['containerPort', 'containerport'],
    ['readOnlyRootFilesystem', 'readonlyRootFilesystem'],
    ['periodSeconds', 'periodSecond'],
    ['"StatefulSet"', '"Statefulset"'],
    ['"replicas":1', '"replicas":"1"'],
  ] as const;
  const planted = misspelt.map(([right, wrong]) => {
    const text = JSON.stringify(one);
    expect(text).toContain(right);
    return JSON.parse(text.replace(right, wrong)) as Manifest[];
  });
  const faults = await checkManifests({
    one,
    several,
    ...Object.fromEntries(planted.map((manifests, n) => [`planted${n}`, manifests])),
  });
  const isPlanted = (fault: string) => fault.startsWith('planted');
  expect(faults.filter(fault => !isPlanted(fault))).toEqual([]);
  const found = new Set(faults.filter(isPlanted).map(fault => fault.slice(0, fault.indexOf('.'))));
  expect([...found].toSorted()).toEqual(planted.map((_, n) => `planted${n}`));
});

describe('Kubernetes', () => {
  const documents = parseAllDocuments(textOf('kubernetes.yaml'));
  const resources = documents.map(document => document.toJS() as Resource);
  const set = resources.find(({ kind }) => kind === 'StatefulSet')!;
  const [container] = set.spec.template.spec.containers;

  test('runs one pod, whose probes ask addresses of the program', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    expect(resources.map(({ kind }) => kind)).toEqual(['Service', 'StatefulSet']);
    expect(set.spec.replicas).toBe(1);
    expect(unknownSettings(container!.env.map(({ name }) => name))).toEqual([]);
    expect(container!.ports).toEqual([{ name: 'http', containerPort: PORT }]);
    const { startupProbe, livenessProbe, readinessProbe } = container!;
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
      expect([httpGet.port, isHealthRoute(httpGet.path)]).toEqual(['http', true]);
    expect(readinessProbe.httpGet.path).toBe('/readyz/collector');
  });

  test('mounts a volume where the program stores, and every volume exists', () => {
    const dataDir = container!.env.find(({ name }) => name === 'DATA_DIR')!.value;
    expect(container!.volumeMounts.find(({ name }) => name === 'data')!.mountPath).toBe(
      dataDir.slice(0, dataDir.lastIndexOf('/')),
    );
    expect(container!.securityContext.readOnlyRootFilesystem).toBe(true);
    expect(container!.volumeMounts.map(({ name }) => name).toSorted()).toEqual(
      [
        ...set.spec.template.spec.volumes.map(({ name }) => name),
        ...set.spec.volumeClaimTemplates.map(({ metadata }) => metadata.name),
      ].toSorted(),
    );
  });
});

describe('Kubernetes, several pods', () => {
  const documents = parseAllDocuments(textOf('kubernetes.several.yaml'));
  const resources = documents.map(document => document.toJS() as Resource);
  const ofKind = (name: string) => resources.filter(({ kind }) => kind === name);
  const sets = ofKind('StatefulSet');
  const containerOf = (set: Resource): Container => set.spec.template.spec.containers[0]!;
  const environmentOf = (set: Resource) =>
    Object.fromEntries(containerOf(set).env.map(({ name, value }) => [name, value]));

  test('runs each role in pods of its own, with the same keys', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    const roles = sets.map(set => [environmentOf(set)['ROLE'], set.spec.replicas]);
    expect(roles).toEqual([
      ['api', 2],
      ['jobs', 1],
      ['deriver', 1],
      ['collector', 2],
    ]);
    expect(roles.map(([role]) => role).toSorted()).toEqual([...ROLES].toSorted());
    const [first, ...others] = sets.map(set => {
      const { ROLE: _role, ...shared } = environmentOf(set);
      expect(unknownSettings(Object.keys(shared))).toEqual([]);
      return shared;
    });
    for (const other of others) expect(other).toEqual(first);
  });

  test('stops pods with time to load their journals, as users without rights', () => {
    for (const set of sets) {
      const { terminationGracePeriodSeconds, securityContext } = set.spec.template.spec;
      expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(30);
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(containerOf(set).securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  test('sends requests to pods that can answer them, and shows by the others whether the stores can be reached', () => {
    expect(
      sets.map(set => [environmentOf(set)['ROLE'], containerOf(set).readinessProbe.httpGet.path]),
    ).toEqual([
      ['api', '/readyz/collector'],
      ['jobs', '/readyz'],
      ['deriver', '/readyz'],
      ['collector', '/readyz/collector'],
    ]);
  });

  test('stops pods that get requests only after the services no longer send them any', () => {
    const waiting = sets.filter(
      set => containerOf(set).lifecycle?.preStop.exec.command.join(' ') === 'sleep 5',
    );
    expect(waiting.map(set => environmentOf(set)['ROLE'])).toEqual(['api', 'collector']);
  });

  test('asks addresses of the program, which may write to its volumes only', () => {
    for (const set of sets) {
      const container = containerOf(set);
      expect(container.ports).toEqual([{ name: 'http', containerPort: PORT }]);
      const { startupProbe, livenessProbe, readinessProbe } = container;
      for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
        expect([httpGet.port, isHealthRoute(httpGet.path)]).toEqual(['http', true]);
      expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
      const { SECRETS_FILE: keys = '', DATA_DIR: data = '' } = environmentOf(set);
      const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
      const mounted = new Map(container.volumeMounts.map(({ name, mountPath }) => [name, mountPath]));
      expect([mounted.get('keys'), mounted.get('data')]).toEqual([folderOf(keys), folderOf(data)]);
      expect([...mounted.keys()].toSorted()).toEqual(
        [
          ...set.spec.template.spec.volumes.map(({ name }) => name),
          ...set.spec.volumeClaimTemplates.map(({ metadata }) => metadata.name),
        ].toSorted(),
      );
    }
  });

  test('leads the addresses of events to the collectors, those that count once without a second attempt', () => {
    const services = new Map(ofKind('Service').map(({ metadata, spec }) => [metadata.name, spec.selector]));
    for (const set of sets)
      expect(services.get(set.metadata.name)).toEqual(set.spec.template.metadata.labels);
    const led = ofKind('Ingress').map(({ metadata, spec }) => [
      metadata.annotations?.['nginx.ingress.kubernetes.io/proxy-next-upstream'] ?? null,
      ...spec.rules.flatMap(({ http }) =>
        http.paths.map(({ path, backend }) => [path, backend.service.name]),
      ),
    ]);
    expect(led).toEqual([
      [null, ['/', 'touchpath']],
      ['error', ...['/r', '/t', '/e'].map(path => [path, 'touchpath-collector'])],
      ['off', ...['/i', '/cv'].map(path => [path, 'touchpath-collector'])],
    ]);
    const { PUBLIC_URL: address = '' } = environmentOf(sets[0]!);
    expect(new Set(ofKind('Ingress').flatMap(({ spec }) => spec.rules.map(({ host }) => host)))).toEqual(
      new Set([new URL(address).host]),
    );
  });
});

describe('systemd', () => {
  const UNITS = ['touchpath.service', 'touchpath@.service'];
  const valueOf = (unit: string, key: string) =>
    textOf(unit)
      .split('\n')
      .find(line => line.startsWith(`${key}=`))
      ?.slice(key.length + 1) ?? '';

  test.each(UNITS)('%s starts the script of npm start, with settings of the README', unit => {
    expect(existsSync(valueOf(unit, 'ExecStart').split(' ').at(-1)!)).toBe(true);
    const environment = valueOf(unit, 'Environment');
    expect(unknownSettings(environment.split(' ').map(one => one.split('=')[0]!))).toEqual([]);
    expect(environment).toContain(`DATA_DIR=/var/lib/${valueOf(unit, 'StateDirectory')}`);
  });

  test('runs a role as it runs the program, apart from its role and its folder', () => {
    const [program, role] = UNITS.map(unit =>
      textOf(unit)
        .split('\n')
        .filter(line => !line.startsWith('#')),
    );
    const ofRole = role!.map(line => line.replace(/ \(%i\)| ROLE=%i|-%i/g, ''));
    expect(ofRole.filter(line => line !== 'EnvironmentFile=-/etc/touchpath.env')).toEqual(program);
    expect(valueOf(UNITS[1]!, 'Environment')).toContain('ROLE=%i');
  });

  // Units must be named as they are installed, and the paths that they start must exist.
  test.runIf(existsSync('/usr/bin/systemd-analyze'))('systemd accepts its units', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'touchpath-units-'));
    try {
      for (const unit of UNITS) {
        const name = unit.replace('@.', '@collector.');
        await writeFile(
          join(folder, name),
          textOf(unit).replaceAll('/usr/bin/node', process.execPath).replaceAll('=touchpath\n', '=root\n'),
        );
        const { status, stderr } = spawnSync('/usr/bin/systemd-analyze', [
          'verify',
          '--man=no',
          join(folder, name),
        ]);
        const own = String(stderr)
          .split('\n')
          .filter(line => line.includes('touchpath'));
        expect([unit, status, own]).toEqual([unit, 0, []]);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
