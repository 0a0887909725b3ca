import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { draftIn } from './new/draft.ts';
import { KINDS } from './new/kinds.ts';
import { GeneratorError } from './new/names.ts';

/**
 * Generates the files of a new entity, analysis, log, metric or machine, and what derives from them. If one exists, the
 * command fails without writing anything.
 *
 *     npm run new -- entity coupon
 */

const USAGE = `npm run new -- ${Object.keys(KINDS).join('|')} NAME, for example npm run new -- entity sales-target`;
const WORDS =
  'Add missing words to docs/glossary.md: a word of a name to "Words on the wire", a term to the tables. npx vitest run tests/laws lists them.';
const MIGRATION_SNAPSHOTS = 'server/store/migrations/postgres/meta';

const root = resolve(import.meta.dirname, '..');
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const runNode = (...args: readonly string[]): void => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0)
    throw new GeneratorError(
      `The files are written, but node ${args.join(' ')} failed: fix the reported problem and run it again.`,
    );
};

/** Writes the migration and removes the previous snapshot. */
const writeMigration = (name: string): void => {
  const snapshots = (): string[] =>
    readdirSync(join(root, MIGRATION_SNAPSHOTS)).filter(file => file.endsWith('_snapshot.json'));
  const before = snapshots();
  runNode('node_modules/drizzle-kit/bin.cjs', 'generate', '--name', name);
  if (snapshots().length > before.length)
    for (const file of before) rmSync(join(root, MIGRATION_SNAPSHOTS, file));
};

const generate = (kind: string, name: string): void => {
  const draftKind = KINDS[kind];
  if (draftKind === undefined || name === '') throw new GeneratorError(USAGE);
  const draft = draftIn(root);
  const { migration, generated, remaining } = draftKind(draft, name);
  const written = draft.write();
  print(`Written:\n${written.map(path => `  ${path}`).join('\n')}`);
  runNode('node_modules/oxfmt/bin/oxfmt', ...written.filter(path => /\.tsx?$/.test(path)));
  if (migration !== undefined) writeMigration(migration);
  if (generated === 'machines') runNode('scripts/run.mjs', 'scripts/machines.ts');
  else runNode('scripts/run.mjs', 'scripts/contract.mjs');
  print(`Remaining steps:\n${[...remaining, WORDS].map(step => `  - ${step}`).join('\n')}`);
};

const [kind = '', name = '', ...surplus] = process.argv.slice(2);
try {
  if (surplus.length > 0) throw new GeneratorError(USAGE);
  generate(kind, name);
} catch (error) {
  if (!(error instanceof GeneratorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
