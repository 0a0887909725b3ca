import { readdirSync, readFileSync } from 'node:fs';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import react from '@vitejs/plugin-react';
import { print, type DocumentNode } from 'graphql';
import { PurgeCSS } from 'purgecss';
import { defineConfig, type Plugin } from 'vite';
import { chunks } from './scripts/chunks.ts';
import { partOf, PARTS } from './src/messages/parts.ts';

/**
 * Parses the messages while building, so that the browser needs no parser: half of react-intl's size. A text
 * without holes stays a text, which
 * src/console/locale.ts spells out. `?part=` is one of src/messages/parts.ts.
 */
const parsedMessages = (): Plugin => ({
  name: 'parsed-messages',
  enforce: 'pre',
  load(id) {
    const [, file, asked] = /^(.*\/src\/messages\/[\w-]+\.json)\?part=(\w+)$/.exec(id) ?? [];
    const part = PARTS.find(known => known === asked);
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

const DOCUMENTS = /import \{([^}]*)\} from '([^']*\/graphql\/generated\/graphql\.ts)';/;

/**
 * Each GraphQL document as a module of its own. The generated file has them all, and whoever needs the first
 * one would carry the others: the sign-in page
 * the forms of every entity. It travels as text, a twentieth of its tree.
 */
const partedDocuments = (): Plugin => ({
  name: 'parted-documents',
  enforce: 'pre',
  transform(code, id) {
    const [whole, names = '', from] = DOCUMENTS.exec(code) ?? [];
    if (whole === undefined || !/\/src\/.*\.tsx?$/.test(id)) return null;
    const imports = names
      .split(',')
      .map(name => name.trim())
      .filter(name => name !== '' && !name.startsWith('type '))
      .map(name => `import { ${name} } from '${from}?document=${name}';`);
    // On one line, so that every other line stays where it was.
    return {
      code: code.replace(whole, imports.join(' ') + '\n'.repeat(whole.split('\n').length - 1)),
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

/** Classes of our own that PrimeFlex would dress as well. */
const OURS = ['field', 'grid', 'col', 'formgrid'];

/** Of PrimeFlex's 370 KB, the utilities that some `className` names. */
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

export default defineConfig({
  plugins: [react(), parsedMessages(), partedDocuments(), purgedPrimeFlex()],
  resolve: {
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
  },
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // What a page loads is limited in tests/laws/sizes.test.ts. The charts, which come after the page, are
    // 552 KB before compression.
    chunkSizeWarningLimit: 600,
    // Every browser that understands this console preloads modules by itself.
    modulePreload: { polyfill: false },
    // By their content alone: pages and files know each other by these names, and names of words cost every
    // page a kilobyte.
    rolldownOptions: { output: { codeSplitting: chunks(), chunkFileNames: 'assets/[hash].js' } },
  },
  server: { proxy: { '^/graphql(\\?.*)?$': 'http://127.0.0.1:3000', '/api': 'http://127.0.0.1:3000' } },
});
