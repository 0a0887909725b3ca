// npm run lock: after every `npm install`, so that `npm ci` takes the lockfile.
// A registry that lacks another platform's package makes npm leave it out of the lockfile, and npm ci then
// refuses the whole lockfile ("Missing: … from lock file"),
// even on platforms that would never install it. Such packages are written in with the version that their
// owner names; their own platform fetches them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const { packages } = lock;
const PLATFORM =
  /-(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|x64|ppc64|riscv64|s390x|ia32)(?:-(gnu|musl|eabi|gnueabihf|musleabihf|msvc))?$/;

const added = [];
for (const [path, owner] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const [, os, cpu, abi] = PLATFORM.exec(name) ?? [];
    const known = packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
    if (path === '' || known !== undefined || os === undefined || !/^\d+\.\d+\.\d+\S*$/.test(version))
      continue;
    const libc =
      os === 'linux' && abi !== undefined ? { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] } : {};
    packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(owner.dev ? { dev: true } : {}),
      ...libc,
      optional: true,
      os: [os],
    };
    added.push(`${name}@${version}`);
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(added.length > 0 ? `Added ${added.join(', ')}.\n` : 'The lockfile is complete.\n');
