import { createRequire } from 'node:module';
import type { FastifyServerOptions } from 'fastify';

type Factories = Required<
  NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
>;

/** What Fastify asks of a reader of schemas and of a writer; its own types name every kind of either. */
interface Judge {
  (value: unknown): unknown;
  errors?: readonly object[] | null;
}
type Write = (value: unknown) => string;
type Factory<Made> = (schemas: unknown, options: unknown) => (route: unknown) => Made;

// The very compilers that Fastify would take itself, of the versions that it brought.
const ofFastify = createRequire(createRequire(import.meta.url).resolve('fastify'));
const buildJudge = (ofFastify('@fastify/ajv-compiler') as () => Factory<Judge>)();
const buildWriter = (ofFastify('@fastify/fast-json-stringify-compiler') as () => Factory<Write>)();

/** Something that is made when it is first wanted, and kept. */
const once = <Thing>(make: () => Thing): (() => Thing) => {
  let made: { readonly thing: Thing } | undefined;
  return () => (made ??= { thing: make() }).thing;
};

const judgeOnUse: Factory<Judge> = (schemas, options) => {
  const compile = once(() => buildJudge(schemas, options));
  return route => {
    const made = once(() => compile()(route));
    const judge: Judge = value => {
      const verdict = made()(value);
      judge.errors = made().errors ?? null;
      return verdict;
    };
    return judge;
  };
};

const writeOnUse: Factory<Write> = (schemas, options) => {
  const compile = once(() => buildWriter(schemas, options));
  return route => {
    const made = once(() => compile()(route));
    return value => made()(value);
  };
};

/**
 * Fastify's readers and writers of schemas, each made when the first request wants it: those of all routes at
 * once cost every start more than a
 * second of a core, a single one some milliseconds. A schema that nothing can be made of is told by the first
 * request, not by the start;
 * the table of permissions in the tests asks every route.
 */
export const compileOnUse = {
  buildValidator: judgeOnUse,
  buildSerializer: writeOnUse,
} as unknown as Factories;
