import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { generate } from '@graphql-codegen/cli';
import {
  buildSchema,
  concatAST,
  parse,
  print,
  separateOperations,
  validate,
  visit,
  type DocumentNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import config from '../../codegen.ts';
import { limits } from '../../mesh/limits.ts';
import { publicSchema } from '../../mesh/schema.ts';
import { standardOperationsOf } from '../../scripts/operations.ts';
import { reportOperationsOf } from '../../scripts/report-operations.ts';
import { entities } from '../../server/entities/entities.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, root), 'utf8');

/** Aliases of root fields, by which screens read the answer of any operation. */
const ROOTS = new Set([
  'page',
  'one',
  'saved',
  'removed',
  'restored',
  'report',
  'newer',
  'lines',
  'done',
  'preview',
]);
/** Operations with several root fields. */
const MANY = new Set(['EntrySearch', 'ProductSetup', 'StartupLists']);

/** The generated operations of entities and of reports. */
const STANDARD = 'graphql/entities.graphql';
const REPORTS = 'graphql/reports.graphql';

/** All operations as one document, and each operation with its fragments as it is sent. */
let mergedDocument: DocumentNode;
let sent: readonly { readonly name: string; readonly document: DocumentNode; readonly text: string }[];
let operations: readonly OperationDefinitionNode[];
beforeAll(async () => {
  const files = (await readdir(new URL('graphql/operations/', root)))
    .filter(name => name.endsWith('.graphql'))
    .toSorted()
    .map(name => `graphql/operations/${name}`);
  mergedDocument = concatAST(
    await Promise.all([...files, STANDARD, REPORTS].map(async file => parse(await read(file)))),
  );
  sent = Object.entries(separateOperations(mergedDocument)).map(([name, document]) => ({
    name,
    document: parse(print(document)),
    text: print(document),
  }));
  operations = mergedDocument.definitions.filter(definition => definition.kind === 'OperationDefinition');
});

describe('the GraphQL contract', () => {
  it('in the repository is the one that Mesh builds (else: npm run contract)', async () => {
    expect(await read('graphql/schema.graphql')).toBe(publicSchema(await read('.mesh/schema.graphql')));
  });

  it('has documents generated from the present schema and operations (else: npm run contract)', async () => {
    const files = (await generate({ ...config, cwd: fileURLToPath(root) }, false)) as {
      filename: string;
      content: string;
    }[];
    expect(files.length).toBeGreaterThan(0);
    for (const { filename, content } of files) expect(await read(filename), filename).toBe(content);
    // The one other file holds the constraints, which constraints.test.ts compares.
    expect((await readdir(new URL('graphql/generated/', root))).length).toBe(files.length + 1);
  });

  it('has operations of entities generated from the present schema and entities (else: npm run contract)', async () => {
    expect(await read(STANDARD)).toBe(standardOperationsOf(await read('graphql/schema.graphql'), entities));
  });

  it('has the operations of reports from the schema of now (else: npm run contract)', async () => {
    expect(await read(REPORTS)).toBe(reportOperationsOf(await read('graphql/schema.graphql')));
  });

  it('validates every operation of the console', async () => {
    const schema = buildSchema(await read('graphql/schema.graphql'));
    expect(validate(schema, mergedDocument)).toEqual([]);
  });

  it('does not reveal how a field is fetched', async () => {
    expect(await read('graphql/schema.graphql')).not.toMatch(/httpOperation|\/api\/v1|rest\.invalid|ObjMap/);
  });
});

/** Nesting depth of the fields, with fragments resolved. */
const depthOf = (document: DocumentNode, { selections }: SelectionSetNode): number =>
  Math.max(
    ...selections.map(selection => {
      if (selection.kind === 'Field')
        return 1 + (selection.selectionSet === undefined ? 0 : depthOf(document, selection.selectionSet));
      if (selection.kind === 'InlineFragment') return depthOf(document, selection.selectionSet);
      return Math.max(
        ...document.definitions.map(definition =>
          definition.kind === 'FragmentDefinition' && definition.name.value === selection.name.value
            ? depthOf(document, definition.selectionSet)
            : 0,
        ),
      );
    }),
  );

describe('an operation of the console', () => {
  it('has a unique name, and aliases its root field to a known word', () => {
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
    for (const { text, document, name } of sent) {
      let aliases = 0;
      visit(document, {
        Field: field => {
          aliases += field.alias === undefined ? 0 : 1;
        },
      });
      const deepest = depthOf(
        document,
        document.definitions.find(definition => definition.kind === 'OperationDefinition')!.selectionSet,
      );
      const names = new Map<string, number>();
      visit(document, {
        Field: field => {
          names.set(
            (field.alias ?? field.name).value,
            (names.get((field.alias ?? field.name).value) ?? 0) + 1,
          );
        },
      });
      const repeats = Math.max(0, ...names.values());
      let tokens = 0;
      for (let token = document.loc?.startToken.next; token; token = token.next)
        tokens += token.kind === 'Comment' ? 0 : 1;
      expect({ deepest, aliases, repeats, tokens, characters: text.length }, name).toSatisfy(
        (used: { deepest: number; aliases: number; repeats: number; tokens: number; characters: number }) =>
          used.repeats * 2 <= limits.repeats &&
          used.deepest * 2 <= limits.depth &&
          used.aliases * 2 <= limits.aliases &&
          used.tokens * 2 <= limits.tokens &&
          used.characters * 2 <= limits.document,
      );
    }
  });
});
