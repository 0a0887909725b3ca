import { waitFor, type ActorRefFrom } from 'xstate';
import type { sessionMachine } from '../../machines/session.ts';
import { failureOfAnswer, OFFLINE } from './failure.ts';

export type Session = ActorRefFrom<typeof sessionMachine>;
export interface RestOutside {
  readonly fetch?: typeof fetch;
}

/** The body, in addition to the token. */
export interface RestCall {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob;
}

/**
 * Calls the REST address itself and answers what was a success. Rejects with a `Failure`; when `signal` fires
 * the request is taken back.
 */
export type Rest = (address: string, call: RestCall, signal: AbortSignal) => Promise<Response>;

/** What fetch rejects with is a connection that could not be made, or broke before the end. */
export const failureOfFetch = (error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason;
  return error instanceof TypeError ? OFFLINE : error;
};

/**
 * Calls the REST API with the session's token: for files, which GraphQL does not carry. As with all other
 * calls the session decides about tokens: calls made during a renewal wait, and a refused call is reported to
 * the session and sent once more.
 */
export const createRest = (session: Session, outside: RestOutside = {}): Rest => {
  const send = outside.fetch ?? ((...call: Parameters<typeof fetch>) => fetch(...call));
  const token = async (signal: AbortSignal): Promise<string> => {
    await waitFor(session, state => !state.hasTag('busy'), { signal });
    const access = session.getSnapshot().context.tokens?.access;
    if (access === undefined) throw failureOfAnswer(401, { code: 'unauthenticated' }, null);
    return access;
  };
  const ask: Rest = async (address, { headers, ...call }, signal) => {
    for (let tries = 1; ; tries += 1) {
      const access = await token(signal);
      const response = await send(address, {
        ...call,
        headers: { ...headers, authorization: `Bearer ${access}` },
        cache: 'no-store',
        credentials: 'omit',
        signal,
      });
      if (response.ok) return response;
      if (response.status === 401 && tries === 1) {
        await response.body?.cancel();
        session.send({ type: 'token.rejected', access });
        continue;
      }
      // A session that waits for the network cannot renew its token: then the refusal states nothing about
      // the user.
      if (response.status === 401 && session.getSnapshot().matches('waiting')) throw OFFLINE;
      throw failureOfAnswer(
        response.status,
        await response.json().catch(() => null),
        response.headers.get('x-request-id'),
      );
    }
  };
  return async (address, call, signal) => {
    try {
      return await ask(address, call, signal);
    } catch (error) {
      throw failureOfFetch(error, signal);
    }
  };
};
