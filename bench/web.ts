import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { PAGES } from './pages.ts';
import type { Row } from './table.ts';
import { benchGrid } from './web-grid.ts';

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

const CHART = { source: 'src/components/chart/canvas.tsx', goal: 190 };

const graphOf = (manifest: Manifest, roots: readonly string[]): ReadonlySet<string> => {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`the build has no ${key}`);
    if (seen.has(key)) return;
    seen.add(key);
    chunk.imports?.forEach(visit);
  };
  roots.forEach(visit);
  return seen;
};

const gzipped = async (folder: string, files: Iterable<string>): Promise<number> => {
  const sizes = await Promise.all(
    [...files]
      .filter(file => file.endsWith('.js'))
      .map(async file => gzipSync(await readFile(join(folder, file)), { level: 9 }).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** Size of React without an application: the lower bound of a console in React. */
const bareReact = async (folder: string): Promise<number> => {
  const entry = join(folder, 'bare.js');
  await writeFile(
    entry,
    'import { createElement } from "react"; import { createRoot } from "react-dom/client"; createRoot(document.body).render(createElement("p"));',
  );
  const outDir = join(folder, 'bare');
  await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    resolve: {
      alias: {
        react: join(process.cwd(), 'node_modules/react'),
        'react-dom': join(process.cwd(), 'node_modules/react-dom'),
      },
    },
    build: { outDir, manifest: true, rollupOptions: { input: entry } },
  });
  const manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  return gzipped(
    outDir,
    Object.values(manifest).map(chunk => chunk.file),
  );
};

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;

/**
 * Size of the required JavaScript (gzip -9) of a fresh console build, compared with React alone from the same run; then
 * the benchmark of the grid.
 */
export const benchWeb = async (): Promise<Row[]> => {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, '../scripts/browser.mjs')], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('no browser is available for the measurement');
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-web-'));
  try {
    const outDir = join(folder, 'console');
    await build({ logLevel: 'silent', build: { outDir, emptyOutDir: true } });
    const manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest;
    const reference = await bareReact(folder);
    const entries = Object.keys(manifest).filter(key => manifest[key]?.isEntry === true);
    const filesOf = (roots: readonly string[], without: ReadonlySet<string> = new Set()) =>
      new Set(
        [...graphOf(manifest, roots)]
          .filter(key => !without.has(key))
          .flatMap(key => manifest[key]?.file ?? []),
      );
    const rowOf = (name: string, size: number, goal: number): Row => ({
      name,
      ours: kilobytes(size),
      reference: `${kilobytes(reference)} React only`,
      ratio: (size / reference).toFixed(2),
      goal: `≤ ${goal} KB`,
    });
    const pages = await Promise.all(
      Object.entries(PAGES).map(async ([name, { routes, goal }]) =>
        rowOf(`JavaScript of ${name}`, await gzipped(outDir, filesOf([...entries, ...routes])), goal),
      ),
    );
    const others = graphOf(manifest, [
      ...entries,
      'src/layout/shell.tsx',
      'src/screens/dashboard/dashboard.tsx',
    ]);
    const charts = rowOf(
      'JavaScript of the charts, loaded after the page',
      await gzipped(outDir, filesOf([CHART.source], others)),
      CHART.goal,
    );
    return [...pages, charts, ...(await benchGrid())];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
