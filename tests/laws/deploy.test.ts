import { DockerfileParser, type Dockerfile } from 'dockerfile-ast';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

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

describe('compose', () => {
  const [base, servers] = [composed('compose.yaml'), composed('compose.servers.yaml')];
  const both = [base, servers, composed('compose.several.yaml')];
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

  test('runs collectors that share stores and keys, and to which nginx leads their addresses', () => {
    const several = composed('compose.several.yaml');
    const { touchpath, ...others } = several.services;
    const collectors = Object.entries(others).filter(
      ([, service]) => service.environment?.['ROLE'] !== undefined,
    );
    expect(collectors.map(([, { environment }]) => environment?.['ROLE'])).toEqual([
      'collector',
      'collector',
    ]);
    expect(touchpath?.environment?.['ROLE']).toBe('api,worker');
    const textWithoutHint = (text = '') => text.replaceAll(/:\?[^}]*/g, '');
    for (const [name, { environment = {}, volumes = [], read_only }] of collectors) {
      expect(unknownSettings(Object.keys(environment))).toEqual([]);
      for (const setting of ['DATABASE_URL', 'CLICKHOUSE_URL', 'TRUST_PROXY', 'PUBLIC_URL'])
        expect(textWithoutHint(environment[setting])).toBe(
          textWithoutHint(
            { ...environmentOf(base, 'touchpath'), ...environmentOf(servers, 'touchpath') }[setting],
          ),
        );
      expect(environment['SECRETS_FILE']).toBe(touchpath?.environment?.['SECRETS_FILE']);
      expect([volumes, read_only]).toEqual([[`${name}:/data`, 'keys:/keys'], true]);
      expect(textOf('nginx.several.conf')).toContain(`server ${name}:${PORT} `);
    }
    expect(touchpath?.volumes).toEqual(['keys:/keys']);
    const routes = readFileSync('docs/collector.md', 'utf8');
    // What must not be sent twice has a location of its own.
    const locations = [...textOf('nginx.several.conf').matchAll(/location ~ \^\/\(\?:([\w|]+)\)[^}]*/g)];
    expect(locations.map(([text, paths]) => [paths, /proxy_next_upstream (\w+);/.exec(text)?.[1]])).toEqual([
      ['r|t|e', 'error'],
      ['i|cv', 'off'],
    ]);
    for (const [, paths = ''] of locations)
      for (const path of paths.split('|')) expect(routes).toContain(`/${path}`);
  });
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

  test('runs collectors beside one pod for everything else, with the same keys', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    const roles = sets.map(set => [environmentOf(set)['ROLE'], set.spec.replicas]);
    expect(roles).toEqual([
      ['api,worker', 1],
      ['collector', 2],
    ]);
    const [console, collectors] = sets.map(set => {
      const { ROLE: _role, ...shared } = environmentOf(set);
      expect(unknownSettings(Object.keys(shared))).toEqual([]);
      return shared;
    });
    expect(collectors).toEqual(console);
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

test('systemd starts the script of npm start, with settings of the README', () => {
  const lines = textOf('touchpath.service').split('\n');
  const valueOf = (key: string) =>
    lines.find(line => line.startsWith(`${key}=`))?.slice(key.length + 1) ?? '';
  expect(existsSync(valueOf('ExecStart').split(' ').at(-1)!)).toBe(true);
  expect(
    unknownSettings(
      valueOf('Environment')
        .split(' ')
        .map(one => one.split('=')[0]!),
    ),
  ).toEqual([]);
  expect(valueOf('Environment')).toContain(`DATA_DIR=/var/lib/${valueOf('StateDirectory')}`);
});
