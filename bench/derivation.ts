import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SERVER_FLAGS } from '../scripts/server-flags.mjs';
import type { OpenedReport, Publication, ServerState } from './derivation-server.ts';
import { ms } from './measure.ts';
import { median, percentile, type Row } from './table.ts';

/**
 * Cost of keeping rollups current, by the rate of clicks: processor time of the engine and of Node, statements, and
 * the latency of redirects meanwhile. Where nobody opens reports also the time from a click to its rollups, else the
 * time of an answer and the age of the clicks that it lacks.
 */
/** Intervals in ms at which a report is opened; null: nobody opens one. */
const REPORT_INTERVALS_MS = [null, 20_000, 2_000] as const;
/** Longest wait in ms for the last clicks of a run to be derived. */
const SETTLE_MS = 90_000;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const GOALS: Readonly<Record<number, string>> = {
  1: '<= 0.05 engine',
  10: '<= 0.10 engine',
  184: '<= 0.35 engine',
};

const startServer = async (size: number) => {
  const child = fork(resolve(import.meta.dirname, 'derivation-server.ts'), [String(size)], {
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
    openReport: () => ask<OpenedReport>('report'),
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

/** The age in ms of the oldest click that an answer lacks, when its report was opened; 0: none. */
const lackOf = ({ openedMs, upToMs }: OpenedReport, due: readonly number[]): number => {
  const lacking = due.filter(at => at > upToMs && at < openedMs);
  return lacking.length === 0 ? 0 : openedMs - Math.min(...lacking);
};

/** What the answers lack, and their latency. */
const describeAnswers = (reports: readonly OpenedReport[], due: readonly number[]): string => {
  const took = reports.map(({ tookMs }) => tookMs);
  const lacks = reports.map(report => lackOf(report, due));
  return `${reports.length} answers in ${ms(median(took))}, ${ms(percentile(took, 0.95))} p95, lacking ${ms(percentile(lacks, 0.95))} p95`;
};

/** When clicks are derived without reports: the time from a click to its rollups. */
const describeDerivation = async (server: Server, due: readonly number[]): Promise<string> => {
  const settleUntil = performance.now() + SETTLE_MS;
  let waits = waitsOf(due, (await server.state()).publications);
  while (waits.includes(Number.POSITIVE_INFINITY) && performance.now() < settleUntil) {
    await setTimeout(500);
    waits = waitsOf(due, (await server.state()).publications);
  }
  return `derived after ${ms(percentile(waits, 0.95))} p95`;
};

const measure = async (
  server: Server,
  rate: number,
  reportIntervalMs: number | null,
  seconds: number,
): Promise<Row> => {
  const reports: OpenedReport[] = [];
  const open = async () => void reports.push(await server.openReport());
  if (reportIntervalMs !== null) await server.openReport();
  const before = await server.state();
  const begun = performance.now();
  const opening = reportIntervalMs === null ? undefined : setInterval(() => void open(), reportIntervalMs);
  const { due, latencies } = await sendClicks(server.clickUrl, rate, seconds);
  clearInterval(opening);
  const elapsed = performance.now() - begun;
  const after = await server.state();
  const share = (key: 'engineMs' | 'nodeMs') => ((after[key] - before[key]) / elapsed).toFixed(2);
  const cost = `engine ${share('engineMs')}, Node ${share('nodeMs')} of a core, ${(((after.statements - before.statements) / elapsed) * 1000).toFixed(1)} statements/s`;
  const opensReports = reportIntervalMs !== null;
  const freshness = opensReports ? describeAnswers(reports, due) : await describeDerivation(server, due);
  return {
    name: `${rate} clicks/s, ${opensReports ? `a report every ${reportIntervalMs / 1000} s` : 'nobody opens reports'}`,
    ours: cost,
    reference: rate === 0 ? '' : `${freshness}; redirect ${percentile(latencies, 0.99).toFixed(1)} ms p99`,
    ratio: '',
    goal: rate === 0 ? '' : `${GOALS[rate] ?? ''}; ${opensReports ? '<= 2' : '<= 60'} s; <= 15 ms`,
  };
};

/** Measures each rate, in clicks per second, for `seconds`, of a product that has `size` contacts. */
export const benchDerivation = async (
  size: number,
  rates: readonly number[],
  seconds: number,
): Promise<Row[]> => {
  const rows: Row[] = [];
  const server = await startServer(size);
  try {
    await setTimeout(5_000);
    for (const reportIntervalMs of REPORT_INTERVALS_MS)
      for (const rate of rates.filter(one => reportIntervalMs === null || one > 0)) {
        const row = await measure(server, rate, reportIntervalMs, seconds);
        process.stderr.write(`${row.name}: ${row.ours}; ${row.reference}\n`);
        rows.push(row);
      }
  } finally {
    await server.stop();
  }
  return rows;
};
