import { readdirSync, readFileSync } from 'node:fs';
import { parse } from '@formatjs/icu-messageformat-parser';
import react from '@vitejs/plugin-react';
import { PurgeCSS } from 'purgecss';
import { defineConfig, type Plugin } from 'vite';

/** Why a page outside the shell may fail, and what may be wrong with its few fields: a company, an address, a password. */
const DOOR_FAILURES = [
  'cancelled', 'invalid', 'malformed', 'offline', 'overloaded', 'reset_refused', 'session_ended', 'signin_refused', 'timed_out', 'too_many_requests', 'unauthenticated', 'unavailable', 'unexpected',
];
const DOOR_FAULTS = ['format', 'format_email', 'required', 'text', 'too_long', 'too_personal', 'too_short'];

/** What the pages outside the shell say; all other texts come with the shell. */
const DOOR = new RegExp(String.raw`^(?:(?:app|login|startup|notFound|crash)\.|failure\.(?:${DOOR_FAILURES.join('|')})$|fault\.(?:${DOOR_FAULTS.join('|')})$|shell\.(?:language|theme|signOut))`);

/**
 * Parses the messages while building, so that the browser needs no parser: half of react-intl's size. All of them,
 * since a plain text would be handed to the parser that is not there. `?part=door` are the texts that the sign-in page needs,
 * `?part=house` the others.
 */
const parsedMessages = (): Plugin => ({
  name: 'parsed-messages',
  enforce: 'pre',
  load(id) {
    const [, file, part] = /^(.*\/src\/messages\/[\w-]+\.json)\?part=(door|house)$/.exec(id) ?? [];
    if (file === undefined) return null;
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    const parsed = Object.entries(texts)
      .filter(([name]) => DOOR.test(name) === (part === 'door'))
      .map(([name, text]) => [name, parse(text)]);
    this.addWatchFile(file);
    return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(parsed)))});`, moduleType: 'js' };
  },
});

const DOCUMENTS = /import \{([^}]*)\} from '([^']*\/graphql\/generated\/graphql\.ts)';/;

/**
 * Each GraphQL document as a module of its own. The generated file has them all, and whoever needs the first one would carry the others: the sign-in page
 * the forms of every entity.
 */
const partedDocuments = (): Plugin => ({
  name: 'parted-documents',
  enforce: 'pre',
  transform(code, id) {
    const [whole, names = '', from] = DOCUMENTS.exec(code) ?? [];
    if (whole === undefined || !/\/src\/.*\.tsx?$/.test(id)) return null;
    const imports = names.split(',').map(name => name.trim()).filter(name => name !== '' && !name.startsWith('type ')).map(name => `import { ${name} } from '${from}?document=${name}';`);
    // On one line, so that every other line stays where it was.
    return { code: code.replace(whole, imports.join(' ') + '\n'.repeat(whole.split('\n').length - 1)), map: null };
  },
  load(id) {
    const [, file, name] = /^(.*\/graphql\/generated\/graphql\.ts)\?document=(\w+)$/.exec(id) ?? [];
    if (file === undefined) return null;
    const [, document] = new RegExp(`^export const ${name} = (\\{.*\\}) as unknown as DocumentNode<`, 'm').exec(readFileSync(file, 'utf8')) ?? [];
    if (document === undefined) throw new Error(`There is no document ${name} in ${file}.`);
    this.addWatchFile(file);
    return { code: `export const ${name} = ${document};`, moduleType: 'js' };
  },
});

/** The packages under every page. */
const BASE = /node_modules\/(?:react|react-dom|scheduler|react-intl|@formatjs|intl-messageformat|@tanstack\/(?:react-router|router-core|history|store|react-store)|@urql|wonka|@0no-co|xstate|@xstate|use-[\w-]+)\//;

/** What of our own every page needs. */
const FRONT = /\/(?:machines\/(?:banner|cause|chrome|console|failure|language|port|session|startup)\.ts|src\/(?:gateway\/(?:client|failure)\.|console\/(?:address|context|create|locale|looks|media|ports|speaking|storage|tabs|texts|tokens)\.|screens\/(?:brand|crash|page-title|public-page)\.))/;

/** Classes of our own that PrimeFlex would dress as well. */
const OURS = ['field', 'grid', 'col', 'formgrid'];

/** Of PrimeFlex's 370 KB, the utilities that some `className` names. */
const purgedPrimeFlex = (): Plugin => ({
  name: 'purged-primeflex',
  enforce: 'pre',
  async transform(code, id) {
    if (!id.endsWith('/primeflex/primeflex.css')) return null;
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.tsx'));
    const [purged] = await new PurgeCSS().purge({
      content: files.map(file => ({ raw: readFileSync(`src/${file}`, 'utf8'), extension: 'tsx' })),
      css: [{ raw: code }],
      blocklist: OURS,
      defaultExtractor: text => [...text.matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g)].flatMap(([, plain = '', computed = '']) => `${plain} ${computed}`.split(/[^\w:-]+/)),
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
    outDir: 'dist/console', emptyOutDir: true, manifest: true, target: 'es2023', assetsInlineLimit: 0,
    // What every page needs in one file: cut up by who imports it, it came in twenty, and each is compressed by itself.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: BASE }, { name: 'door', test: FRONT }] } } },
  },
  server: { proxy: { '^/graphql(\\?.*)?$': 'http://127.0.0.1:3000', '/api': 'http://127.0.0.1:3000' } },
});
