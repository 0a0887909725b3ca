import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { childProgram, operatorCommand, SERVER } from '../child.ts';
import { freePort } from '../program.ts';
import type { Control } from './control.ts';
import type { LifeEvent } from './machine.ts';

const root = resolve(import.meta.dirname, '../../..');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
/** The time within which acknowledged events must appear in logs and reports. */
const SETTLED_WITHIN_MS = 60_000;
/** The time between two looks at logs and reports, each of which takes a tenth of a second of processor time. */
const CHECKS_APART_MS = 400;
const STARTED_WITHIN_MS = 180_000;
/** The time between bursts during a backup. Without it they take the processor time of the backup. */
const BURSTS_APART_MS = 200;

/** The sent events. An event whose answer was cut off may or may not be stored. */
export interface Sent {
  clicks: number;
  unsureClicks: number;
  conversions: number;
  unsureConversions: number;
  amount: number;
  unsureAmount: number;
}

/** Counters of acknowledged events, with those of events of an unknown outcome. */
const UNSURE = [
  ['clicks', 'unsureClicks'],
  ['conversions', 'unsureConversions'],
  ['amount', 'unsureAmount'],
] as const;

/** The figures of logs and reports. */
interface Found {
  readonly contacts: number;
  readonly conversions: number;
  readonly clicks: number;
  readonly cv: number;
  readonly amount: number;
}

/** The ids of a process's descendants. */
const descendantsOf = (ancestor: number): number[] => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter(one => /^\d+$/.test(one))) {
    try {
      const status = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // The process has ended.
    }
  }
  const isBelow = (pid: number): boolean => {
    for (let at = parents.get(pid) ?? 0; at > 1; at = parents.get(at) ?? 0) if (at === ancestor) return true;
    return false;
  };
  return [...parents.keys()].filter(isBelow);
};
const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // ended already
  }
};
const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;
const isEngine = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('engine.mjs');
  } catch {
    return false;
  }
};

/**
 * An installation of the program in a folder of its own, with a product, an ad and a redirect that receive
 * events.
 */
export class Installation {
  readonly sent: Sent = {
    clicks: 0,
    unsureClicks: 0,
    conversions: 0,
    unsureConversions: 0,
    amount: 0,
    unsureAmount: 0,
  };
  readonly #folder: string;
  readonly #url: string;
  readonly #port: number;
  #dataDir: string;
  #child: ChildProcess | null = null;
  #output = '';
  #clockOffsetMs = 0;
  #password = '';
  #shop: { readonly product: number; readonly redirect: number; readonly key: string } | null = null;
  #servers: Readonly<Record<string, string>> = {};
  readonly #tokens: string[] = [];
  #orders = 0;
  /** Access token of the running program. Each sign-in takes a tenth of a second of processor time. */
  #access: string | null = null;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#dataDir = join(folder, 'data');
    this.#port = port;
    this.#url = `http://127.0.0.1:${port}`;
  }

  /** Starts a new installation without the demo. @param servers those of its stores; empty: they are embedded */
  static async create(servers: Readonly<Record<string, string>> = {}): Promise<Installation> {
    const made = new Installation(await mkdtemp(join(tmpdir(), 'touchpath-life-')), await freePort());
    made.useServers(servers);
    await made.#start();
    made.#password = /password\s+(\S+)/i.exec(made.#output)?.[1] ?? '';
    const token = await made.#signIn();
    const create = async <Row>(path: string, body: object) =>
      (await made.#call('POST', path, token, body)) as Row;
    const { id: product, conversion_key: key = '' } = await create<{ id: number; conversion_key?: string }>(
      'products',
      { name: '店', domain: 'shop.example', url: 'https://shop.example/', tracking_term: 30 },
    );
    const { id: ad } = await create<{ id: number }>('ads', {
      product_id: product,
      name: 'é',
      redirect_url: 'https://shop.example/',
    });
    const { id: redirect } = await create<{ id: number }>('redirects', {
      product_id: product,
      ad_id: ad,
      redirect_url: 'https://shop.example/',
      redirect_flag: true,
    });
    made.#shop = { product, redirect, key };
    await made.#untilKnown();
    return made;
  }

  /** Applies an event; see machine.ts. */
  async apply(event: LifeEvent): Promise<void> {
    switch (event.type) {
      case 'start':
        return this.#start();
      case 'stop':
        return this.#stop();
      case 'kill':
        return this.#kill(event.afterMs);
      case 'killDuringBurst': {
        const burst = this.#burst(150, 20);
        await this.#kill(event.afterMs);
        return burst;
      }
      case 'killChild':
        return this.#killChild(event.index);
      case 'burst':
        return this.#burst(event.clicks, event.conversions);
      case 'rebuild':
        return this.#rebuild();
      case 'restoreBackup':
        return this.#restoreBackup();
      case 'downgradeJournal':
        return this.#downgradeJournal();
      case 'setClock':
        this.#clockOffsetMs = event.hours * HOUR_MS;
        return this.#control({ clockOffsetMs: this.#clockOffsetMs });
      case 'fillDisk':
        return this.#control({ isDiskFull: true });
      case 'freeDisk':
        return this.#control({ isDiskFull: false });
      case 'pauseStore':
        return this.#signalEngine('SIGSTOP');
      case 'resumeStore':
        return this.#signalEngine('SIGCONT');
    }
  }

  /**
   * Waits until logs and reports contain every acknowledged event once and nothing else.
   *
   * @throws {Error} that describes the difference
   */
  async check(): Promise<void> {
    const deadline = performance.now() + SETTLED_WITHIN_MS;
    let last = '';
    while (performance.now() < deadline) {
      try {
        const found = await this.#found();
        if (this.#isConserved(found)) {
          this.#settle(found);
          return;
        }
        last = JSON.stringify(found);
      } catch (error) {
        last = String(error);
        this.#access = null; // the clock was moved past its end, for example
      }
      await sleep(CHECKS_APART_MS);
    }
    throw new Error(`acknowledged ${JSON.stringify(this.sent)}, found ${last}\n${this.#output.slice(-3000)}`);
  }

  /** Makes a backup while events arrive, each of which may be in it or not. @returns what the command printed */
  async backUp(folder: string): ReturnType<Installation['command']> {
    const before = { ...this.sent };
    let isMade = false;
    const made = this.command('backup', 'create', folder).finally(() => {
      isMade = true;
    });
    made.catch(() => undefined); // awaited below
    while (!isMade) {
      await this.#burst(10, 2);
      await sleep(BURSTS_APART_MS);
    }
    const printed = await made;
    const { sent } = this;
    for (const [sure, unsure] of UNSURE) {
      sent[unsure] += sent[sure] - before[sure];
      sent[sure] = before[sure];
    }
    return printed;
  }

  /** Checks the installation restored from a backup: what it does not contain does not come later. */
  async checkRestored(): Promise<void> {
    await this.#untilLoaded();
    await this.check();
    for (const [, unsure] of UNSURE) this.sent[unsure] = 0;
  }

  async remove(): Promise<void> {
    if (this.#child !== null && !hasEnded(this.#child)) await this.#kill(0);
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Folder of the installation, removed with it. */
  get folder(): string {
    return this.#folder;
  }

  /** Moves the stopped installation to another data folder, by its name. */
  moveTo(name: string): void {
    this.#dataDir = join(this.#folder, name);
  }

  /** Names the servers of the stores, for commands and the next start; empty: the stores are embedded. */
  useServers(settings: Readonly<Record<string, string>>): void {
    this.#servers = settings;
  }

  /** Runs a command of the operator for this installation. @returns its output; a failure has its exit code */
  async command(
    name: string,
    ...words: readonly string[]
  ): Promise<{ readonly code: number; readonly output: string }> {
    const { code, stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [await operatorCommand(name), ...words],
      { cwd: root, env: this.environment },
    ).then(
      printed => ({ ...printed, code: 0 }),
      (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => error,
    );
    return { code, output: stdout + stderr };
  }

  /** Answers of logs, reports and settings, as they were received. */
  async answers(): Promise<Readonly<Record<string, string>>> {
    const token = await this.#signIn();
    const paths = [
      `logs/interactions/?${this.#period()}`,
      `logs/conversions/?${this.#period()}`,
      `analyses/ad_summaries/?${this.#period()}&axis=1`,
      `analyses/attributions/?${this.#period()}&axis=1`,
      'products/',
      'ads/',
      'roles/',
      // Each call of this function signs in.
      'changes/?action__ne=sign_in',
    ];
    const read = async (path: string) =>
      [path, JSON.stringify(await this.#call('GET', path, token))] as const;
    return Object.fromEntries(await Promise.all(paths.map(read)));
  }

  /** Environment of the program and of commands. */
  get environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      PORT: String(this.#port),
      DATA_DIR: this.#dataDir,
      SEED: 'none',
      LOG_LEVEL: 'warn',
      CLOCK_OFFSET_MS: String(this.#clockOffsetMs),
      ...this.#servers,
    };
  }

  async #start(): Promise<void> {
    this.#access = null;
    const child = spawn(
      process.execPath,
      ['--import', await childProgram('installation-life/control'), SERVER],
      {
        cwd: root,
        env: this.environment,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    this.#child = child;
    this.#output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
      });
    const deadline = performance.now() + STARTED_WITHIN_MS;
    while (!this.#output.includes('Touchpath answers at')) {
      if (hasEnded(child) || performance.now() > deadline)
        throw new Error(`the program did not start:\n${this.#output}`);
      await sleep(50);
    }
    if (this.#shop !== null) await this.#untilKnown();
  }

  async #stop(): Promise<void> {
    const child = this.#running;
    const ended = once(child, 'exit');
    await this.#signalEngine('SIGCONT');
    child.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw new Error(`a clean stop ended with ${code}:\n${this.#output}`);
    this.#child = null;
  }

  async #kill(afterMs: number): Promise<void> {
    await sleep(afterMs);
    const child = this.#running;
    const ended = once(child, 'exit');
    for (const pid of [child.pid ?? 0, ...descendantsOf(child.pid ?? 0)]) signal(pid, 'SIGKILL');
    await ended;
    this.#child = null;
  }

  async #killChild(index: number): Promise<void> {
    const children = descendantsOf(this.#running.pid ?? 0);
    const pid = children[index % Math.max(1, children.length)];
    if (pid !== undefined) signal(pid, 'SIGKILL');
  }

  async #signalEngine(name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    for (const pid of descendantsOf(this.#running.pid ?? 0).filter(isEngine)) signal(pid, name);
  }

  async #control(control: Control): Promise<void> {
    if (this.#child === null) return; // the next start reads the environment
    const child = this.#running;
    const answered = once(child, 'message', { signal: AbortSignal.timeout(STARTED_WITHIN_MS) });
    child.send(control);
    await answered;
  }

  async #run(name: string, ...words: readonly string[]): Promise<void> {
    const { code, output } = await this.command(name, ...words);
    if (code !== 0) throw new Error(`${[name, ...words].join(' ')} ended with ${code}:\n${output}`);
  }

  #rebuild(): Promise<void> {
    return this.#run('rebuild');
  }

  async #restoreBackup(): Promise<void> {
    const backup = join(this.#folder, 'backup');
    const { code, output } = await this.backUp(backup);
    if (code !== 0) throw new Error(`backup create ended with ${code}:\n${output}`);
    await this.#kill(0);
    await rm(this.#dataDir, { recursive: true });
    await this.#run('backup', 'restore', backup);
    await rm(backup, { recursive: true });
    await this.#start();
    await this.checkRestored();
  }

  /** Waits until the journal contains no event that the store lacks. @throws {Error} it still does */
  async #untilLoaded(): Promise<void> {
    const deadline = performance.now() + SETTLED_WITHIN_MS;
    while (performance.now() < deadline) {
      const metrics = await fetch(`${this.#url}/metrics`);
      if (/^touchpath_journal_backlog_bytes\{slice="default"\} 0$/m.test(await metrics.text())) return;
      await sleep(50);
    }
    throw new Error(`the journal is not loaded:\n${this.#output.slice(-3000)}`);
  }

  /**
   * Renames the journal's files as an earlier version left them, which numbered segments from 1 after each
   * clean stop. They sort before the stored position, which does not know them. A program that was killed before it
   * loaded anything has left no position.
   */
  async #downgradeJournal(): Promise<void> {
    const journal = join(this.#dataDir, 'journal');
    if (!(await readdir(journal)).includes('position.json')) return;
    const position = JSON.parse(await readFile(join(journal, 'position.json'), 'utf8')) as {
      readonly lastNumber: number;
      readonly watermark: string;
    };
    const segments = (await readdir(journal)).filter(name => /^\d{12}-/.test(name)).toSorted();
    const last = `${String(position.lastNumber + segments.length + 1).padStart(12, '0')}-ffffffffffff.ndjson`;
    for (const [n, name] of segments.entries())
      await rename(join(journal, name), join(journal, `${String(n + 1).padStart(12, '0')}${name.slice(12)}`));
    const from = Math.max(
      0,
      ...(await Promise.all(
        (await readdir(journal)).map(async name => (await stat(join(journal, name))).size),
      )),
    );
    await writeFile(
      join(journal, 'position.json'),
      JSON.stringify({ segment: last, from, to: from, watermark: position.watermark }),
    );
  }

  async #burst(clicks: number, conversions: number): Promise<void> {
    for (let n = 0; n < clicks; n += 10)
      await Promise.all(Array.from({ length: Math.min(10, clicks - n) }, () => this.#click()));
    for (let n = 0; n < conversions; n += 5)
      await Promise.all(Array.from({ length: Math.min(5, conversions - n) }, () => this.#convert()));
  }

  async #click(): Promise<void> {
    const answer = await this.#visit(`/r/${this.#shop?.redirect}`);
    if (answer === null) this.sent.unsureClicks += 1;
    else if (answer.status === 302) {
      this.sent.clicks += 1;
      this.#tokens.push(new URL(answer.headers.get('location') ?? '').searchParams.get('xclid') ?? '');
    } else if (answer.status !== 503) throw new Error(`a click was answered with ${answer.status}`);
  }

  async #convert(): Promise<void> {
    const token = this.#tokens[(this.#orders * 7) % this.#tokens.length];
    if (token === undefined) return;
    this.#orders += 1;
    const amount = 100 + this.#orders;
    const query = new URLSearchParams({
      product: String(this.#shop?.product),
      xclid: token,
      p_resid: `注文-${this.#orders}`,
      amount: String(amount),
    });
    if (this.#shop?.key) query.set('key', this.#shop.key);
    const answer = await this.#visit(`/cv?${query}`);
    if (answer === null) {
      this.sent.unsureConversions += 1;
      this.sent.unsureAmount += amount;
    } else if (answer.ok) {
      this.sent.conversions += 1;
      this.sent.amount += amount;
    } else if (answer.status !== 503)
      throw new Error(`a conversion was answered with ${answer.status}: ${await answer.text()}`);
  }

  /** Null when the connection was cut off. */
  #visit(path: string): Promise<Response | null> {
    return fetch(`${this.#url}${path}`, { redirect: 'manual', headers: { 'user-agent': CHROME } }).catch(
      () => null,
    );
  }

  /** Waits until the collector knows the new redirect. @throws {Error} it stays unknown */
  async #untilKnown(): Promise<void> {
    const deadline = performance.now() + SETTLED_WITHIN_MS;
    while (performance.now() < deadline) {
      const answer = await fetch(`${this.#url}/r/${this.#shop?.redirect}`, {
        method: 'HEAD',
        redirect: 'manual',
      });
      if (answer.status === 302) return;
      await sleep(50);
    }
    throw new Error(`the redirect stays unknown:\n${this.#output.slice(-3000)}`);
  }

  async #found(): Promise<Found> {
    const token = (this.#access ??= await this.#signIn());
    const period = this.#period();
    const read = async <Answer>(path: string) => (await this.#call('GET', path, token)) as Answer;
    const [contacts, conversions, report] = await Promise.all([
      read<{ total: number }>(`logs/interactions/?${period}&limit=1`),
      read<{ total: number }>(`logs/conversions/?${period}&limit=1`),
      read<{ totals: { clicks: number; cv: number; amount_sum: number } }>(
        `analyses/ad_summaries/?${period}&axis=1`,
      ),
    ]);
    const { clicks, cv, amount_sum: amount } = report.totals;
    return { contacts: contacts.total, conversions: conversions.total, clicks, cv, amount };
  }

  #isConserved({ contacts, conversions, clicks, cv, amount }: Found): boolean {
    const { sent } = this;
    const isBetween = (count: number, least: number, unsure: number) =>
      count >= least && count <= least + unsure;
    return (
      isBetween(contacts, sent.clicks, sent.unsureClicks) &&
      isBetween(conversions, sent.conversions, sent.unsureConversions) &&
      isBetween(amount, sent.amount, sent.unsureAmount) &&
      clicks === contacts &&
      cv === conversions
    );
  }

  /**
   * Counts events of an unknown outcome that were found as acknowledged from now on: otherwise they would hide
   * as many later losses.
   */
  #settle({ contacts, conversions, amount }: Found): void {
    const { sent } = this;
    sent.unsureClicks -= contacts - sent.clicks;
    sent.unsureConversions -= conversions - sent.conversions;
    sent.unsureAmount -= amount - sent.amount;
    Object.assign(sent, { clicks: contacts, conversions, amount });
  }

  /** Query of the days around today, in Tokyo. */
  #period(): string {
    const day = (offset: number) =>
      new Date(Date.now() + 9 * HOUR_MS + offset * DAY_MS).toISOString().slice(0, 10);
    return `product_id=${this.#shop?.product}&from=${day(-10)}&to=${day(10)}`;
  }

  async #signIn(): Promise<string> {
    const answer = await this.#call('POST', 'auth/signin/', null, {
      company_id: 'touchpath',
      email: 'admin@touchpath.example',
      password: this.#password,
    });
    return (answer as { access: string }).access;
  }

  async #call(method: string, path: string, token: string | null, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.#url}/api/v1/${path}`, {
      method,
      signal: AbortSignal.timeout(30_000),
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok)
      throw new Error(
        `${method} ${path} was answered with ${answer.status}: ${(await answer.text()).slice(0, 300)}`,
      );
    return answer.json();
  }

  /** @throws {Error} the program ended although nothing stopped it */
  get #running(): ChildProcess {
    if (this.#child === null) throw new Error('the program is not running');
    if (hasEnded(this.#child)) throw new Error(`the program ended by itself:\n${this.#output.slice(-3000)}`);
    return this.#child;
  }
}
