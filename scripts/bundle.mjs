// node scripts/bundle.mjs FOLDER FILE…: bundles the project's own modules of each program into
// FOLDER/NAME.mjs, with its source map.
// Loading hundreds of TypeScript modules one by one takes longer than the rest of a start. Packages are
// loaded from node_modules.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Keeps `import.meta.url` at the location of the source, next to which modules find their files; a bundled program is
 * located at its bundle.
 */
const keepLocations = (folder, files) => ({
  name: 'keep-locations',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!source.includes('import.meta.url')) return undefined;
      const location = `new URL(${JSON.stringify(relative(folder, path))}, import.meta.url).href`;
      const contents = files
        .map(file => basename(file, '.ts'))
        .reduce(
          (text, name) =>
            text.replaceAll(`new URL('${name}.ts', ${location})`, `new URL('${name}.mjs', import.meta.url)`),
          source.replaceAll('import.meta.url', location),
        );
      return { contents, loader: 'ts' };
    });
  },
});

const [folder, ...files] = process.argv.slice(2);
const out = resolve(root, folder);
const { outputFiles } = await build({
  entryPoints: files.map(file => resolve(root, file)),
  outdir: out,
  entryNames: '[name]',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  write: false,
  logLevel: 'warning',
  plugins: [keepLocations(out, files)],
});
await mkdir(out, { recursive: true });
// Files are renamed when complete, so that a process which starts meanwhile loads a complete bundle.
for (const { path, contents } of outputFiles) {
  await writeFile(`${path}.${process.pid}`, contents);
  await rename(`${path}.${process.pid}`, path);
}
