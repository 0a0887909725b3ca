import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import react from '@vitejs/plugin-react';
import { print, type DocumentNode } from 'graphql';
import { PurgeCSS } from 'purgecss';
import { defineConfig, type Plugin } from 'vite';
import { chunkGraph } from './scripts/chunk-graph.ts';
import { chunks } from './scripts/chunks.ts';
import { earlyPages } from './scripts/early-pages.ts';
import { parseGuide } from './scripts/parse-guide.ts';
import { partOf, PARTS } from './src/messages/parts.ts';

/**
 * Parses the messages at build time, so that the browser needs no parser, which is half of react-intl's size. A text
 * without placeholders remains a text; src/console/locale.ts parses it. `?part=` is one of src/messages/parts.ts.
 */
const parsedMessages = (): Plugin => ({
  name: 'parsed-messages',
  enforce: 'pre',
  load(id) {
    const [, file, requested] = /^(.*\/src\/messages\/[\w-]+\.json)\?part=(\w+)$/.exec(id) ?? [];
    const part = PARTS.find(known => known === requested);
    if (file === undefined || part === undefined) return null;
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    const parsed = Object.entries(texts)
      .filter(([name]) => partOf(name) === part)
      .map(([name, text]) => {
        const elements = parse(text);
        return [
          name,
          elements.length === 1 && elements[0]?.type === TYPE.literal ? elements[0].value : elements,
        ];
      });
    this.addWatchFile(file);
    return {
      code: `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(parsed)))});`,
      moduleType: 'js',
    };
  },
});

const GUIDES = 'virtual:guides/';

/** Makes one module of all guides of a language (docs/help), parsed at build time. */
const parsedGuides = (): Plugin => ({
  name: 'parsed-guides',
  resolveId: id => (id.startsWith(GUIDES) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${GUIDES}`)) return null;
    const folder = resolve('docs/help', id.slice(GUIDES.length + 1));
    const guides = readdirSync(folder).map(file => {
      this.addWatchFile(`${folder}/${file}`);
      return parseGuide(file.replace(/\.md$/, ''), readFileSync(`${folder}/${file}`, 'utf8'));
    });
    return {
      code: `export default JSON.parse(${JSON.stringify(JSON.stringify(guides))});`,
      moduleType: 'js',
    };
  },
});

const DOCUMENTS = /import \{([^}]*)\} from '([^']*\/graphql\/generated\/graphql\.ts)';/;

/**
 * Makes each GraphQL document a module of its own: the generated file contains all of them, so the sign-in page would
 * load the forms of every entity. A document is loaded as text, which has a twentieth of the size of its tree.
 */
const partedDocuments = (): Plugin => ({
  name: 'parted-documents',
  enforce: 'pre',
  transform(code, id) {
    const [statement, names = '', from] = DOCUMENTS.exec(code) ?? [];
    if (statement === undefined || !/\/src\/.*\.tsx?$/.test(id)) return null;
    const imports = names
      .split(',')
      .map(name => name.trim())
      .filter(name => name !== '' && !name.startsWith('type '))
      .map(name => `import { ${name} } from '${from}?document=${name}';`);
    // On one line, so that the numbers of the other lines do not change.
    return {
      code: code.replace(statement, imports.join(' ') + '\n'.repeat(statement.split('\n').length - 1)),
      map: null,
    };
  },
  load(id) {
    const [, file, name] = /^(.*\/graphql\/generated\/graphql\.ts)\?document=(\w+)$/.exec(id) ?? [];
    if (file === undefined) return null;
    const [, document] =
      new RegExp(`^export const ${name} = (\\{.*\\}) as unknown as DocumentNode<`, 'm').exec(
        readFileSync(file, 'utf8'),
      ) ?? [];
    if (document === undefined) throw new Error(`There is no document ${name} in ${file}.`);
    this.addWatchFile(file);
    const text = print(JSON.parse(document) as DocumentNode).replaceAll(/\s+/g, ' ');
    return {
      code: `import { gql } from 'urql'; export const ${name} = /* @__PURE__ */ gql(${JSON.stringify(text)});`,
      moduleType: 'js',
    };
  },
});

/** Classes of the console whose names PrimeFlex defines too. */
const OURS = ['field', 'grid', 'col', 'formgrid'];

/** Selects from the 370 KB of PrimeFlex the utilities that a `className` uses. */
const purgedPrimeFlex = (): Plugin => ({
  name: 'purged-primeflex',
  enforce: 'pre',
  async transform(code, id) {
    if (!id.endsWith('/primeflex/primeflex.css')) return null;
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(file =>
      file.endsWith('.tsx'),
    );
    const [purged] = await new PurgeCSS().purge({
      content: files.map(file => ({ raw: readFileSync(`src/${file}`, 'utf8'), extension: 'tsx' })),
      css: [{ raw: code }],
      blocklist: OURS,
      defaultExtractor: text =>
        [...text.matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g)].flatMap(([, plain = '', computed = '']) =>
          `${plain} ${computed}`.split(/[^\w:-]+/),
        ),
      keyframes: true,
      variables: false,
    });
    return { code: purged?.css ?? '', map: null };
  },
});

/** Chunks of fewer characters have few functions, and the comment would cost more than it saves. */
const SMALL_CHUNK = 8000;

/**
 * Tells the browser to compile all functions of a chunk while it loads, on another thread. Otherwise Chromium compiles
 * each function at its first call, on the thread that renders; other browsers ignore the comment.
 */
const compiledOnLoad = (): Plugin => ({
  name: 'compiled-on-load',
  apply: 'build',
  generateBundle: {
    // After Vite has put the names of the chunks to preload at the beginning.
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.code.length >= SMALL_CHUNK) {
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      }
    },
  },
});

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Compresses each file once, at the highest level; the server sends what a browser accepts (server/http/console.ts). */
const compressedFiles = (): Plugin => ({
  name: 'compressed-files',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter(name => /\.(?:js|css|svg)$/.test(name));
    await Promise.all(
      files.map(async name => {
        const path = join(dir, name);
        const content = await readFile(path);
        await writeFile(`${path}.br`, await toBrotli(content));
        await writeFile(`${path}.gz`, await toGzip(content, { level: 9 }));
      }),
    );
  },
});

export default defineConfig({
  plugins: [
    react(),
    parsedMessages(),
    parsedGuides(),
    partedDocuments(),
    purgedPrimeFlex(),
    earlyPages(),
    compiledOnLoad(),
    compressedFiles(),
    chunkGraph(),
  ],
  resolve: {
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
  },
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // tests/laws/sizes.test.ts limits what a page loads. The charts, which are loaded after the page, have 552 KB
    // before compression.
    chunkSizeWarningLimit: 600,
    // Every supported browser preloads modules without a polyfill.
    modulePreload: { polyfill: false },
    // Files are named by their hash alone: pages contain the names, and readable names add a kilobyte to each page.
    rolldownOptions: {
      output: {
        codeSplitting: chunks(),
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
      },
    },
  },
  server: { proxy: { '^/graphql(\\?.*)?$': 'http://127.0.0.1:3000', '/api': 'http://127.0.0.1:3000' } },
});
