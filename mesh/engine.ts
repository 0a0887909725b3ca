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
  type OperationDefinitionNode,
  type OperationTypeNode,
} from 'graphql';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { costOf } from './cost.ts';
import { canonicalText, readConsoleOperations } from './console-operations.ts';
import { argumentRefusal, publicError, Refusal, refusalOf } from './failures.ts';
import { injectFetch, type Caller, type GatewayContext } from './inject.ts';
import { limitPlugins, limits } from './limits.ts';
import type { GraphQLRequest } from './protocol.ts';

/** The used part of `.mesh/index.js`, which `mesh build` writes. */
interface BuiltMesh {
  getMeshOptions(): Promise<GetMeshOptions>;
}

/** Checks by name, because packages of limits may load graphql's CommonJS build with another class. */
const isGraphQLError = (error: unknown): error is GraphQLError =>
  error instanceof Error && error.name === 'GraphQLError';

/** A validated operation of a document. */
interface Operation {
  readonly document: DocumentNode;
  readonly kind: OperationTypeNode;
  readonly definition: OperationDefinitionNode;
  /** Whether the console sends it. */
  readonly isOfConsole: boolean;
}

export interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLFormattedError[];
}

export interface Engine {
  /**
   * Parses and validates a document, or returns the cached result.
   * @throws {Refusal} with the errors of the document
   */
  prepare(request: GraphQLRequest): Operation;
  /** Cost of an operation with the variables of a request: mesh/cost.ts. */
  costOf(operation: Operation, request: GraphQLRequest): number;
  /**
   * Runs an operation for a caller. Failures of REST calls become errors beside the data.
   * @throws {Refusal} `BAD_USER_INPUT` when the variables are invalid
   */
  run(operation: Operation, request: GraphQLRequest, caller: Caller): Promise<Answer>;
}

/**
 * Valid path arguments: ids and words. Mesh inserts path parameters without encoding, so `a/../b` would reach another
 * route.
 */
const PATH_ARGUMENT = /^[\w-]{1,64}$/;
/** Unpaired surrogates are no valid text, and would become other characters in a URL. In a body they are unchanged. */
const BROKEN_TEXT = /\p{Surrogate}/u;
const isBroken = (value: unknown): boolean =>
  typeof value === 'string' ? BROKEN_TEXT.test(value) : Array.isArray(value) && value.some(isBroken);

/** Adds a check of URL arguments to the resolver of each field. */
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

/** Highest number of occurrences of one response name in a document. The content of a fragment counts once. */
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

/** Logger for Mesh: warnings go to the server's log, other messages are dropped. */
const meshLogger = (log: FastifyBaseLogger): NonNullable<GetMeshOptions['logger']> => {
  const logger: NonNullable<GetMeshOptions['logger']> = {
    log: silent,
    info: silent,
    debug: silent,
    // Errors of an execution are logged below with their request.
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

/** Loads the built Mesh. @param compiled documents to compile */
const loadMesh = async (
  app: FastifyInstance,
  { introspection, log }: EngineOptions,
  compiled: WeakSet<DocumentNode>,
): Promise<Mesh> => {
  const built = (await import(new URL('../.mesh/index.js', import.meta.url).href)) as BuiltMesh;
  const meshOptions = await built.getMeshOptions();
  const logger = meshLogger(log);
  // The build gives each source a logger that prints to the console.
  for (const source of meshOptions.sources) Object.assign(source.handler, { logger });
  return getMesh({
    ...meshOptions,
    logger,
    fetchFn: injectFetch(app) as unknown as NonNullable<GetMeshOptions['fetchFn']>,
    additionalEnvelopPlugins: [
      ...(meshOptions.additionalEnvelopPlugins ?? []),
      ...limitPlugins(introspection),
      // The REST server has serialized all values by its schemas, so leaves are not validated again.
      useGraphQlJit(
        { disableLeafSerialization: true, disablingCapturingStackErrors: true },
        { enableIf: args => compiled.has(args.document) },
      ),
    ] as NonNullable<GetMeshOptions['additionalEnvelopPlugins']>,
  });
};

/** A validated operation. @property plain whether it is the only operation of its document */
interface KnownOperation extends Operation {
  readonly plain: boolean;
  uses: number;
}

/** @throws {Refusal} when no operation has the name, or a name is required and missing */
const operationOf = (
  document: DocumentNode,
  operationName: string | undefined,
  consoleOperations: ReadonlySet<string>,
): KnownOperation => {
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
  const isOfConsole = consoleOperations.has(canonicalText(document));
  return { document, kind: operation.operation, definition: operation, isOfConsole, plain, uses: 0 };
};

interface JudgeOptions {
  readonly introspection: boolean;
  readonly consoleOperations: ReadonlySet<string>;
}

/**
 * Parses a document and validates it against the schema and the limits.
 * @throws {Refusal} with the errors of the document
 */
const judge = (
  mesh: Mesh,
  { query, operationName }: GraphQLRequest,
  { introspection, consoleOperations }: JudgeOptions,
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
  // Checked before the validation, because it bounds the validation's time.
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
  return operationOf(document, operationName, consoleOperations);
};

/** Marks an operation as the most recently used one, and removes the least recently used one beyond the limit. */
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
    // Disconnecting callers abort their REST calls, which is no failure.
    if (!caller.signal.aborted)
      log.error({ err: error.originalError ?? error, reqId: caller.requestId }, 'a GraphQL field failed');
  };
  return { data, errors: errors.map(error => publicError(error, caller.requestId, logUnexpected)) };
};

/** Opens the built Mesh over the REST routes of `app`. Reads only files of this project, without network access. */
export const openEngine = async (app: FastifyInstance, options: EngineOptions): Promise<Engine> => {
  const compiled = new WeakSet<DocumentNode>();
  const mesh = await loadMesh(app, options, compiled);
  guardAddresses(mesh.schema);
  const consoleOperations = await readConsoleOperations();
  const known = new Map<string, KnownOperation>();
  return {
    prepare: request => {
      const key = `${request.operationName ?? ''}\n${request.query}`;
      const operation = known.get(key) ?? judge(mesh, request, { ...options, consoleOperations });
      // Compilation takes tens of ms, so only repeated documents are compiled. The compiler caches by document without
      // the operation's name, so the document must have one operation only.
      if (++operation.uses === 2 && operation.plain) compiled.add(operation.document);
      rememberOperation(known, key, operation);
      return operation;
    },
    costOf: ({ document, definition }, { variables }) => costOf(mesh.schema, document, definition, variables),
    run: (operation, request, caller) => runOperation(mesh, operation, request, caller, options),
  };
};
