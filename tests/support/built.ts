import { readFileSync } from 'node:fs';

/** The path of the built file that contains a lazily loaded module. */
export const builtFile = (source: string): string => {
  const manifest = JSON.parse(readFileSync('dist/console/.vite/manifest.json', 'utf8')) as Readonly<
    Record<string, { readonly file: string }>
  >;
  const chunk = manifest[source];
  if (chunk === undefined) throw new Error(`The build knows no ${source}.`);
  return `/${chunk.file}`;
};
