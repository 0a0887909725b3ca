import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import autocannon from 'autocannon';
import { SERVER_FLAGS } from '../scripts/server-flags.mjs';
import { openLoop } from './open-loop.ts';
import { median, type Row } from './table.ts';

interface Address {
  readonly url: string;
  readonly product: number;
  readonly redirect: number;
}

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const ROUNDS = 3;
const SECONDS = 5;
const RATE = 5000;

const start = async (which: 'ours' | 'bare') => {
  const child = fork(resolve(import.meta.dirname, 'collector-server.ts'), [which], {
    execArgv: [...SERVER_FLAGS, '--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [address] = (await once(child, 'message')) as [Address];
  return {
    address,
    /** CPU time of the server so far in µs, over all its threads. */
    cpu: async () => {
      child.send('cpu');
      const [used] = (await once(child, 'message')) as [number];
      return used;
    },
    stop: async () => {
      child.send('stop');
      await once(child, 'exit');
    },
  };
};

const bodyOf = (product: number) =>
  JSON.stringify({
    p: product,
    t: 'view',
    u: 'https://shop.example/products/12345?utm_source=mail',
    r: 'https://shop.example/',
    v: '1234567890123456789',
    x: '',
  });

type Server = Awaited<ReturnType<typeof start>>;

/** Measures requests per second under load from this separate process, and their CPU cost. @throws on a wrong answer */
const load = async (
  { address: { url, product, redirect }, cpu }: Server,
  path: 'e' | 'r',
  expected: number,
): Promise<{ rate: number; cost: number }> => {
  const before = await cpu();
  const result = await autocannon({
    url: path === 'e' ? `${url}/e` : `${url}/r/${redirect}?a_xclid=network-click-1&a_ses=session`,
    connections: 256,
    duration: SECONDS,
    headers: {
      'user-agent': CHROME,
      origin: 'https://shop.example',
      ...(path === 'e' ? { 'content-type': 'text/plain;charset=UTF-8' } : {}),
    },
    ...(path === 'e' ? { method: 'POST', body: bodyOf(product) } : { method: 'GET' }),
  });
  const right = result.statusCodeStats?.[expected]?.count ?? 0;
  if (right === 0 || right !== result.requests.total)
    throw new Error(`/${path} did not answer ${expected} only: ${JSON.stringify(result.statusCodeStats)}`);
  return { rate: result.requests.average, cost: ((await cpu()) - before) / result.requests.total };
};

/** The two servers to compare. */
interface Servers {
  readonly ours: Server;
  readonly bare: Server;
}

/** Loads: path, status of a correct answer, name in the table, and goal of the ratio. */
const LOADS = [
  ['e', 204, 'POST /e, durable page views', 0.6],
  ['r', 302, 'GET /r/, durable redirects', 0.55],
] as const;

const measureLoad = async (
  { ours, bare }: Servers,
  [path, status, name, goal]: (typeof LOADS)[number],
): Promise<readonly Row[]> => {
  const pairs: { ours: Awaited<ReturnType<typeof load>>; bare: Awaited<ReturnType<typeof load>> }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const pair = { ours: await load(ours, path, status), bare: await load(bare, path, status) };
    if (round > 0) pairs.push(pair); // the first pair warms up
  }
  const of = (whose: 'ours' | 'bare', what: 'rate' | 'cost') => median(pairs.map(pair => pair[whose][what]));
  // The ratio is computed per round: other load on the machine varies between rounds, hardly within one.
  const ratio = median(pairs.map(pair => pair.ours.rate / pair.bare.rate));
  return [
    {
      name: `${name}, requests/s`,
      ours: of('ours', 'rate').toFixed(0),
      reference: `${of('bare', 'rate').toFixed(0)} bare Fastify`,
      ratio: ratio.toFixed(2),
      goal: `≥ ${goal}`,
    },
    {
      name: `${name}, CPU per request`,
      ours: `${of('ours', 'cost').toFixed(1)} µs`,
      reference: `${of('bare', 'cost').toFixed(1)} µs bare Fastify`,
      ratio: (of('ours', 'cost') / of('bare', 'cost')).toFixed(2),
      goal: '–',
    },
  ];
};

const pageView = ({ url, product }: Address): string => {
  const body = bodyOf(product);
  return `POST /e HTTP/1.1\r\nHost: ${new URL(url).host}\r\nUser-Agent: ${CHROME}\r\nOrigin: https://shop.example\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};

const measureLatency = async ({ ours, bare }: Servers): Promise<readonly Row[]> => {
  const [mine, reference] = [
    await openLoop(ours.address.url, pageView(ours.address), RATE, 10),
    await openLoop(bare.address.url, pageView(bare.address), RATE, 10),
  ];
  if (mine.refused + reference.refused > 0 || mine.answered < RATE * 10)
    throw new Error(`${mine.refused} events were refused, ${mine.answered} answered`);
  const row = (share: 'p50' | 'p99', goal: string): Row => ({
    name: `POST /e at 5,000 requests/s, latency, ${share}`,
    ours: `${mine[share].toFixed(1)} ms`,
    reference: `${reference[share].toFixed(1)} ms bare Fastify`,
    ratio: (mine[share] / reference[share]).toFixed(1),
    goal,
  });
  return [row('p50', '< 10 ms'), row('p99', '≤ 25 ms')];
};

/**
 * Durable events and redirects per second compared with a bare Fastify server with equal answers, in alternating
 * rounds; and the latency of an event at 5,000 per second.
 */
export const benchCollector = async (): Promise<Row[]> => {
  const servers = { ours: await start('ours'), bare: await start('bare') };
  try {
    const rows: Row[] = [];
    for (const one of LOADS) rows.push(...(await measureLoad(servers, one)));
    rows.push(...(await measureLatency(servers)));
    return rows;
  } finally {
    await Promise.all([servers.ours.stop(), servers.bare.stop()]);
  }
};
