import { Client, fetchExchange, type ClientOptions } from 'urql';
import { authExchange } from '@urql/exchange-auth';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { waitFor, type ActorRefFrom } from 'xstate';
import type { sessionMachine } from '../../machines/session.ts';
import { failureOfError, isRefused, OFFLINE } from './failure.ts';

/** Component that reports a slow request and offers to cancel it: the frame, or the screen itself. */
export type SlowIndicator = 'frame' | 'screen';

/**
 * Sends one GraphQL operation. Rejects with a `Failure` (machines/failure.ts). `signal` aborts the request
 * and rejects the promise.
 * @param teller `screen` if the screen shows its own progress
 */
export type Execute = <Result, Variables extends object>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
  slowIndicator?: SlowIndicator,
) => Promise<Result>;

type Session = ActorRefFrom<typeof sessionMachine>;
interface Outside extends Pick<ClientOptions, 'fetch'> {
  /** Language of the page as a tag (BCP 47), in which the server writes mails about a change. */
  readonly language: () => string;
}

/** POST only: with GET, access logs of proxies would contain filters with addresses and user ids. */
const PLAIN = { preferGetMethod: false, requestPolicy: 'network-only' } as const;

/**
 * Gateway for operations without a token (sign-in, renewal, sign-out). Their refusal does not end a session.
 */
export const createOpenGateway = (url: string, outside: Outside): Execute =>
  createExecute(new Client({ ...optionsOf(url, outside), exchanges: [fetchExchange] }));

const optionsOf = (url: string, { fetch, language }: Outside) => ({
  url,
  ...PLAIN,
  ...(fetch && { fetch }),
  fetchOptions: (): RequestInit => ({ headers: { 'accept-language': language() } }),
});

/**
 * Gateway for all other operations. The session machine owns tokens, timers and retries: operations wait
 * while it is busy, and a refused one is reported to it and sent once more. urql's document cache is not
 * used, as query machines store their answers.
 */
export const createGateway = (url: string, session: Session, outside: Outside): Execute => {
  const access = () => session.getSnapshot().context.tokens?.access;
  const send = outside.fetch ?? ((...call: Parameters<typeof fetch>) => fetch(...call));
  let refused: string | undefined;

  const client = new Client({
    ...optionsOf(url, outside),
    // Without a token the request would be refused: requests still running at the end of a session are
    // answered locally.
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
        // The machine compares tokens: a refused token that has been replaced meanwhile has no effect, and
        // the operation is sent again.
        refreshAuth: async () => {
          if (refused !== undefined) session.send({ type: 'token.rejected', access: refused });
          refused = undefined;
          await waitFor(session, state => !state.hasTag('busy'));
        },
      })),
      fetchExchange,
    ],
  });
  const execute = createExecute(client);
  // While the session waits for the network it cannot renew its token, so a refusal is reported as offline.
  return async (document, variables, signal) => {
    try {
      return await execute(document, variables, signal);
    } catch (error) {
      throw session.getSnapshot().matches('waiting') ? OFFLINE : error;
    }
  };
};

const createExecute =
  (client: Client): Execute =>
  (document, variables, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      // urql gives equal mutations one key, and the second would get no answer while a token is renewed.
      // Callers that may repeat a mutation pass their own idempotency key, by which the server recognises the
      // repetition.
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
