import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SERVER_FLAGS } from '../scripts/server-flags.mjs';
import type { Publication, ServerState } from './derivation-server.ts';
import { ms } from './measure.ts';
import { percentile, type Row } from './table.ts';

/**
 * Cost of keeping rollups current, by the rate of clicks: processor time of the engine and of Node, statements,
 * the time from a click to its rollups, and the latency of redirects meanwhile. Of a product whose report was
 * opened, and of one whose reports nobody opens.
 */
const SIZE = 100_000;
/** Interval in ms of opening a report of a watched product. */
const REPORT_INTERVAL_MS = 20_000;
/** Longest wait in ms for the last clicks of a run to be derived. */
const SETTLE_MS = 90_000;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const GOALS: Readonly<Record<number, string>> = {
  1: '<= 0.05 engine',
  10: '<= 0.10 engine',
  184: '<= 0.35 engine',
};

const startServer = async () => {
  const child = fork(resolve(import.meta.dirname, 'derivation-server.ts'), [String(SIZE)], {
    execArgv: [...SERVER_FLAGS, '--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [address] = (await once(child, 'message')) as [{ readonly url: string; readonly link: number }];
  let turn: Promise<unknown> = Promise.resolve();
  const ask = <Answer>(what: 'state' | 'report'): Promise<Answer> => {
    const answer = turn.then(async () => {
      child.send(what);
      return ((await once(child, 'message')) as [Answer])[0];
    });
    turn = answer;
    return answer;
  };
  return {
    clickUrl: `${address.url}/r/${address.link}`,
    state: () => ask<ServerState>('state'),
    openReport: () => ask<string>('report'),
    stop: async () => {
      child.send('stop');
      await once(child, 'exit');
    },
  };
};
type Server = Awaited<ReturnType<typeof startServer>>;

const agent = new Agent({ keepAlive: true, maxSockets: 32 });
const click = async (url: string): Promise<void> => {
  const sent = request(url, { agent, headers: { 'user-agent': CHROME } }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 302) throw new Error(`a click was answered with ${answer.statusCode}`);
};

/** Clicks at a rate for a time. @returns when each was due (ms since 1970), and its latency in ms */
const sendClicks = async (url: string, rate: number, seconds: number) => {
  const [due, latencies]: [number[], number[]] = [[], []];
  const begun = Date.now();
  const running: Promise<void>[] = [];
  for (let index = 0; index < rate * seconds; index += 1) {
    const at = begun + (index / rate) * 1000;
    if (at > Date.now()) await setTimeout(at - Date.now());
    due.push(at);
    running.push(click(url).then(() => void latencies.push(Date.now() - at)));
  }
  await Promise.all(running);
  if (rate === 0) await setTimeout(seconds * 1000);
  return { due, latencies };
};

/** For each click the ms until rollups held it; infinite where they do not yet. */
const waitsOf = (due: readonly number[], publications: readonly Publication[]): number[] =>
  due.map(at => (publications.find(({ upToMs }) => upToMs >= at)?.atMs ?? Number.POSITIVE_INFINITY) - at);

const measure = async (server: Server, rate: number, isWatched: boolean, seconds: number): Promise<Row> => {
  const open = () => (isWatched ? server.openReport() : Promise.resolve(''));
  await open();
  const before = await server.state();
  const begun = performance.now();
  const reports = setInterval(() => void open(), REPORT_INTERVAL_MS);
  const { due, latencies } = await sendClicks(server.clickUrl, rate, seconds);
  clearInterval(reports);
  const elapsed = performance.now() - begun;
  let after = await server.state();
  const share = (key: 'engineMs' | 'nodeMs') => ((after[key] - before[key]) / elapsed).toFixed(2);
  const cost = `engine ${share('engineMs')}, Node ${share('nodeMs')} of a core, ${(((after.statements - before.statements) / elapsed) * 1000).toFixed(1)} statements/s`;
  const settleUntil = performance.now() + SETTLE_MS;
  while (
    waitsOf(due, after.publications).includes(Number.POSITIVE_INFINITY) &&
    performance.now() < settleUntil
  ) {
    await setTimeout(500);
    after = await server.state();
  }
  const waits = waitsOf(due, after.publications);
  return {
    name: `${rate} clicks/s, ${isWatched ? 'reports open' : 'nobody watches'}`,
    ours: cost,
    reference:
      rate === 0
        ? ''
        : `derived after ${ms(percentile(waits, 0.95))} p95; redirect ${percentile(latencies, 0.99).toFixed(1)} ms p99`,
    ratio: '',
    goal: rate === 0 ? '' : `${GOALS[rate] ?? ''}; ${isWatched ? '<= 2' : '<= 60'} s; <= 15 ms`,
  };
};

/** Measures each rate, in clicks per second, for `seconds`. */
export const benchDerivation = async (rates: readonly number[], seconds: number): Promise<Row[]> => {
  const rows: Row[] = [];
  const server = await startServer();
  try {
    await setTimeout(5_000);
    // Unwatched first: a report is remembered for minutes.
    for (const isWatched of [false, true])
      for (const rate of rates.filter(one => !isWatched || one > 0)) {
        const row = await measure(server, rate, isWatched, seconds);
        process.stderr.write(`${row.name}: ${row.ours}; ${row.reference}\n`);
        rows.push(row);
      }
  } finally {
    await server.stop();
  }
  return rows;
};
