// node scripts/bundle.mjs FOLDER FILE…: bundles the project's own modules of each program, and packages of many
// modules, into FOLDER/NAME.mjs, with its source map.
// Loading thousands of modules one by one takes longer than the rest of a start. Other packages are loaded from
// node_modules.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Packages of many ECMAScript modules that need no files beside them. Those of GraphQL are not among them: the built
 * gateway loads the same ones, which work only as one instance.
 */
const BUNDLED = ['@fastify/type-provider-typebox', 'drizzle-orm', 'hucre', 'typebox'];

/** Leaves other packages, and the modules of Node, to the start. */
const bundlePackages = {
  name: 'bundle-packages',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) => {
      const isBundled = BUNDLED.some(name => path === name || path.startsWith(`${name}/`));
      return kind === 'entry-point' || isBundled ? undefined : { path, external: true };
    });
  },
};

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
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  write: false,
  logLevel: 'warning',
  plugins: [bundlePackages, keepLocations(out, files)],
});
await mkdir(out, { recursive: true });
// Files are renamed when complete, so that a process which starts meanwhile loads a complete bundle.
for (const { path, contents } of outputFiles) {
  await writeFile(`${path}.${process.pid}`, contents);
  await rename(`${path}.${process.pid}`, path);
}
