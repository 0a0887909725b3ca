import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { generate } from '@graphql-codegen/cli';
import { buildSchema, parse, validate, visit, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import config from '../../codegen.ts';
import { limits } from '../../mesh/limits.ts';
import { publicSchema } from '../../mesh/schema.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, root), 'utf8');

/** Aliases of roots: what the console's screens read, whatever the operation is called. */
const ROOTS = new Set(['page', 'one', 'saved', 'removed', 'restored', 'report', 'newer', 'lines', 'done', 'preview']);
/** One operation asks for many things at once. */
const MANY = new Set(['StartupLists']);

let sources: { readonly file: string; readonly text: string; readonly document: DocumentNode }[];
let operations: readonly OperationDefinitionNode[];
beforeAll(async () => {
  const files = (await readdir(new URL('graphql/operations/', root))).filter(name => name.endsWith('.graphql')).toSorted();
  sources = await Promise.all(files.map(async file => {
    const text = await read(`graphql/operations/${file}`);
    return { file, text, document: parse(text) };
  }));
  operations = sources.flatMap(source => source.document.definitions.filter(definition => definition.kind === 'OperationDefinition'));
});

describe('the GraphQL contract', () => {
  it('that is committed is the one that Mesh builds (else: npm run contract)', async () => {
    expect(await read('graphql/schema.graphql')).toBe(publicSchema(await read('.mesh/schema.graphql')));
  });

  it('has its generated documents from the schema and the operations of now (else: npm run contract)', async () => {
    const files = await generate({ ...config, cwd: fileURLToPath(root) }, false) as { filename: string; content: string }[];
    expect(files.length).toBeGreaterThan(0);
    for (const { filename, content } of files) expect(await read(filename), filename).toBe(content);
    // And the constraints, which are written from the REST contract (constraints.test.ts).
    expect((await readdir(new URL('graphql/generated/', root))).length).toBe(files.length + 1);
  });

  it('is spoken by every operation of the console', async () => {
    const schema = buildSchema(await read('graphql/schema.graphql'));
    for (const { file, document } of sources) expect(validate(schema, document), file).toEqual([]);
  });

  it('shows nothing of how a field is fetched', async () => {
    expect(await read('graphql/schema.graphql')).not.toMatch(/httpOperation|\/api\/v1|rest\.invalid|ObjMap/);
  });
});

describe('an operation of the console', () => {
  it('has a name of its own and aliases its root to the word that screens read', () => {
    const names = operations.map(operation => operation.name?.value ?? '');
    expect(names).toEqual([...new Set(names)]);
    for (const { name, selectionSet } of operations) {
      expect(name?.value).toMatch(/^[A-Z][A-Za-z0-9]*$/);
      if (MANY.has(name?.value ?? '')) continue;
      expect(selectionSet.selections, name?.value).toHaveLength(1);
      const [field] = selectionSet.selections;
      expect(field?.kind === 'Field' && ROOTS.has(field.alias?.value ?? ''), name?.value).toBe(true);
    }
  });

  it('stays below half of every limit', () => {
    for (const { text, document, file } of sources) {
      let [depth, deepest, aliases] = [0, 0, 0];
      visit(document, { Field: {
        enter: field => { depth += 1; deepest = Math.max(deepest, depth); aliases += field.alias === undefined ? 0 : 1; },
        leave: () => { depth -= 1; },
      } });
      const names = new Map<string, number>();
      visit(document, { Field: ({ alias, name }) => { names.set((alias ?? name).value, (names.get((alias ?? name).value) ?? 0) + 1); } });
      const repeats = Math.max(0, ...names.values());
      let tokens = 0;
      for (let token = document.loc?.startToken.next; token; token = token.next) tokens += token.kind === 'Comment' ? 0 : 1;
      expect({ deepest, aliases, repeats, tokens, characters: text.length }, file).toSatisfy((used: { deepest: number; aliases: number; repeats: number; tokens: number; characters: number }) =>
        used.repeats * 2 <= limits.repeats && used.deepest * 2 <= limits.depth && used.aliases * 2 <= limits.aliases && used.tokens * 2 <= limits.tokens && used.characters * 2 <= limits.document);
    }
  });
});
