import { formats, type FormatName } from '../server/http/formats.ts';

/**
 * Generates `graphql/generated/constraints.ts`: the constraints of every request body (`AdForm`, `AdChange`) and of
 * each analysis's parameters (`WhatIfParameters`). `src/resources/constraints.ts` validates drafts by them. An unknown
 * keyword fails the build, because the server would validate it and the console would not.
 */

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords that both sides validate under the same name. */
const SAME = [
  'type',
  'nullable',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'multipleOf',
  'enum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'maxProperties',
];
/** Keywords without constraints on values, or read separately here. */
const READ = new Set([
  'description',
  'default',
  'format',
  'items',
  'properties',
  'required',
  'additionalProperties',
]);

const nameOf = (ref: unknown): string => String(ref).replace('#/components/schemas/', '');
const constant = (format: FormatName): string =>
  format.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

interface Source {
  readonly schemas: Readonly<Record<string, unknown>>;
  readonly formats: Set<FormatName>;
  /** Components whose constants are generated already, in order. */
  readonly components: Map<string, string>;
}

const entry = (name: string, source: string): string =>
  `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${source}`;

/** One field as source text. */
const fieldOf = (schema: Json, where: string, source: Source): string => {
  if (schema['$ref'] !== undefined) return referred(nameOf(schema['$ref']), source);
  const unknown = Object.keys(schema).filter(key => !SAME.includes(key) && !READ.has(key));
  if (unknown.length > 0) throw new Error(`${where}: the console cannot check ${unknown.join(', ')}`);
  const entries = SAME.filter(key => schema[key] !== undefined).map(key =>
    entry(key, JSON.stringify(schema[key])),
  );
  const { format, items, properties, additionalProperties } = schema;
  // A date-time is never typed: it is the version of a row as it was read.
  if (typeof format === 'string' && format !== 'date-time') {
    if (!(format in formats)) throw new Error(`${where}: there is no format ${format}`);
    source.formats.add(format as FormatName);
    entries.push(entry('format', constant(format as FormatName)));
  }
  if (isObject(items)) entries.push(entry('items', fieldOf(items, `${where}[]`, source)));
  if (isObject(properties)) entries.push(entry('fields', fieldsOf(schema, where, source)));
  if (isObject(additionalProperties))
    entries.push(entry('values', fieldOf(additionalProperties, `${where}{}`, source)));
  return `{ ${entries.join(', ')} }`;
};

const asRequired = (field: string): string =>
  field.startsWith('{ ') ? `{ required: true, ${field.slice(2)}` : `{ required: true, ...${field} }`;

const fieldsOf = (schema: Json, where: string, source: Source): string => {
  const required = new Set(schema['required'] as readonly string[] | undefined);
  const fields = Object.entries(schema['properties'] as Readonly<Record<string, Json>>).map(
    ([name, field]) => {
      const text = fieldOf(field, `${where}.${name}`, source);
      return `  ${entry(name, required.has(name) ? asRequired(text) : text)},`;
    },
  );
  return `{\n${fields.join('\n')}\n}`;
};

/** A component inside another: a separate constant if it has fields, otherwise inline. */
const referred = (name: string, source: Source): string => {
  const schema = source.schemas[name];
  if (!isObject(schema)) throw new Error(`there is no component ${name}`);
  if (!isObject(schema['properties'])) return fieldOf(schema, name, source);
  stand(name, schema, source);
  return `{ type: "object", fields: ${name} }`;
};

const stand = (name: string, schema: Json, source: Source): void => {
  if (source.components.has(name)) return;
  const text = fieldsOf(schema, name, source); // the constants that it refers to come first
  source.components.set(name, `export const ${name} = ${text} as const;\n`);
};

/** Names of components that are request bodies. */
const bodiesOf = (paths: Json): string[] => {
  const operations = Object.values(paths).flatMap(path => Object.values(path as Json));
  const refs = operations.map(
    operation =>
      (operation as { requestBody?: { content?: Record<string, { schema?: Json }> } }).requestBody?.content?.[
        'application/json'
      ]?.schema?.['$ref'],
  );
  return [...new Set(refs.filter(ref => ref !== undefined).map(nameOf))].toSorted();
};

interface Parameter {
  readonly $ref?: string;
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Json;
}

/** Parameters of each analysis as an object, by name. Lists have descriptors instead. */
const requestsOf = (
  paths: Json,
  parameters: Readonly<Record<string, Parameter>>,
): [name: string, schema: Json][] =>
  Object.entries(paths)
    .filter(([path]) => path.includes('/analyses/') && !path.includes('/download/'))
    .flatMap(([, path]) =>
      Object.values(path as Record<string, { operationId: string; parameters?: readonly Parameter[] }>),
    )
    .map(({ operationId, parameters: declared = [] }) => {
      const own = declared
        .map(parameter =>
          parameter.$ref === undefined ? parameter : parameters[parameter.$ref.split('/').at(-1)!]!,
        )
        .filter(parameter => parameter.in === 'query');
      const name = `${operationId.slice(0, 1).toUpperCase()}${operationId.slice(1)}Parameters`;
      return [
        name,
        {
          properties: Object.fromEntries(own.map(parameter => [parameter.name, parameter.schema])),
          required: own.filter(({ required }) => required === true).map(parameter => parameter.name),
        },
      ];
    });

/** Generates the source for an OpenAPI document. */
export const constraintsOf = (document: unknown): string => {
  const { components, paths } = document as {
    components: { schemas: Json; parameters?: Readonly<Record<string, Parameter>> };
    paths: Json;
  };
  const source: Source = { schemas: components.schemas, formats: new Set(), components: new Map() };
  for (const name of bodiesOf(paths)) referred(name, source);
  for (const [name, schema] of requestsOf(paths, components.parameters ?? {})) stand(name, schema, source);
  const spelt = [...source.formats]
    .toSorted()
    .map(name => `const ${constant(name)} = ${JSON.stringify(formats[name])} as const;\n`);
  return `/* Written by \`npm run contract\` from mesh/openapi.json: the constraints of forms and queries. Each is a constant, so that a page contains only its own. */\n${[...spelt, ...source.components.values()].join('\n')}`;
};
