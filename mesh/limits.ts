import { useDisableIntrospection } from '@envelop/disable-introspection';
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import type { GetMeshOptions } from '@graphql-mesh/runtime';

/**
 * How much one request may ask for. The console's own operations stay far below (a test compares), so an
 * honest caller never
 * meets these; without them one small request could make the server work for seconds.
 */
export const limits = {
  /** Bytes of a request's body. */
  body: 256 * 1024,
  /** Characters of a document; those of a GET request are bounded by the address anyway. */
  document: 16 * 1024,
  depth: 10,
  /** Aliases are what makes one document run the same field many times. */
  aliases: 40,
  tokens: 1_000,
  /**
   * How often one name may be answered under in a document. Its validation compares the fields of a name pair
   * by pair: 240 kept the server busy for 0.2 s, and nobody has to sign in for that.
   */
  repeats: 60,
  /** Documents kept parsed, judged and compiled. */
  documents: 500,
} as const;

type Plugins = NonNullable<GetMeshOptions['additionalEnvelopPlugins']>;

/** The limits as plugins of the execution; with introspection off they refuse `__schema` and `__type` too. */
export const limitPlugins = (introspection: boolean): Plugins =>
  [
    maxTokensPlugin({ n: limits.tokens }),
    maxDepthPlugin({ n: limits.depth, flattenFragments: true }),
    maxAliasesPlugin({ n: limits.aliases }),
    ...(introspection ? [] : [useDisableIntrospection()]),
  ] as Plugins;
