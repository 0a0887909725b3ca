import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const sources = new Map<string, Promise<string>>();

const bundle = async (file: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    write: false,
    sourcemap: 'inline',
    logLevel: 'silent',
    legalComments: 'none',
  });
  return outputFiles[0]!.text;
};

/**
 * The program of a worker thread as one CommonJS text, for `new Worker(text, { eval: true })`. It is bundled
 * once in a process.
 *
 * A thread that compiled TypeScript by itself took ten times as long to begin.
 *
 * @param entry the thread's TypeScript file
 */
export const threadSource = (entry: URL): Promise<string> => {
  const file = fileURLToPath(entry);
  const known = sources.get(file);
  if (known !== undefined) return known;
  const made = bundle(file);
  sources.set(file, made);
  made.catch(() => sources.delete(file)); // the next caller tries again
  return made;
};
