import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childProgram } from '../child.ts';
import { type Program, startProgram } from '../program.ts';
import { openRelay, type Relay } from '../relay.ts';
import type { TestStores } from '../stores.ts';

const PASSWORD = /Password:\s*(\S+)/;

/** The databases of the programs. `slice`: that of the second slice, `east`; null: there is one slice. */
export interface Databases {
  readonly postgres: string;
  readonly clickhouse: string;
  readonly slice: string | null;
}

/** The sockets of the stores. `slice`: that of the second slice; omitted: it is another database of `clickhouse`. */
interface Sockets extends Pick<TestStores, 'postgres' | 'clickhouse'> {
  readonly slice?: string;
}

/** A process, with a network of its own to each store. */
interface Member {
  readonly role: string;
  readonly postgres: Relay;
  readonly clickhouse: readonly Relay[];
  readonly databases: Databases;
  clockOffsetMs: number;
  /** The folder of the version that starts next; undefined: this one. */
  version: string | undefined;
  program: Program | null;
}

/** The fields of answers that are read here. */
export interface Answer {
  readonly id: number;
  readonly access: string;
  readonly total: number;
  readonly totals: Readonly<Record<string, number>>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Processes of the program on server stores that they share. */
export class Programs {
  /** Settings of all of them, which tests complete. */
  readonly shared: Record<string, string> = { SEED: 'none', LOG_LEVEL: 'warn' };
  readonly #members = new Map<string, Member>();
  readonly #folder: string;
  readonly #stores: Sockets;
  readonly #databases: Databases;
  #password = '';
  #token = '';
  /** What the last report was read from. */
  source: string | null = null;

  constructor(folder: string, stores: Sockets, databases: Databases) {
    this.#folder = folder;
    this.#stores = stores;
    this.#databases = databases;
  }

  /** Adds a process, which `start` starts. @param databases those that differ from the others' */
  async add(
    name: string,
    role: string,
    clockOffsetMs = 0,
    databases: Partial<Databases> = {},
  ): Promise<void> {
    const { postgres, clickhouse, slice = clickhouse } = this.#stores;
    this.#members.set(name, {
      role,
      clockOffsetMs,
      version: undefined,
      databases: { ...this.#databases, ...databases },
      postgres: await openRelay(join(postgres.host, '.s.PGSQL.5432')),
      clickhouse: [await openRelay(clickhouse), await openRelay(slice)],
      program: null,
    });
  }

  /** The names of all processes. */
  get names(): readonly string[] {
    return [...this.#members.keys()];
  }

  folderOf(name: string): string {
    return join(this.#folder, name);
  }

  /** Settings with which the process, or a command, reaches the stores through its network. */
  environmentOf(name: string): Record<string, string> {
    const { postgres, clickhouse, role, clockOffsetMs, databases } = this.#member(name);
    const { slice } = databases;
    const [first, second] = clickhouse.map(({ port }) => `http://127.0.0.1:${port}`);
    return {
      ...this.shared,
      ROLE: role,
      CLOCK_OFFSET_MS: String(clockOffsetMs),
      DATABASE_URL: `postgresql://${this.#stores.postgres.user}@127.0.0.1:${postgres.port}/${databases.postgres}?application_name=${name}`,
      CLICKHOUSE_URL: `${first}/${databases.clickhouse}`,
      ...(slice !== null && { CLICKHOUSE_SLICES: `east=${second}/${slice}` }),
    };
  }

  async start(name: string): Promise<void> {
    const member = this.#member(name);
    member.program = await startProgram(this.folderOf(name), this.environmentOf(name), [], {
      preload: await childProgram('installation-life/control'),
      version: member.version,
    });
  }

  /** Starts a process with another version from now on. @param version its folder; undefined: this version */
  setVersion(name: string, version?: string): void {
    this.#member(name).version = version;
  }

  program(name: string): Program {
    const { program } = this.#member(name);
    if (program === null) throw new Error(`${name} was not started`);
    return program;
  }

  urlOf(name: string): string {
    return this.program(name).url;
  }

  /** Shifts the clock of a running process, and that of its later starts. */
  async setClock(name: string, clockOffsetMs: number): Promise<void> {
    this.#member(name).clockOffsetMs = clockOffsetMs;
    await this.program(name).control({ clockOffsetMs });
  }

  /** Fills the disk of a running process's journal, or frees it. */
  async fillDisk(name: string, isDiskFull: boolean): Promise<void> {
    await this.program(name).control({ isDiskFull });
  }

  /** The networks between processes and stores. @param name omitted: of all processes */
  networks(store: 'postgres' | 'clickhouse', name?: string): readonly Relay[] {
    const members = name === undefined ? [...this.#members.values()] : [this.#member(name)];
    return members.flatMap(member => member[store]);
  }

  /** Holds back what one process and its stores send each other. */
  async pauseNetwork(name: string, pauseMs: number): Promise<void> {
    const relays = [...this.networks('postgres', name), ...this.networks('clickhouse', name)];
    for (const relay of relays) relay.pause();
    await sleep(pauseMs);
    for (const relay of relays) relay.resume();
  }

  /** Disconnects all processes from a store. */
  async disconnect(store: 'postgres' | 'clickhouse', outageMs: number): Promise<void> {
    const relays = this.networks(store);
    await Promise.all(relays.map(relay => relay.reach(false)));
    await sleep(outageMs);
    await Promise.all(relays.map(relay => relay.reach(true)));
  }

  /** Stops a process where it is, and continues it. */
  async freeze(name: string, pauseMs: number): Promise<void> {
    const program = this.program(name);
    program.signal('SIGSTOP');
    await sleep(pauseMs);
    program.signal('SIGCONT');
  }

  /** Stops all. @returns their exit codes */
  async stop(): Promise<readonly (number | null)[]> {
    const running = [...this.#members.values()].flatMap(({ program }) => program ?? []);
    for (const member of this.#members.values()) member.program = null;
    return Promise.all(running.map(program => program.stop()));
  }

  async close(): Promise<void> {
    await this.stop();
    for (const relay of [...this.networks('postgres'), ...this.networks('clickhouse')]) await relay.close();
  }

  /** Signs the first administrator in, whose password is in a folder. */
  async signIn(name: string): Promise<void> {
    const file = join(this.folderOf(name), 'first-sign-in.txt');
    // It is in the folder of the process that started first.
    this.#password ||= PASSWORD.exec(await readFile(file, 'utf8'))?.[1] ?? '';
    const body = { company_id: 'touchpath', email: 'admin@touchpath.example', password: this.#password };
    this.#token = '';
    this.#token = (JSON.parse(await this.call(name, 'POST', 'auth/signin/', body)) as Answer).access;
  }

  /** @returns the body of an answer. @throws {Error} the request was refused */
  async call(name: string, method: string, path: string, body?: object): Promise<string> {
    const answer = await fetch(`${this.urlOf(name)}/api/v1/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    this.source = answer.headers.get('x-report-source') ?? this.source;
    return text;
  }

  #member(name: string): Member {
    const member = this.#members.get(name);
    if (member === undefined) throw new Error(`there is no process ${name}`);
    return member;
  }
}
