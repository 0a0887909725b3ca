/**
 * The rules of OpenAPI 3.0.3 for the objects that a contract of ours may hold, as one table: what may stand
 * in each, and what must.
 */

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Rule {
  readonly may: string;
  readonly must?: string;
  readonly inside?: Readonly<Record<string, Kind>>;
}
/** A kind of object; `name*` is a map of names to that kind, `name[]` a list of it. */
type Kind = string;

const RULES: Readonly<Record<string, Rule>> = {
  document: {
    may: 'openapi info paths components security tags servers externalDocs',
    must: 'openapi info paths',
    inside: { info: 'info', paths: 'path*', components: 'components' },
  },
  info: { may: 'title version description termsOfService contact license', must: 'title version' },
  components: {
    may: 'schemas securitySchemes parameters responses',
    inside: { schemas: 'schema*', parameters: 'parameter*', responses: 'response*' },
  },
  path: {
    may: 'get put post delete patch parameters summary description',
    inside: {
      get: 'operation',
      put: 'operation',
      post: 'operation',
      delete: 'operation',
      patch: 'operation',
      parameters: 'parameter[]',
    },
  },
  operation: {
    may: 'operationId summary description tags parameters requestBody responses security deprecated',
    must: 'operationId responses',
    inside: { parameters: 'parameter[]', requestBody: 'body', responses: 'response*' },
  },
  parameter: {
    may: 'name in required description schema style explode deprecated example',
    must: 'name in schema',
    inside: { schema: 'schema' },
  },
  body: { may: 'content required description', must: 'content', inside: { content: 'media*' } },
  response: { may: 'description content headers', must: 'description', inside: { content: 'media*' } },
  media: { may: 'schema example examples', inside: { schema: 'schema' } },
  schema: {
    may:
      'type format description title nullable enum default minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems' +
      ' minProperties maxProperties required properties additionalProperties items allOf anyOf oneOf not readOnly writeOnly deprecated example',
    inside: {
      properties: 'schema*',
      items: 'schema',
      allOf: 'schema[]',
      anyOf: 'schema[]',
      oneOf: 'schema[]',
      not: 'schema',
      additionalProperties: 'schema',
    },
  },
};
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean']);

/** Where a document is no OpenAPI 3.0.3; empty: it is one. */
export const wrongIn = (document: JsonObject): string[] => {
  const wrong: string[] = [];
  const resolve = (ref: string) =>
    ref
      .slice(2)
      .split('/')
      .reduce<Json | undefined>((at, key) => (isObject(at) ? at[key] : undefined), document);
  const check = (value: Json, kind: Kind, place: string): void => {
    if (kind.endsWith('[]')) {
      if (!Array.isArray(value)) wrong.push(`${place} is no list`);
      else value.forEach((inner, index) => check(inner, kind.slice(0, -2), `${place}.${index}`));
      return;
    }
    if (kind === 'schema' && typeof value === 'boolean' && place.endsWith('.additionalProperties')) return;
    if (!isObject(value)) return void wrong.push(`${place} is no object`);
    if (kind.endsWith('*'))
      return Object.entries(value).forEach(([name, inner]) =>
        check(inner, kind.slice(0, -1), `${place}.${name}`),
      );
    if (typeof value['$ref'] === 'string') {
      // What stands beside a reference is not read, `nullable` first of all: a null would then break what was
      // generated.
      const beside = Object.keys(value).filter(key => key !== '$ref');
      if (beside.some(key => key !== 'description'))
        wrong.push(`${place} has ${beside.join(', ')} beside its $ref`);
      if (!value['$ref'].startsWith('#/') || resolve(value['$ref']) === undefined)
        wrong.push(`${place} refers to nothing (${value['$ref']})`);
      return;
    }
    const { may, must = '', inside = {} } = RULES[kind] ?? { may: '' };
    for (const key of Object.keys(value))
      if (!may.split(' ').includes(key) && !key.startsWith('x-')) wrong.push(`${place} has ${key}`);
    for (const key of must.split(' ').filter(Boolean))
      if (!(key in value)) wrong.push(`${place} lacks ${key}`);
    if (kind === 'schema' && value['type'] !== undefined && !TYPES.has(String(value['type'])))
      wrong.push(`${place} has the type ${JSON.stringify(value['type'])}`);
    if (kind === 'schema' && value['type'] === 'array' && !('items' in value))
      wrong.push(`${place} lacks items`);
    if (
      kind === 'schema' &&
      value['nullable'] === true &&
      value['type'] === undefined &&
      value['allOf'] === undefined
    )
      wrong.push(`${place} is nullable and has no type`);
    for (const [key, innerKind] of Object.entries(inside))
      if (value[key] !== undefined) check(value[key], innerKind, `${place}.${key}`);
  };
  check(document, 'document', 'contract');
  return wrong;
};

export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly id: string;
  readonly parameters: readonly JsonObject[];
  readonly responses: JsonObject;
  readonly operation: JsonObject;
}

/** Every operation of a document. */
export const operationsOf = (document: JsonObject): Operation[] =>
  Object.entries(document['paths'] as JsonObject).flatMap(([path, item]) =>
    Object.entries(item as JsonObject).map(([method, operation]) => {
      const { operationId, parameters, responses } = operation as JsonObject;
      const shared = (document['components'] as JsonObject)['parameters'] as
        | Readonly<Record<string, JsonObject>>
        | undefined;
      const resolved = ((parameters ?? []) as JsonObject[]).map(
        parameter => shared?.[String(parameter['$ref']).split('/').at(-1) ?? ''] ?? parameter,
      );
      return {
        path,
        method,
        id: String(operationId),
        parameters: resolved,
        responses: responses as JsonObject,
        operation: operation as JsonObject,
      };
    }),
  );

/** Every schema of a document with its place, also those inside others. */
export const schemasOf = (
  document: JsonObject,
): readonly (readonly [place: string, schema: JsonObject])[] => {
  const found: (readonly [string, JsonObject])[] = [];
  const collect = (value: Json, place: string, isSchema: boolean): void => {
    if (Array.isArray(value))
      return value.forEach((inner, index) => collect(inner, `${place}.${index}`, isSchema));
    if (!isObject(value)) return;
    if (isSchema) found.push([place, value]);
    for (const [key, inner] of Object.entries(value)) {
      if (isSchema && key === 'properties')
        Object.entries(inner as JsonObject).forEach(([name, schema]) =>
          collect(schema, `${place}.${name}`, true),
        );
      else if (key === 'schemas')
        Object.entries(inner as JsonObject).forEach(([name, schema]) =>
          collect(schema, `${place}.${name}`, true),
        );
      else
        collect(
          inner,
          `${place}.${key}`,
          key === 'schema' ||
            (isSchema && ['items', 'allOf', 'anyOf', 'oneOf', 'not', 'additionalProperties'].includes(key)),
        );
    }
  };
  collect(document, 'contract', false);
  return found;
};
