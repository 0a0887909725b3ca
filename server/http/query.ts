import type { FastifyInstance } from 'fastify';
import { Failure, type Fault } from './failures.ts';
import { findUnstorable } from './storable.ts';

/**
 * Converts the texts of query and path to the types of the route's schema before validation. JSON bodies are not
 * converted: a number in the place of a name is a fault there.
 */

interface Property {
  readonly type?: string;
  readonly items?: Property;
}
interface Shape {
  readonly properties?: Readonly<Record<string, Property>>;
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Parses a decimal number; undefined: the text is none. */
export const numberIn = (raw: string): number | undefined => (NUMBER.test(raw) ? Number(raw) : undefined);
/** Parses true, false, 1 or 0; undefined: the text is none of them. */
export const flagIn = (raw: string): boolean | undefined => FLAGS.get(raw);

/**
 * Converts a value to the type of its schema. A value that cannot be parsed is unchanged, so that validation reports
 * it. Lists are `a=1,2` or repeated parameters.
 */
const read = (property: Property, raw: unknown): unknown => {
  if (property.type === 'array') {
    const parts = (Array.isArray(raw) ? raw : [raw]).flatMap(part =>
      typeof part === 'string' ? part.split(',') : [part],
    );
    return parts.map(part => (property.items === undefined ? part : read(property.items, part)));
  }
  if (typeof raw !== 'string') return raw;
  switch (property.type) {
    case 'integer':
    case 'number':
      return numberIn(raw) ?? raw;
    case 'boolean':
      return flagIn(raw) ?? raw;
    default:
      return raw;
  }
};

/** Converts the values of an object to the types of a schema, in place. */
export const readAll = (schema: unknown, values: unknown): void => {
  const { properties } = (schema ?? {}) as Shape;
  if (properties === undefined || typeof values !== 'object' || values === null) return;
  const found = values as Record<string, unknown>;
  for (const [name, raw] of Object.entries(found)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property !== undefined) found[name] = read(property, raw);
  }
};

/** Adds a hook that converts query and path by the route's schema, before validation. */
export const readText = (app: FastifyInstance): void => {
  app.addHook('preValidation', (request, _reply, done) => {
    readAll(request.routeOptions.schema?.querystring, request.query);
    readAll(request.routeOptions.schema?.params, request.params);
    done();
  });
};

/** Adds a hook that refuses texts that cannot be stored. @throws {Failure} `invalid` */
export const refuseUnstorable = (app: FastifyInstance): void => {
  app.addHook('preValidation', (request, _reply, done) => {
    const place =
      findUnstorable(request.params) ?? findUnstorable(request.query) ?? findUnstorable(request.body);
    const fault: Fault = { code: 'text' };
    done(place === null ? undefined : new Failure('invalid', { fields: { [place || 'body']: [fault] } }));
  });
};
