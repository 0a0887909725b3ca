import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import autocannon from 'autocannon';
import { openLoop } from './open-loop.ts';
import { median, type Row } from './table.ts';

interface Address { readonly url: string; readonly product: number; readonly redirect: number }

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const ROUNDS = 3;
const SECONDS = 5;
const RATE = 5000;

const start = async (which: 'ours' | 'bare') => {
  const child = fork(resolve(import.meta.dirname, 'collector-server.ts'), [which], { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [address] = await once(child, 'message') as [Address];
  return {
    address,
    stop: async () => {
      child.send('stop');
      await once(child, 'exit');
    },
  };
};

const bodyOf = (product: number) =>
  JSON.stringify({ p: product, t: 'view', u: 'https://shop.example/products/12345?utm_source=mail', r: 'https://shop.example/', v: '1234567890123456789', x: '' });

/** Requests a second under load from this process, which does nothing else; wrong answers end the benchmark. */
const load = async ({ url, product, redirect }: Address, path: 'e' | 'r', expected: number): Promise<number> => {
  const result = await autocannon({
    url: path === 'e' ? `${url}/e` : `${url}/r/${redirect}?a_xclid=network-click-1&a_ses=session`, connections: 256, duration: SECONDS,
    headers: { 'user-agent': CHROME, origin: 'https://shop.example', ...(path === 'e' ? { 'content-type': 'text/plain;charset=UTF-8' } : {}) },
    ...(path === 'e' ? { method: 'POST', body: bodyOf(product) } : { method: 'GET' }),
  });
  const right = result.statusCodeStats?.[expected]?.count ?? 0;
  if (right === 0 || right !== result.requests.total) throw new Error(`/${path} answered other than ${expected}: ${JSON.stringify(result.statusCodeStats)}`);
  return result.requests.average;
};

/** Durable events a second and redirects a second against a bare Fastify that answers the same bytes, in turns; and how long an event waits for its answer at 5,000 a second. */
export const benchCollector = async (): Promise<Row[]> => {
  const [ours, bare] = [await start('ours'), await start('bare')];
  try {
    const rows: Row[] = [];
    for (const [path, status, name] of [['e', 204, 'POST /e, durable page views a second'], ['r', 302, 'GET /r/, durable redirects a second']] as const) {
      const figures = { ours: [] as number[], bare: [] as number[] };
      for (let round = 0; round <= ROUNDS; round++) {
        const pair = [await load(ours.address, path, status), await load(bare.address, path, status)] as const;
        if (round === 0) continue; // the first pair warms up
        figures.ours.push(pair[0]);
        figures.bare.push(pair[1]);
      }
      const [mine, reference] = [median(figures.ours), median(figures.bare)];
      rows.push({ name, ours: mine.toFixed(0), reference: `${reference.toFixed(0)} bare Fastify`, ratio: (mine / reference).toFixed(2), goal: '≥ 0.5' });
    }
    const request = ({ url, product }: Address) => {
      const body = bodyOf(product);
      return `POST /e HTTP/1.1\r\nHost: ${new URL(url).host}\r\nUser-Agent: ${CHROME}\r\nOrigin: https://shop.example\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    };
    const [mine, reference] = [await openLoop(ours.address.url, request(ours.address), RATE, 10), await openLoop(bare.address.url, request(bare.address), RATE, 10)];
    if (mine.refused + reference.refused > 0 || mine.answered < RATE * 10) throw new Error(`${mine.refused} events were refused, ${mine.answered} answered`);
    const shown = (value: number) => `${value.toFixed(1)} ms`;
    rows.push(
      { name: 'POST /e at 5,000 a second, answered after, p50', ours: shown(mine.p50), reference: `${shown(reference.p50)} bare Fastify`, ratio: (mine.p50 / reference.p50).toFixed(1), goal: '< 10 ms' },
      { name: 'POST /e at 5,000 a second, answered after, p99', ours: shown(mine.p99), reference: `${shown(reference.p99)} bare Fastify`, ratio: (mine.p99 / reference.p99).toFixed(1), goal: '–' },
    );
    return rows;
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
};
