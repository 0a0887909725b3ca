import ajvCompiler, { type BuildCompilerFromPool, type ValidatorFactory } from '@fastify/ajv-compiler';
import serializerCompiler, {
  type RouteDefinition,
  type SerializerFactory,
} from '@fastify/fast-json-stringify-compiler';

const buildValidator = ajvCompiler();
const buildSerializer = serializerCompiler();

/** What Fastify uses of a compiled validator. */
interface Validator {
  (value: unknown): unknown;
  errors?: readonly object[] | null;
}

/** Makes a value at the first call, and answers the same one at each later call. */
const once = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
};

const buildValidatorOnUse = (...pool: Parameters<BuildCompilerFromPool>) => {
  const compile = once(() => buildValidator(...pool));
  return (route: Parameters<ReturnType<BuildCompilerFromPool>>[0]): Validator => {
    const compiled = once(() => compile()(route));
    const validator: Validator = value => {
      const verdict: unknown = compiled()(value);
      validator.errors = compiled().errors ?? null;
      return verdict;
    };
    return validator;
  };
};

const buildSerializerOnUse: SerializerFactory = (schemas, options) => {
  const compile = once(() => buildSerializer(schemas, options));
  return (route: RouteDefinition) => {
    const compiled = once(() => compile()(route));
    return value => compiled()(value);
  };
};

/**
 * Fastify's own compilers of schemas, each schema compiled when the first request needs it: all schemas at
 * once cost every start more than a second of a core, a single one some milliseconds. A schema that cannot
 * be compiled fails the first request, not the start; the table of permissions in the tests calls every route.
 */
export const compileOnUse = {
  // Its declared type wants ajv's `schema` and `schemaEnv` too, which Fastify does not read.
  buildValidator: buildValidatorOnUse as unknown as ValidatorFactory,
  buildSerializer: buildSerializerOnUse,
};
