import { useDisableIntrospection } from '@envelop/disable-introspection';
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import type { GetMeshOptions } from '@graphql-mesh/runtime';

/**
 * Limits of one request. The console's own operations stay far below (a test compares them); without limits one small
 * request could occupy the server for seconds.
 */
export const limits = {
  /** Maximum size of a request's body in bytes. */
  body: 256 * 1024,
  /** Maximum number of characters of a document. Documents of GET requests are bounded by the URL too. */
  document: 16 * 1024,
  depth: 10,
  /** Aliases let one document run the same field many times. */
  aliases: 40,
  tokens: 1_000,
  /**
   * Maximum number of uses of one response name. Validation compares the fields of a name pairwise: 240 took 0.2 s,
   * without a sign-in.
   */
  repeats: 60,
  /** Maximum cost of an operation (cost.ts). 100,000 values occupy the server for 0.1 s. */
  cost: 1_000_000,
  /** Maximum number of cached documents, parsed, validated and compiled. */
  documents: 500,
} as const;

type Plugins = NonNullable<GetMeshOptions['additionalEnvelopPlugins']>;

/** The limits as execution plugins. With introspection off they reject `__schema` and `__type` too. */
export const limitPlugins = (introspection: boolean): Plugins =>
  [
    maxTokensPlugin({ n: limits.tokens }),
    maxDepthPlugin({ n: limits.depth, flattenFragments: true }),
    maxAliasesPlugin({ n: limits.aliases }),
    ...(introspection ? [] : [useDisableIntrospection()]),
  ] as Plugins;
