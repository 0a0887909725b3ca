import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Parses messages at build time, as vite.config.ts does for the console. */
const parsedMessages: Plugin = {
  name: 'parsed-messages',
  enforce: 'pre',
  transform: (code, id) =>
    /\/messages\/[\w-]+\.json$/.test(id)
      ? {
          code: `export default ${JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(code) as Record<string, string>).map(([name, text]) => [name, parse(text)])))};`,
          moduleType: 'js',
        }
      : null,
};

/** Builds pages like the console and serves them. */
export const servePages = async (
  root: string,
  pages: readonly string[],
  outDir: string,
): Promise<{ readonly url: string; readonly close: () => void }> => {
  await build({
    configFile: false,
    logLevel: 'silent',
    root,
    plugins: [react(), parsedMessages],
    resolve: {
      alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
    },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: { input: pages.map(page => join(root, page)) },
    },
  });
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname;
    if (path === '/favicon.ico') return response.writeHead(204).end();
    if (path === '/icon.svg')
      return response
        .writeHead(200, { 'content-type': 'image/svg+xml' })
        .end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    readFile(join(outDir, path)).then(
      content =>
        response
          .writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
          .end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
};
