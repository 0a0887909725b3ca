import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Type } from '@fastify/type-provider-typebox';
import { createApp } from '../../server/app.ts';
import { component, Nullable } from '../../server/http/schemas.ts';
import { contractForMesh } from '../../mesh/contract.ts';
import { createTestParts, type TestParts } from '../support/test-parts.ts';
import { isObject, operationsOf, schemasOf, wrongIn, type JsonObject } from '../support/openapi.ts';

let parts: TestParts;
let served: JsonObject;
/** The schemas as the modules declared them, by component or route: the generator has changed those of `served`. */
const declared: [place: string, schema: unknown][] = [];

const collectDeclared = (message: unknown): void => {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  const { addSchema } = fastify;
  // The scopes of plugins inherit from the instance, but their schemas do not reach its `getSchemas`.
  fastify.addSchema = function (this: FastifyInstance, schema) {
    declared.push([(schema as { readonly $id: string }).$id, schema]);
    return addSchema.call(this, schema);
  };
  fastify.addHook('onRoute', ({ method, url, schema }) => {
    declared.push([`${method.toString()} ${url}`, schema]);
  });
};

beforeAll(async () => {
  parts = await createTestParts();
  subscribe('fastify.initialization', collectDeclared);
  const app = await createApp({ parts, collector: null }).finally(() =>
    unsubscribe('fastify.initialization', collectDeclared),
  );
  served = (await app.inject('/api/v1/openapi.json')).json<JsonObject>();
  await app.close();
});
afterAll(() => parts.close());

describe('the REST contract', () => {
  it('in the repository is the one that the routes declare (else: npm run contract)', async () => {
    const committed = await readFile(new URL('../../mesh/openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(committed)).toEqual(served);
    // Byte for byte, so that a diff shows the changed lines only.
    expect(committed).toBe(`${JSON.stringify(served, null, 2)}\n`);
  });

  it('is OpenAPI 3.0.3', () => {
    expect(served['openapi']).toBe('3.0.3');
    expect(wrongIn(served)).toEqual([]);
  });

  it('has no nullable reference, since the generator drops keywords beside a reference and a null would then be an invalid answer', () => {
    expect(() => Nullable(component('Some', Type.Object({})).ref)).toThrow('Some# cannot be nullable');
    const refs = (value: unknown, place: string): string[] =>
      typeof value !== 'object' || value === null
        ? []
        : [
            ...('$ref' in value && Object.keys(value).length > 1 && 'nullable' in value ? [place] : []),
            ...Object.entries(value).flatMap(([key, inner]) => refs(inner, `${place}.${key}`)),
          ];
    expect(refs({ inner: { $ref: 'Some#', nullable: true } }, 'A')).toEqual(['A.inner']);
    expect(declared.flatMap(([name, schema]) => refs(schema, name))).toEqual([]);
    const components = Object.keys((served['components'] as JsonObject)['schemas'] as JsonObject);
    const places = new Set(declared.map(([place]) => place));
    expect(components.filter(name => name !== 'Failure' && !places.has(name))).toEqual([]);
    expect([...places].filter(place => place.includes(' /api/v1/')).length).toBeGreaterThan(200);
  });

  it('names each operation once, by a valid name of a GraphQL field', () => {
    const ids = operationsOf(served).map(operation => operation.id);
    expect(ids.filter(id => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
    expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
  });

  it('names its components in capitals', () => {
    const components = served['components'] as JsonObject;
    const names = Object.keys(components['schemas'] as JsonObject);
    expect(names).toEqual(expect.arrayContaining(['Ad', 'AdPage', 'Failure', 'Me', 'Tokens']));
    expect(names.filter(name => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
  });

  it('ends every address with a slash, and declares every path parameter', () => {
    for (const { path, parameters, id } of operationsOf(served)) {
      expect(path, id).toMatch(/^\/api\/v1\/.*\/$/);
      const declared = parameters
        .filter(parameter => parameter['in'] === 'path')
        .map(parameter => parameter['name']);
      expect(declared.toSorted(), id).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted(),
      );
    }
  });

  it('has ids as path parameters only: whole numbers, UUIDs or texts of digits', () => {
    for (const { parameters, id } of operationsOf(served)) {
      for (const { in: where, schema } of parameters) {
        if (where !== 'path' || !isObject(schema)) continue;
        const isId =
          schema['type'] === 'integer' ||
          schema['format'] === 'uuid' ||
          schema['pattern'] === '^[0-9]{1,20}$';
        expect(isId, `${id}: ${JSON.stringify(schema)}`).toBe(true);
      }
    }
  });

  it('answers every operation with JSON or a file, and every failure with the same schema', () => {
    const files = new Set(['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']);
    for (const { id, responses } of operationsOf(served)) {
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      expect(successes.length, id).toBeGreaterThan(0);
      for (const [status, response] of successes) {
        const types = Object.keys(((response as JsonObject)['content'] as JsonObject) ?? {});
        expect(types.length === 1 && files.has(types[0] ?? '') ? 'a file' : types, `${id} ${status}`).toEqual(
          id.startsWith('download') ? 'a file' : ['application/json'],
        );
      }
      expect(JSON.stringify(responses['default']), id).toContain('#/components/schemas/Failure');
    }
  });

  it('has named enumerations of texts only if every value is a valid GraphQL name', () => {
    for (const [place, schema] of schemasOf(served)) {
      if (
        !Array.isArray(schema['enum']) ||
        schema['type'] !== 'string' ||
        !/^contract\.components\.\w+$/.test(place)
      )
        continue;
      for (const word of schema['enum']) expect(String(word), place).toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/);
    }
  });
});

/** A parameter with an integer schema. */
const schema = (over: object) => ({ schema: { type: 'integer', ...over } });

describe('the contract for Mesh', () => {
  it('has no validation keywords, since the REST server validates', () => {
    const words = new Set([
      'minLength',
      'maxLength',
      'pattern',
      'format',
      'minimum',
      'maximum',
      'multipleOf',
      'minItems',
      'maxItems',
      'uniqueItems',
      'default',
    ]);
    for (const [place, schema] of schemasOf(contractForMesh(served) as JsonObject))
      expect(
        Object.keys(schema).filter(key => words.has(key)),
        place,
      ).toEqual([]);
  });

  it('has every operation except those that receive or return a file', () => {
    const ids = (operations: ReturnType<typeof operationsOf>) => operations.map(({ id }) => id);
    const ofFiles = operationsOf(served).filter(
      ({ id, operation }) =>
        id.startsWith('download') || JSON.stringify(operation['requestBody'] ?? '').includes('"text/csv"'),
    );
    expect(ofFiles.filter(({ id }) => id.startsWith('download')).length).toBeGreaterThan(20);
    expect(ids(operationsOf(contractForMesh(served) as JsonObject))).toEqual(
      ids(operationsOf(served)).filter(id => !ids(ofFiles).includes(id)),
    );
  });

  it('keeps every property, also one named like a keyword', () => {
    const contract = contractForMesh({
      components: {
        schemas: {
          A: {
            type: 'object',
            properties: {
              format: { type: 'string', format: 'date' },
              default: { type: 'integer' },
              pattern: { $ref: '#/x' },
            },
          },
        },
      },
    });
    expect(contract).toEqual({
      components: {
        schemas: {
          A: {
            type: 'object',
            properties: { format: { type: 'string' }, default: { type: 'number' }, pattern: { $ref: '#/x' } },
          },
        },
      },
    });
  });

  it('keeps an integer only if its bounds fit into Int', () => {
    expect(
      [
        { minimum: 1, maximum: 2 ** 31 - 1 },
        { minimum: 0 },
        { maximum: 5 },
        { minimum: 0, maximum: 2 ** 31 },
        {},
      ].map(over => (contractForMesh(schema(over)) as ReturnType<typeof schema>).schema.type),
    ).toEqual(['integer', 'number', 'number', 'number', 'number']);
  });
});
