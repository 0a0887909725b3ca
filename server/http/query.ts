import type { FastifyInstance } from 'fastify';
import { Failure, type Fault } from './failures.ts';
import { findUnstorable } from './storable.ts';

/**
 * Reading what arrives as text. Query and path know strings only, so they are turned into what the route's
 * schema wants before it looks at
 * them; bodies are JSON and stay as sent: a number in the place of a name is a fault there, not a name.
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

/** The number that a text spells; undefined: none. */
export const numberIn = (raw: string): number | undefined => (NUMBER.test(raw) ? Number(raw) : undefined);
/** The yes or no that a text spells; undefined: neither. */
export const flagIn = (raw: string): boolean | undefined => FLAGS.get(raw);

/**
 * One value as its schema wants it; what cannot be read stays as it is, and the schema says why. Lists come
 * as `a=1,2` or repeated.
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

/** Turns texts, in place, into what a schema wants of them. */
export const readAll = (schema: unknown, values: unknown): void => {
  const { properties } = (schema ?? {}) as Shape;
  if (properties === undefined || typeof values !== 'object' || values === null) return;
  const found = values as Record<string, unknown>;
  for (const [name, raw] of Object.entries(found)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property !== undefined) found[name] = read(property, raw);
  }
};

/** Reads query and path by the route's schema, before it is applied. */
export const readText = (app: FastifyInstance): void => {
  app.addHook('preValidation', (request, _reply, done) => {
    readAll(request.routeOptions.schema?.querystring, request.query);
    readAll(request.routeOptions.schema?.params, request.params);
    done();
  });
};

/** Refuses text that cannot be stored, wherever it comes in. @throws {Failure} `invalid` */
export const refuseUnstorable = (app: FastifyInstance): void => {
  app.addHook('preValidation', (request, _reply, done) => {
    const place =
      findUnstorable(request.params) ?? findUnstorable(request.query) ?? findUnstorable(request.body);
    const fault: Fault = { code: 'text' };
    done(place === null ? undefined : new Failure('invalid', { fields: { [place || 'body']: [fault] } }));
  });
};
