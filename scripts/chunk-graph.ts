import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** The modules and chunks of a build of the console, with paths below the project's folder. */
export interface ChunkGraph {
  readonly modules: Readonly<
    Record<string, { readonly imports: readonly string[]; readonly dynamicImporters: readonly string[] }>
  >;
  readonly chunks: readonly {
    readonly fileName: string;
    readonly isEntry: boolean;
    readonly facadeModule: string | null;
    readonly imports: readonly string[];
    /** The uncompressed bytes of each module. */
    readonly modules: Readonly<Record<string, number>>;
  }[];
}

/** The graph of the build in dist/console. */
export const CHUNK_GRAPH = 'dist/console-graph.json';

const root = resolve(import.meta.dirname, '..');
const nameOf = (id: string): string => (id.startsWith(`${root}/`) ? id.slice(root.length + 1) : id);

/** Writes the graph beside the folder of the build, which is served, for tests/laws/sizes.test.ts. */
export const chunkGraph = (): Plugin => {
  const modules: Record<string, ChunkGraph['modules'][string]> = {};
  return {
    name: 'chunk-graph',
    apply: 'build',
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const found = this.getModuleInfo(id);
        modules[nameOf(id)] = {
          imports: (found?.importedIds ?? []).map(nameOf),
          dynamicImporters: (found?.dynamicImporters ?? []).map(nameOf),
        };
      }
    },
    async writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).flatMap(made =>
        made.type === 'chunk'
          ? [
              {
                fileName: made.fileName,
                isEntry: made.isEntry,
                facadeModule: made.facadeModuleId === null ? null : nameOf(made.facadeModuleId),
                imports: made.imports,
                modules: Object.fromEntries(
                  Object.entries(made.modules).map(([id, { renderedLength }]) => [
                    nameOf(id),
                    renderedLength,
                  ]),
                ),
              },
            ]
          : [],
      );
      await writeFile(`${dir}-graph.json`, JSON.stringify({ modules, chunks } satisfies ChunkGraph));
    },
  };
};
