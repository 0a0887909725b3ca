import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Kinds } from './kubernetes-kinds.ts';

const KINDS = resolve(import.meta.dirname, 'kubernetes-kinds.ts');

/** A document of a manifest. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The name of a manifest's type. That the type exists, the compiler checks. */
const kindOf = ({ apiVersion, kind }: Manifest) => `${apiVersion} ${kind}` as keyof Kinds;

/** A module that declares each manifest with the type of its kind. */
const sourceOf = (manifests: readonly Manifest[]): string =>
  [
    `import type { Kinds } from ${JSON.stringify(KINDS)};`,
    ...manifests.map(
      (manifest, n) =>
        `export const manifest${n}: Kinds[${JSON.stringify(kindOf(manifest))}] = ${JSON.stringify(manifest, null, 1)};`,
    ),
  ].join('\n');

/**
 * Lets the compiler compare manifests with the types of Kubernetes' API, as literals, in which it refuses unknown fields.
 *
 * @param files the documents of each file, by a name of letters
 * @returns what the compiler says, a line for each fault, which begins with the name
 */
export const checkManifests = async (
  files: Readonly<Record<string, readonly Manifest[]>>,
): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-manifests-'));
  try {
    for (const [name, manifests] of Object.entries(files))
      await writeFile(join(folder, `${name}.ts`), sourceOf(manifests));
    const options = { strict: true, noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true };
    const compilerOptions = { ...options, module: 'nodenext', target: 'esnext', types: [] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const compiler = resolve('node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '--pretty', 'false', '-p', folder], {
      cwd: folder,
      encoding: 'utf8',
    });
    return stdout.split('\n').filter(line => /^\S.*: error /.test(line));
  } finally {
    await rm(folder, { recursive: true });
  }
};
