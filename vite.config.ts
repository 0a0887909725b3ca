import { readFileSync } from 'node:fs';
import { parse } from '@formatjs/icu-messageformat-parser';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** What the pages outside the shell say; all other texts come with the shell. */
const DOOR = /^(?:app|shell|login|startup|product|notFound|crash|failure|fault)\./;

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

export default defineConfig({
  plugins: [react(), parsedMessages()],
  resolve: {
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
  },
  build: { outDir: 'dist/console', emptyOutDir: true, manifest: true, target: 'es2023', assetsInlineLimit: 0 },
  server: { proxy: { '^/graphql(\\?.*)?$': 'http://127.0.0.1:3000', '/api': 'http://127.0.0.1:3000' } },
});
