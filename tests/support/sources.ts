import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

/** All source files of the program below these folders, as paths from its root. */
export const sourcesOf = (folders: readonly string[]): string[] =>
  folders.filter(existsSync).flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map(file => `${folder}/${file}`)
      .filter(file => /\.(?:ts|tsx|mjs)$/.test(file))
      .sort(),
  );

export interface Import {
  readonly file: string;
  /** A path from the root of the program, or the name of a package (`node:fs` for one of Node's own). */
  readonly of: string;
  readonly own: boolean;
  /** Whether the import names types only and disappears when the program runs. */
  readonly typesOnly: boolean;
  /** Whether the import is loaded while the program runs, by `import()`. */
  readonly lazy: boolean;
}

/**
 * Everything that a file imports, re-exports or loads lazily, including types, because dependency rules cover
 * types, too.
 */
export const importsOf = (file: string): Import[] => {
  const text = readFileSync(file, 'utf8');
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const named = [
    ...module.staticImports.map(
      ({ moduleRequest, entries }) =>
        [moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType), false] as const,
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [[moduleRequest.value, isType, false] as const] : [],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const literal = /^['"](.+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
      return literal ? [[literal[1]!, false, true] as const] : [];
    }),
  ];
  return named.map(([name, typesOnly, lazy]) =>
    name.startsWith('.')
      ? {
          file,
          of: relative('.', resolve(dirname(file), name.replace(/\?.*$/, ''))),
          own: true,
          typesOnly,
          lazy,
        }
      : {
          file,
          typesOnly,
          lazy,
          of: name.startsWith('node:')
            ? name
            : name
                .split('/')
                .slice(0, name.startsWith('@') ? 2 : 1)
                .join('/'),
          own: false,
        },
  );
};
