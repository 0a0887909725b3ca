import { readdir, readFile } from 'node:fs/promises';
import { Kind, parse, print, separateOperations, visit, type DocumentNode } from 'graphql';

/** The operations that the console sends, from the files that its typed documents are generated from. */

const FOLDER = new URL('../graphql/', import.meta.url);

const nameOf = (definition: DocumentNode['definitions'][number]): string =>
  'name' in definition ? `${definition.kind} ${definition.name?.value ?? ''}` : definition.kind;

/** A text that two documents share if they differ only in layout, order of definitions, and `__typename`. */
export const canonicalText = (document: DocumentNode): string => {
  const plain = visit(document, {
    Field: field => (field.name.value === '__typename' && field.alias === undefined ? null : undefined),
  });
  return print({
    kind: Kind.DOCUMENT,
    definitions: plain.definitions.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)),
  });
};

const readDocuments = async (): Promise<DocumentNode> => {
  const operations = await readdir(new URL('operations/', FOLDER));
  const files = ['entities.graphql', 'reports.graphql', ...operations.map(name => `operations/${name}`)];
  const texts = await Promise.all(files.map(file => readFile(new URL(file, FOLDER), 'utf8')));
  return parse(texts.join('\n'), { noLocation: true });
};

/** Reads the operations of the console, as {@link canonicalText}. */
export const readConsoleOperations = async (): Promise<ReadonlySet<string>> =>
  new Set(Object.values(separateOperations(await readDocuments())).map(canonicalText));
