import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import {
  comparableContract,
  differencesOf,
  listDifferences,
  type Answer,
  type Answers,
} from './answers/differences.ts';
import { requestsOf, type Contract, type KnownValues } from './answers/requests.ts';

/**
 * Verifies that a code change leaves answers unchanged: records the answers of the REST server over a demo company byte
 * by byte, with the OpenAPI document and the GraphQL schema, and compares later answers with them.
 *
 *     npm run answers -- record FOLDER     creates the demo company in FOLDER/data and records its answers
 *     npm run answers -- compare FOLDER    requests the answers again and prints the differences
 */

const root = resolve(import.meta.dirname, '..');
const USAGE = 'npm run answers -- record FOLDER, or npm run answers -- compare FOLDER';
const START_TIMEOUT_MS = 300_000;
/** Fixed public URL in tags and links, independent of the port. */
const PUBLIC_URL = 'http://127.0.0.1:3000';

type Ask = (address: string) => Promise<Answer>;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

/** Body of an error answer for comparison: only its codes, since its texts may change. */
const codeOf = (text: string): string => {
  const { code, fields } = JSON.parse(text) as { readonly code: string; readonly fields?: unknown };
  return JSON.stringify({ code, fields });
};

/** Runs the server on `dataDir` while `work` sends requests as the demo's administrator. */
const withProgram = async <Result>(
  dataDir: string,
  seed: 'demo' | 'none',
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      SEED: seed,
      LOG_LEVEL: 'error',
      PUBLIC_URL,
    },
  });
  const ended = once(program, 'exit');
  try {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
      if (program.exitCode !== null || Date.now() > deadline) throw new Error('The program did not start.');
      await sleep(200);
    }
    const signedIn = await fetch(`${url}/api/v1/auth/signin/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ company_id: 'demo', email: 'admin@demo.example', password: 'touchpath-demo' }),
    });
    if (!signedIn.ok) throw new Error(`The demo's administrator cannot sign in: ${await signedIn.text()}`);
    const { access } = (await signedIn.json()) as { access: string };
    return await work(async address => {
      const answer = await fetch(url + address, { headers: { authorization: `Bearer ${access}` } });
      const text = await answer.text();
      return { status: answer.status, text: answer.ok ? text : codeOf(text) };
    });
  } finally {
    program.kill('SIGTERM');
    await ended;
  }
};

interface Page {
  readonly results: readonly Readonly<Record<string, unknown>>[];
}
const columnOf = ({ results }: Page, name: string): readonly string[] => [
  ...new Set(results.map(row => String(row[name]))),
];

/** Reads values of the demo company for request parameters. */
const findKnownValues = async (ask: Ask, contract: Contract, today: string): Promise<KnownValues> => {
  const read = async (address: string): Promise<Page> => JSON.parse((await ask(address)).text) as Page;
  const daysBefore = (days: number): string =>
    new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
  const period = `product_id=1&from=${daysBefore(45)}&to=${daysBefore(1)}`;
  const [conversions, contacts] = await Promise.all([
    read(`/api/v1/logs/conversions/?${period}&limit=20`),
    read(`/api/v1/logs/interactions/?${period}&limit=20`),
  ]);
  const report = JSON.parse((await ask(`/api/v1/analyses/attributions/?${period}`)).text) as {
    readonly rows?: readonly { readonly key: string }[];
    readonly results?: readonly { readonly key: string }[];
  };
  const known: Record<string, readonly string[]> = {
    product_id: ['1'],
    from: [daysBefore(45)],
    to: [daysBefore(1)],
    locale: ['ja'],
    conversion_id: columnOf(conversions, 'conversion_id'),
    visitor_id: columnOf(contacts, 'visitor_id'),
    key: (report.results ?? report.rows ?? []).slice(0, 3).map(({ key }) => key),
    metric: ['cv', 'cv_division', 'amount_division', 'indirect_cv'],
    // Logs of more than 10,000 rows are not sorted.
    'from of /api/v1/logs/interactions/': [daysBefore(5)],
    'from of /api/v1/logs/accesses/': [daysBefore(3)],
    'id of /api/v1/logs/interactions/one/': columnOf(contacts, 'interaction_id').slice(0, 4),
    'id of /api/v1/logs/conversions/one/': columnOf(conversions, 'conversion_id').slice(0, 4),
    'id of /api/v1/logs/trace/': [
      ...columnOf(conversions, 'conversion_id').slice(0, 4),
      ...columnOf(contacts, 'visitor_id').slice(0, 4),
    ],
  };
  for (const path of Object.keys(contract.paths).filter(one => /^\/api\/v1\/\w+\/\{id\}\/$/.test(one))) {
    const answer = await ask(path.replace('{id}/', ''));
    if (answer.status === 200)
      known[`id of ${path}`] = columnOf(JSON.parse(answer.text) as Page, 'id').slice(0, 3);
  }
  known['id of /api/v1/ads/{id}/links/'] = known['id of /api/v1/ads/{id}/'] ?? [];
  return known;
};

const answersOf = (folder: string, requests: readonly string[]): Promise<Answers> =>
  withProgram(join(folder, 'data'), 'none', async ask => {
    const answers: Record<string, Answer> = {};
    for (const request of requests) answers[request] = await ask(request);
    return answers;
  });

const contractsOf = async () => ({
  openapi: comparableContract(await readFile(join(root, 'mesh/openapi.json'), 'utf8')),
  graphql: printSchema(
    lexicographicSortSchema(buildSchema(await readFile(join(root, 'graphql/schema.graphql'), 'utf8'))),
  ).replaceAll(/^ *"""[\s\S]*?"""\n/gm, ''),
});

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const differencesOfContract = (file: string, recorded: string, now: string): readonly string[] =>
  recorded === now ? [] : [`${file}\n${listDifferences(recorded, now)}`];

const record = async (folder: string): Promise<number> => {
  const contract = JSON.parse(await readFile(join(root, 'mesh/openapi.json'), 'utf8')) as Contract;
  const data = join(folder, 'data');
  await mkdir(folder, { recursive: true });
  const requests = await withProgram(data, 'demo', async ask => {
    const today = new Date().toISOString().slice(0, 10);
    return requestsOf(contract, await findKnownValues(ask, contract, today));
  });
  const answers = await answersOf(folder, requests);
  const unstable = differencesOf(answers, await answersOf(folder, requests));
  for (const difference of unstable) print(difference);
  await writeFile(join(folder, 'answers.json'), JSON.stringify({ answers, ...(await contractsOf()) }));
  const refused = Object.entries(answers).filter(([, { status }]) => status !== 200);
  print(
    `${requests.length} answers were recorded, ${refused.length} of them failures; ${unstable.length} differ between two requests.`,
  );
  for (const [request, { status, text }] of refused) print(`  ${status} ${request} ${text.slice(0, 120)}`);
  return unstable.length === 0 ? 0 : 1;
};

const compare = async (folder: string): Promise<number> => {
  const { answers, openapi, graphql } = JSON.parse(await readFile(join(folder, 'answers.json'), 'utf8')) as {
    answers: Answers;
    openapi: string;
    graphql: string;
  };
  const now = await contractsOf();
  const differences = [
    ...differencesOfContract('mesh/openapi.json', comparableContract(openapi), now.openapi),
    ...differencesOfContract('graphql/schema.graphql', graphql, now.graphql),
    ...differencesOf(answers, await answersOf(folder, Object.keys(answers))),
  ];
  for (const difference of differences) print(difference);
  print(
    differences.length === 0
      ? `${Object.keys(answers).length} answers and both contracts are equal.`
      : `${differences.length} differ.`,
  );
  return differences.length === 0 ? 0 : 1;
};

const [command, folder] = process.argv.slice(2);
if (folder === undefined || (command !== 'record' && command !== 'compare')) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  process.exitCode = await (command === 'record' ? record(folder) : compare(folder));
}
