import { readFileSync } from 'node:fs';
import { parse } from '@formatjs/icu-messageformat-parser';
import react from '@vitejs/plugin-react';
import { PurgeCSS } from 'purgecss';
import { defineConfig, type Plugin } from 'vite';

/**
 * Parses the messages while building, so that the browser needs no parser: half of react-intl's size. A message without
 * any syntax stays the text that it is.
 */
const parsedMessages = (): Plugin => ({
  name: 'parsed-messages',
  enforce: 'pre',
  load(id) {
    if (!/\/src\/messages\/[\w-]+\.json$/.test(id)) return null;
    const texts = JSON.parse(readFileSync(id, 'utf8')) as Record<string, string>;
    const parsed = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, /[{}<>'#]/.test(text) ? parse(text) : text]));
    return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(parsed))});`, moduleType: 'js' };
  },
});

/** Of PrimeFlex's utilities only those that some screen names. */
const purgedPrimeFlex = (): Plugin => ({
  name: 'purged-primeflex',
  enforce: 'pre',
  apply: 'build',
  async transform(css, id) {
    if (!id.includes('/primeflex/')) return null;
    const [purged] = await new PurgeCSS().purge({ content: ['src/**/*.{ts,tsx}'], css: [{ raw: css }], variables: true });
    return { code: purged?.css ?? '', map: null };
  },
});

export default defineConfig({
  plugins: [react(), parsedMessages(), purgedPrimeFlex()],
  resolve: {
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
  },
  build: { outDir: 'dist/console', emptyOutDir: true, manifest: true, target: 'es2023', assetsInlineLimit: 0 },
  server: { proxy: { '/graphql': 'http://127.0.0.1:3000', '/api': 'http://127.0.0.1:3000' } },
});
