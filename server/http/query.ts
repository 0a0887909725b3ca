import type { FastifyInstance } from 'fastify';
import { Failure, type Fault } from './failures.ts';

/**
 * Reading what arrives as text. Query and path know strings only, so they are turned into what the route's schema wants before it looks at
 * them; bodies are JSON and stay as sent: a number in the place of a name is a fault there, not a name.
 */

interface Property { readonly type?: string; readonly items?: Property }
interface Shape { readonly properties?: Readonly<Record<string, Property>> }

const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** One value as its schema wants it; what cannot be read stays as it is, and the schema says why. Lists come as `a=1,2` or repeated. */
const read = (property: Property, raw: unknown): unknown => {
  if (property.type === 'array') {
    const parts = (Array.isArray(raw) ? raw : [raw]).flatMap(part => (typeof part === 'string' ? part.split(',') : [part]));
    return parts.map(part => (property.items === undefined ? part : read(property.items, part)));
  }
  if (typeof raw !== 'string') return raw;
  switch (property.type) {
    case 'integer': case 'number': return NUMBER.test(raw) ? Number(raw) : raw;
    case 'boolean': return raw === 'true' || raw === '1' ? true : raw === 'false' || raw === '0' ? false : raw;
    default: return raw;
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

/** NUL, which PostgreSQL refuses, and halves of surrogate pairs, which are no text and would change on their way. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Where an unstorable character is: the path in dots, or null. Bodies are bounded, and so is their depth here. */
const findUnstorable = (value: unknown, path: string, depth = 0): string | null => {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? path : null;
  // A file is bytes and no text yet: whoever reads it looks for these.
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return null;
  if (depth > 32) return path;
  for (const [key, inner] of Object.entries(value)) {
    const place = path === '' ? key : `${path}.${key}`;
    if (UNSTORABLE.test(key)) return place.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD').slice(0, 100);
    const found = findUnstorable(inner, place, depth + 1);
    if (found !== null) return found;
  }
  return null;
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
    const place = findUnstorable(request.params, '') ?? findUnstorable(request.query, '') ?? findUnstorable(request.body, '');
    const fault: Fault = { code: 'text' };
    done(place === null ? undefined : new Failure('invalid', { fields: { [place || 'body']: [fault] } }));
  });
};
