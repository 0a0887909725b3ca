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

type Mesh = Awaited<ReturnType<typeof getMesh>>;
interface EngineOptions {
  readonly introspection: boolean;
  readonly log: FastifyBaseLogger;
}

/** Loads the built Mesh. @param compiled the documents that are worth compiling */
const loadMesh = async (
  app: FastifyInstance,
  { introspection, log }: EngineOptions,
  compiled: WeakSet<DocumentNode>,
): Promise<Mesh> => {
  const built = (await import(new URL('../.mesh/index.js', import.meta.url).href)) as BuiltMesh;
  const meshOptions = await built.getMeshOptions();
  const logger = meshLogger(log);
  // The artefacts give each source a logger that prints.
  for (const source of meshOptions.sources) Object.assign(source.handler, { logger });
  return getMesh({
    ...meshOptions,
    logger,
    fetchFn: injectFetch(app) as unknown as NonNullable<GetMeshOptions['fetchFn']>,
    additionalEnvelopPlugins: [
      ...(meshOptions.additionalEnvelopPlugins ?? []),
      ...limitPlugins(introspection),
      // The REST server has serialised every value by its schema already, so leaves are not judged again.
      useGraphQlJit(
        { disableLeafSerialization: true, disablingCapturingStackErrors: true },
        { enableIf: args => compiled.has(args.document) },
      ),
    ] as NonNullable<GetMeshOptions['additionalEnvelopPlugins']>,
  });
};

/** An operation that was judged. @property plain whether its document has no other one */
interface KnownOperation extends Operation {
  readonly plain: boolean;
  uses: number;
}

/** @throws {Refusal} where no operation has the name, or one of several is to be named */
const operationOf = (document: DocumentNode, operationName: string | undefined): KnownOperation => {
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

/**
 * Parses a document and judges it by the schema and the limits.
 *
 * @throws {Refusal} with the errors of the document
 */
const judge = (
  mesh: Mesh,
  { query, operationName }: GraphQLRequest,
  introspection: boolean,
): KnownOperation => {
  const { parse, validate, schema } = mesh.getEnveloped({});
  const attempt = <Result>(
    code: 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED',
    work: () => Result,
  ): Result => {
    try {
      return work();
    } catch (error) {
      if (isGraphQLError(error)) throw refusalOf(code, [error], introspection);
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
  if (errors.length > 0) throw refusalOf('GRAPHQL_VALIDATION_FAILED', errors, introspection);
  return operationOf(document, operationName);
};

/** Puts an operation behind all that were used before it, and drops the one that was not used for longest. */
const rememberOperation = (
  known: Map<string, KnownOperation>,
  key: string,
  operation: KnownOperation,
): void => {
  known.delete(key);
  known.set(key, operation);
  if (known.size <= limits.documents) return;
  for (const oldest of known.keys()) {
    known.delete(oldest);
    break;
  }
};

const runOperation = async (
  mesh: Mesh,
  { document }: Operation,
  { variables, operationName }: GraphQLRequest,
  caller: Caller,
  { introspection, log }: EngineOptions,
): Promise<Answer> => {
  const initial: GatewayContext = { caller, req: { headers: { authorization: caller.authorization } } };
  const { execute, contextFactory, schema } = mesh.getEnveloped(initial);
  const contextValue: unknown = await contextFactory();
  const { data, errors } = (await execute({
    schema,
    document,
    contextValue,
    variableValues: variables,
    operationName,
  })) as ExecutionResult;
  if (errors === undefined || errors.length === 0) return { data };
  if (data === undefined) throw refusalOf('BAD_USER_INPUT', errors, introspection);
  const logUnexpected = (error: GraphQLError) => {
    // A caller who left took his REST calls with him: their end is no failure.
    if (!caller.signal.aborted)
      log.error({ err: error.originalError ?? error, reqId: caller.requestId }, 'a GraphQL field failed');
  };
  return { data, errors: errors.map(error => publicError(error, caller.requestId, logUnexpected)) };
};

/** Opens the built Mesh over the REST routes of `app`. Reads files of this project only: no network. */
export const openEngine = async (app: FastifyInstance, options: EngineOptions): Promise<Engine> => {
  const compiled = new WeakSet<DocumentNode>();
  const mesh = await loadMesh(app, options, compiled);
  guardAddresses(mesh.schema);
  const known = new Map<string, KnownOperation>();
  return {
    prepare: request => {
      const key = `${request.operationName ?? ''}\n${request.query}`;
      const operation = known.get(key) ?? judge(mesh, request, options.introspection);
      // Compiling costs tens of milliseconds: only for a document that comes again, and (the compiler
      // remembers documents, not names) has one operation.
      if (++operation.uses === 2 && operation.plain) compiled.add(operation.document);
      rememberOperation(known, key, operation);
      return operation;
    },
    run: (operation, request, caller) => runOperation(mesh, operation, request, caller, options),
  };
};
