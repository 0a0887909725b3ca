import { readFileSync } from 'node:fs';
import { parse, visit } from 'graphql';

export interface WireNames {
  /** The names of fields of answers and forms, of parameters, and of GraphQL fields and arguments. */
  readonly fields: ReadonlySet<string>;
  readonly schemas: ReadonlySet<string>;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names of properties and parameters anywhere in an OpenAPI document. */
const namesIn = (part: unknown): string[] => {
  if (Array.isArray(part)) return part.flatMap(namesIn);
  if (!isRecord(part)) return [];
  const { properties, in: place, name } = part;
  return [
    ...(isRecord(properties) ? Object.keys(properties) : []),
    ...(typeof place === 'string' && typeof name === 'string' ? [name] : []),
    ...Object.values(part).flatMap(namesIn),
  ];
};

const namesInGraphql = (schema: string): string[] => {
  const names: string[] = [];
  visit(parse(schema), {
    FieldDefinition: ({ name }) => {
      names.push(name.value);
    },
    InputValueDefinition: ({ name }) => {
      names.push(name.value);
    },
  });
  return names;
};

/** Reads all names of the committed REST and GraphQL contracts. */
export const wireNames = (): WireNames => {
  const openapi = JSON.parse(readFileSync('mesh/openapi.json', 'utf8')) as {
    readonly components: { readonly schemas: Record<string, unknown> };
  };
  return {
    fields: new Set([...namesIn(openapi), ...namesInGraphql(readFileSync('graphql/schema.graphql', 'utf8'))]),
    schemas: new Set(Object.keys(openapi.components.schemas)),
  };
};
