import { waitFor, type ActorRefFrom } from 'xstate';
import type { sessionMachine } from '../../machines/session.ts';
import { failureOfAnswer, OFFLINE } from './failure.ts';

export type Session = ActorRefFrom<typeof sessionMachine>;
export interface RestOutside {
  readonly fetch?: typeof fetch;
}

/** Options of a request in addition to the token. */
export interface RestCall {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob;
}

/**
 * Sends a REST request and resolves to a successful response. Rejects with a `Failure`; `signal` aborts the
 * request.
 */
export type Rest = (address: string, call: RestCall, signal: AbortSignal) => Promise<Response>;

/** A TypeError of fetch means that the connection failed or broke. */
export const failureOfFetch = (error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason;
  return error instanceof TypeError ? OFFLINE : error;
};

/**
 * Client of the REST API with the session's token, for files, which GraphQL does not transfer. As in the
 * gateway, requests wait during a renewal, and a refused request is reported to the session and sent once
 * more.
 */
export const createRest = (session: Session, outside: RestOutside = {}): Rest => {
  const send = outside.fetch ?? ((...call: Parameters<typeof fetch>) => fetch(...call));
  const token = async (signal: AbortSignal): Promise<string> => {
    await waitFor(session, state => !state.hasTag('busy'), { signal });
    const access = session.getSnapshot().context.tokens?.access;
    if (access === undefined) throw failureOfAnswer(401, { code: 'unauthenticated' }, null);
    return access;
  };
  const request: Rest = async (address, { headers, ...call }, signal) => {
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
      // While the session waits for the network it cannot renew its token, so a refusal is reported as
      // offline.
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
      return await request(address, call, signal);
    } catch (error) {
      throw failureOfFetch(error, signal);
    }
  };
};
