import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { gql } from 'urql';

export interface Sent {
  readonly token: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly method: string;
}

export interface GraphqlServer {
  readonly sent: Sent[];
  /** The valid token. */
  good: string;
  /** The answer to a valid token; by default the number in the variables. */
  answer: (variables: Sent['variables']) => unknown;
  /** Runs before each answer, to change something while the call is pending. */
  before: (sent: Sent) => Promise<void>;
  /** Whether the network is down. */
  cut: boolean;
  /** The answer of a proxy in between. */
  page: Response | null;
  readonly fetch: typeof fetch;
}

/**
 * A GraphQL server with one field behind `fetch`. It knows the valid token, records its requests and can be
 * disconnected.
 */
export const createGraphqlServer = (): GraphqlServer => {
  const sent: Sent[] = [];
  const server: GraphqlServer = {
    sent,
    good: 'access-1',
    answer: variables => ({ data: { one: variables['n'] } }),
    before: async () => undefined,
    cut: false,
    page: null,
    fetch: async (_input, init) => {
      const headers = new Headers(init?.headers);
      const { variables } = JSON.parse(String(init?.body)) as { variables: Record<string, unknown> };
      const one: Sent = {
        token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
        variables,
        method: init?.method ?? 'GET',
      };
      sent.push(one);
      const { good } = server;
      await server.before(one);
      if (init?.signal?.aborted) throw new DOMException('taken back', 'AbortError');
      if (server.cut) throw new TypeError('fetch failed');
      if (server.page) return server.page;
      return one.token === good
        ? Response.json(server.answer(variables))
        : Response.json(refusal(401, 'unauthenticated'));
    },
  };
  return server;
};

/** An error as the gateway sends it. */
export const refusal = (status: number, code: string, more: object = {}) => ({
  errors: [{ message: code, extensions: { code, status, ...more } }],
});

export const NumberDocument: TypedDocumentNode<{ readonly one: number }, { readonly n: number }> =
  gql`query Number($n: Int!) { one: number(n: $n) }`;
export const ChangeDocument: TypedDocumentNode<{ readonly saved: number }, { readonly n: number }> =
  gql`mutation Change($n: Int!) { saved: change(n: $n) }`;
