import ajvCompiler, { type BuildCompilerFromPool, type ValidatorFactory } from '@fastify/ajv-compiler';
import serializerCompiler, {
  type RouteDefinition,
  type SerializerFactory,
} from '@fastify/fast-json-stringify-compiler';

const buildValidator = ajvCompiler();
const buildSerializer = serializerCompiler();

/** The interface of a compiled validator that Fastify uses. */
interface Validator {
  (value: unknown): unknown;
  errors?: readonly object[] | null;
}

/** Memoizes a function without parameters. */
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
 * Fastify's schema compilers, with each schema compiled at its first request: compiling all at the start takes more
 * than a second of CPU, one takes milliseconds. An invalid schema therefore fails its first request; the permission
 * table of the tests calls every route.
 */
export const compileOnUse = {
  // The declared type also requires ajv's `schema` and `schemaEnv`, which Fastify does not read.
  buildValidator: buildValidatorOnUse as unknown as ValidatorFactory,
  buildSerializer: buildSerializerOnUse,
};
