import { Client, fetchExchange, type ClientOptions } from 'urql';
import { authExchange } from '@urql/exchange-auth';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { waitFor, type ActorRefFrom } from 'xstate';
import type { sessionMachine } from '../../machines/session.ts';
import { failureOfError, isRefused, OFFLINE } from './failure.ts';

/** The observer that informs the user about a slow answer and offers to cancel it. */
export type Teller = 'frame' | 'screen';

/**
 * Sends one query to the server. Resolves with the data, rejects with a `Failure` (machines/failure.ts). When
 * `signal` fires the request is aborted and the promise rejects; nothing listens to it by then.
 * @param teller the frame, unless the screen shows its own progress
 */
export type Ask = <Result, Variables extends object>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
  teller?: Teller,
) => Promise<Result>;

type Session = ActorRefFrom<typeof sessionMachine>;
type Outside = Pick<ClientOptions, 'fetch'>;

/** POST only: as GET, filters with addresses and user ids would lie in every access log on the way. */
const PLAIN = { preferGetMethod: false, requestPolicy: 'network-only' } as const;

/**
 * The calls that need no token and of which a refusal means no more than itself: sign-in, renewal, sign-out.
 */
export const createOpenGateway = (url: string, outside: Outside = {}): Ask =>
  createAsk(new Client({ url, ...PLAIN, ...outside, exchanges: [fetchExchange] }));

/**
 * All other calls. The exchange only consults the session machine: no token, timer or retry count lives here.
 * Calls made while the session is busy wait for it; a refused call is reported to the session and sent once
 * more with the token of that time. The document cache of urql is left out, since each query machine owns its
 * answer.
 */
export const createGateway = (url: string, session: Session, outside: Outside = {}): Ask => {
  const access = () => session.getSnapshot().context.tokens?.access;
  const send = outside.fetch ?? ((...call: Parameters<typeof fetch>) => fetch(...call));
  let refused: string | undefined;

  const client = new Client({
    url,
    ...PLAIN,
    // Who has no token is refused anyway: at the end of a session the calls under way are answered here, not
    // by the server.
    fetch: (input, init) => (access() === undefined ? Promise.resolve(unauthenticated()) : send(input, init)),
    exchanges: [
      authExchange(async ({ appendHeaders }) => ({
        addAuthToOperation: operation => {
          const token = access();
          return token === undefined
            ? operation
            : appendHeaders(operation, { authorization: `Bearer ${token}` });
        },
        willAuthError: () => session.getSnapshot().hasTag('busy'),
        didAuthError: (error, operation) => {
          if (!isRefused(error)) return false;
          refused = tokenOf(operation.context.fetchOptions);
          return true;
        },
        // The machine compares the tokens: the refusal of a token that was replaced meanwhile changes
        // nothing, and the call is sent again.
        refreshAuth: async () => {
          if (refused !== undefined) session.send({ type: 'token.rejected', access: refused });
          refused = undefined;
          await waitFor(session, state => !state.hasTag('busy'));
        },
      })),
      fetchExchange,
    ],
  });
  const ask = createAsk(client);
  // A session that waits for the network cannot renew its token: then the refusal states nothing about the
  // user.
  return async (document, variables, signal) => {
    try {
      return await ask(document, variables, signal);
    } catch (error) {
      throw session.getSnapshot().matches('waiting') ? OFFLINE : error;
    }
  };
};

const createAsk =
  (client: Client): Ask =>
  (document, variables, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      // Two identical mutations share a key in urql, and the second would never be answered while a token is
      // renewed. A caller that may repeat a mutation, because the answer can be lost, supplies its own
      // idempotency key, by which the server recognizes the repetition.
      const source = isChange(document)
        ? client.mutation(document, { idempotency_key: crypto.randomUUID(), ...variables })
        : client.query(document, variables);
      const subscription = source.subscribe(({ data, error }) => {
        signal?.removeEventListener('abort', takeBack);
        if (error) reject(failureOfError(error));
        else resolve(data as never);
        queueMicrotask(() => subscription.unsubscribe());
      });
      const takeBack = () => {
        subscription.unsubscribe();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', takeBack, { once: true });
    });

/** Whether a document is a mutation rather than a query. */
export const isChange = (document: Pick<TypedDocumentNode, 'definitions'>): boolean =>
  document.definitions.some(
    definition => definition.kind === 'OperationDefinition' && definition.operation === 'mutation',
  );

const tokenOf = (options: RequestInit | (() => RequestInit) | undefined): string | undefined =>
  new Headers((typeof options === 'function' ? options() : options)?.headers)
    .get('authorization')
    ?.slice('Bearer '.length);

const unauthenticated = () =>
  Response.json({
    errors: [{ message: 'Nobody is signed in.', extensions: { code: 'unauthenticated', status: 401 } }],
  });
