import { useGraphQlJit } from '@envelop/graphql-jit';
import { getMesh, type GetMeshOptions } from '@graphql-mesh/runtime';
import { getDirective } from '@graphql-tools/utils';
import {
  getOperationAST,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationTypeNode,
} from 'graphql';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { argumentRefusal, publicError, Refusal, refusalOf } from './failures.ts';
import { injectFetch, type Caller, type GatewayContext } from './inject.ts';
import { limitPlugins, limits } from './limits.ts';
import type { GraphQLRequest } from './protocol.ts';

/** What `mesh build` writes into .mesh/index.js, as far as it is used here. */
interface BuiltMesh {
  getMeshOptions(): Promise<GetMeshOptions>;
}

/**
 * By name: the packages that set limits may bring the other build (CommonJS) of graphql, and with it another
 * class.
 */
const isGraphQLError = (error: unknown): error is GraphQLError =>
  error instanceof Error && error.name === 'GraphQLError';

/** A document that may run. */
interface Operation {
  readonly document: DocumentNode;
  readonly kind: OperationTypeNode;
}

export interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLFormattedError[];
}

export interface Engine {
  /**
   * Parses and judges a document, or remembers having done so.
   *
   * @throws {Refusal} with the errors of the document
   */
  prepare(request: GraphQLRequest): Operation;
  /**
   * Runs an operation for a caller; failures of REST calls are errors beside the data.
   *
   * @throws {Refusal} `BAD_USER_INPUT` when the variables do not fit
   */
  run(operation: Operation, request: GraphQLRequest, caller: Caller): Promise<Answer>;
}

/**
 * What may stand in a path: ids and words. Mesh puts path parameters in without encoding them, and `a/../b`
 * reached another route.
 */
const PATH_ARGUMENT = /^[\w-]{1,64}$/;
/**
 * Halves of surrogate pairs are no text, and in an address they would become some other character. (In a body
 * they arrive as they are.)
 */
const BROKEN_TEXT = /\p{Surrogate}/u;
const isBroken = (value: unknown): boolean =>
  typeof value === 'string' ? BROKEN_TEXT.test(value) : Array.isArray(value) && value.some(isBroken);

/** Puts a check of what goes into the address in front of each field. */
const guardAddresses = (schema: GraphQLSchema): void => {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const path: unknown = getDirective(schema, field, 'httpOperation')?.[0]?.['path'];
      const names =
        typeof path === 'string' ? [...path.matchAll(/\{args\.(\w+)/g)].map(([, name]) => name ?? '') : [];
      const resolve = field.resolve;
      if (resolve === undefined) continue;
      field.resolve = (source, args: Record<string, unknown>, context, info) => {
        const wrong = names.find(name => !PATH_ARGUMENT.test(String(args[name])));
        if (wrong !== undefined) throw argumentRefusal(wrong, 'format');
        const broken = Object.keys(args).find(name => isBroken(args[name]));
        if (broken !== undefined) throw argumentRefusal(broken, 'text');
        return resolve(source, args, context, info);
      };
    }
  }
};

/**
 * How often the name that occurs most in a document occurs there as that of an answer; what a fragment holds
 * counts once.
 */
const repeatsOf = (document: DocumentNode): number => {
  const times = new Map<string, number>();
  visit(document, {
    Field: ({ alias, name }) => {
      times.set((alias ?? name).value, (times.get((alias ?? name).value) ?? 0) + 1);
    },
  });
  return Math.max(0, ...times.values());
};

const textOf = (parts: readonly unknown[]) =>
  parts.map(part => (part instanceof Error ? part.message : String(part))).join(' ');
const silent = () => undefined;

/** Mesh's logger: its warnings go to ours, its chatter nowhere. */
const meshLogger = (log: FastifyBaseLogger): NonNullable<GetMeshOptions['logger']> => {
  const logger: NonNullable<GetMeshOptions['logger']> = {
    log: silent,
    info: silent,
    debug: silent,
    // An execution's errors are logged below, with the request that they belong to.
    error: (...parts: unknown[]) => log.debug({ mesh: textOf(parts) }, 'mesh error'),
    warn: (...parts: unknown[]) => log.warn({ mesh: textOf(parts) }, 'mesh warning'),
    child: () => logger,
  };
  return logger;
};

/** Opens the built Mesh over the REST routes of `app`. Reads files of this project only: no network. */
export const openEngine = async (
  app: FastifyInstance,
  options: { readonly introspection: boolean; readonly log: FastifyBaseLogger },
): Promise<Engine> => {
  const built = (await import(new URL('../.mesh/index.js', import.meta.url).href)) as BuiltMesh;
  const meshOptions = await built.getMeshOptions();
  const logger = meshLogger(options.log);
  // The artefacts give each source a logger that prints.
  for (const source of meshOptions.sources) Object.assign(source.handler, { logger });
  const compiled = new WeakSet<DocumentNode>();
  const mesh = await getMesh({
    ...meshOptions,
    logger,
    fetchFn: injectFetch(app) as unknown as NonNullable<GetMeshOptions['fetchFn']>,
    additionalEnvelopPlugins: [
      ...(meshOptions.additionalEnvelopPlugins ?? []),
      ...limitPlugins(options.introspection),
      // The REST server has serialised every value by its schema already, so leaves are not judged again.
      useGraphQlJit(
        { disableLeafSerialization: true, disablingCapturingStackErrors: true },
        { enableIf: args => compiled.has(args.document) },
      ),
    ] as NonNullable<GetMeshOptions['additionalEnvelopPlugins']>,
  });
  guardAddresses(mesh.schema);

  interface Known extends Operation {
    readonly plain: boolean;
    uses: number;
  }
  const known = new Map<string, Known>();
  const judge = ({ query, operationName }: GraphQLRequest): Known => {
    const { parse, validate, schema } = mesh.getEnveloped({});
    const attempt = <Result>(
      code: 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED',
      work: () => Result,
    ): Result => {
      try {
        return work();
      } catch (error) {
        if (isGraphQLError(error)) throw refusalOf(code, [error], options.introspection);
        throw error;
      }
    };
    if (query.length > limits.document)
      throw new Refusal('PAYLOAD_TOO_LARGE', `A document has at most ${limits.document} characters.`);
    const document = attempt('GRAPHQL_PARSE_FAILED', () => parse(query) as DocumentNode);
    // Before the validation, whose time it bounds.
    const repeats = repeatsOf(document);
    if (repeats > limits.repeats)
      throw new Refusal(
        'GRAPHQL_VALIDATION_FAILED',
        `One name may be asked for ${limits.repeats} times, not ${repeats}.`,
      );
    const errors = attempt(
      'GRAPHQL_VALIDATION_FAILED',
      () => validate(schema, document) as readonly GraphQLError[],
    );
    if (errors.length > 0) throw refusalOf('GRAPHQL_VALIDATION_FAILED', errors, options.introspection);
    const operation = getOperationAST(document, operationName);
    if (operation === null || operation === undefined) {
      throw new Refusal(
        'OPERATION_RESOLUTION_FAILURE',
        operationName === undefined
          ? 'operationName must name one of the operations.'
          : 'No operation has this name.',
      );
    }
    const plain =
      document.definitions.filter(definition => definition.kind === 'OperationDefinition').length === 1;
    return { document, kind: operation.operation, plain, uses: 0 };
  };

  return {
    prepare: request => {
      const key = `${request.operationName ?? ''}\n${request.query}`;
      const found = known.get(key) ?? judge(request);
      // Compiling costs tens of milliseconds: only for a document that comes again, and (the compiler
      // remembers documents, not names) has one operation.
      if (++found.uses === 2 && found.plain) compiled.add(found.document);
      known.delete(key);
      known.set(key, found);
      if (known.size > limits.documents)
        for (const oldest of known.keys()) {
          known.delete(oldest);
          break;
        }
      return found;
    },
    run: async ({ document }, { variables, operationName }, caller) => {
      const initial: GatewayContext = { caller, req: { headers: { authorization: caller.authorization } } };
      const { execute, contextFactory, schema } = mesh.getEnveloped(initial);
      const contextValue: unknown = await contextFactory();
      const result = (await execute({
        schema,
        document,
        contextValue,
        variableValues: variables,
        operationName,
      })) as ExecutionResult;
      const errors = result.errors;
      if (errors === undefined || errors.length === 0) return { data: result.data };
      if (result.data === undefined) throw refusalOf('BAD_USER_INPUT', errors, options.introspection);
      const unexpected = (error: GraphQLError) => {
        // Whoever left took his REST calls with him: their end is no failure.
        if (!caller.signal.aborted)
          options.log.error(
            { err: error.originalError ?? error, reqId: caller.requestId },
            'a GraphQL field failed',
          );
      };
      return {
        data: result.data,
        errors: errors.map(error => publicError(error, caller.requestId, unexpected)),
      };
    },
  };
};
