import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { gql } from 'urql';

export interface Sent {
  readonly token: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly method: string;
}

export interface GraphqlServer {
  readonly sent: Sent[];
  /** The token that is good now. */
  good: string;
  /** What to answer a good token with; by default the number that was asked. */
  answer: (variables: Sent['variables']) => unknown;
  /** Runs before an answer is given: to change things while a call is under way. */
  before: (sent: Sent) => Promise<void>;
  /** The network is gone. */
  cut: boolean;
  /** What a proxy in between answers instead. */
  page: Response | null;
  readonly fetch: typeof fetch;
}

/**
 * A gateway of one field behind a real `fetch`: it knows which token is good, remembers what it was sent, and
 * can be cut off.
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

/** An error as the gateway words it. */
export const refusal = (status: number, code: string, more: object = {}) => ({
  errors: [{ message: code, extensions: { code, status, ...more } }],
});

export const NumberDocument: TypedDocumentNode<{ readonly one: number }, { readonly n: number }> =
  gql`query Number($n: Int!) { one: number(n: $n) }`;
export const ChangeDocument: TypedDocumentNode<{ readonly saved: number }, { readonly n: number }> =
  gql`mutation Change($n: Int!) { saved: change(n: $n) }`;
