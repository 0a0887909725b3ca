import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLong } from './long.ts';
import { LOCALHOST_TLS } from './tls-localhost.ts';

const PATHS = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'];
const findNginx = (): string | null => PATHS.find(path => existsSync(path)) ?? null;

/** The nginx of this machine; null: there is none. The long form installs Debian's package, if the user is root. */
export const ensureNginx = (): string | null => {
  const found = findNginx();
  if (found !== null || !isLong || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'nginx-light']])
    try {
      execFileSync('/usr/bin/apt-get', ['-qq', ...args], { env: environment, stdio: 'ignore' });
    } catch {
      // Stale package lists may be sufficient; what is missing is seen below.
    }
  return findNginx();
};

interface Addresses {
  /** Ports on which nginx listens in place of 80 and 443. */
  readonly ports: { readonly http: number; readonly https: number };
  /** Addresses (`host:port`) in place of the services of the containers, such as `collector-1:3000`. */
  readonly services: Readonly<Record<string, string>>;
}

/**
 * Writes a configuration around a file of `deploy/`, in which ports, services and the certificate alone differ.
 *
 * @returns the path of the configuration
 */
export const writeNginxConfig = async (
  folder: string,
  file: string,
  { ports, services }: Addresses,
): Promise<string> => {
  const written = Object.entries(services).reduce(
    (text, [service, address]) => text.replaceAll(`server ${service}`, `server ${address}`),
    readFileSync(`deploy/${file}`, 'utf8')
      // Not every machine that tests has IPv6.
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
      .replaceAll('listen 80;', `listen 127.0.0.1:${ports.http};`)
      .replaceAll('listen 443 ', `listen 127.0.0.1:${ports.https} `)
      .replaceAll('/etc/nginx/tls/', `${folder}/`),
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `  ${name}_temp_path ${folder}/${name};\n`)
    .join('');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'fullchain.pem'), LOCALHOST_TLS.cert);
  await writeFile(join(folder, 'privkey.pem'), LOCALHOST_TLS.key);
  await writeFile(join(folder, 'site.conf'), written);
  const main = join(folder, 'nginx.conf');
  // The workers of a root's nginx would be another user, who may not write into the folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  await writeFile(
    main,
    `${user}daemon off;\nworker_processes 1;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n  access_log off;\n${temporary}  include ${folder}/site.conf;\n}\n`,
  );
  return main;
};

/** Lets nginx check a file of `deploy/`. @throws what nginx says, if it refuses the file */
export const checkNginxFile = async (
  nginx: string,
  file: string,
  services: readonly string[],
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-nginx-'));
  try {
    const config = await writeNginxConfig(folder, file, {
      ports: { http: 80, https: 443 },
      services: Object.fromEntries(services.map((service, n) => [service, `127.0.0.1:${3000 + n}`])),
    });
    execFileSync(nginx, ['-t', '-q', '-p', folder, '-c', config], { stdio: 'pipe' });
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Starts nginx and waits until it listens. @returns a function that stops it */
export const startNginx = async (
  nginx: string,
  config: string,
  folder: string,
): Promise<() => Promise<void>> => {
  const child = spawn(nginx, ['-p', folder, '-c', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const ended = new Promise<void>(done => child.once('exit', () => done()));
  for (let attempt = 0; !existsSync(join(folder, 'nginx.pid')); attempt += 1) {
    if (child.exitCode !== null || attempt > 200) throw new Error(`nginx did not start:\n${printed}`);
    await sleep(50);
  }
  return () => {
    child.kill('SIGTERM');
    return ended;
  };
};
