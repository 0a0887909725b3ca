import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

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
 * Bundles with a new process of the bundler if the first attempt fails: a bundler whose process was killed refuses every
 * further build until it is stopped.
 */
const bundleReliably = (file: string): Promise<string> =>
  bundle(file).catch(async () => {
    await stop();
    return bundle(file);
  });

/**
 * Bundles the program of a worker thread to one CommonJS text for `new Worker(text, { eval: true })`, once per
 * process. A thread that compiles TypeScript itself takes ten times as long to start.
 *
 * @param entry the thread's TypeScript file
 */
export const threadSource = (entry: URL): Promise<string> => {
  const file = fileURLToPath(entry);
  const known = sources.get(file);
  if (known !== undefined) return known;
  const made = bundleReliably(file);
  sources.set(file, made);
  made.catch(() => sources.delete(file)); // the next caller bundles again
  return made;
};
