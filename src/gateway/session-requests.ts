import { failureOfAnswer } from './failure.ts';
import { failureOfFetch, type RestOutside } from './rest.ts';

/**
 * Requests that use the cookie of the session. They go to the REST API, as the browser sends the cookie to its routes
 * `auth/` only.
 */
export interface SessionRequests {
  post(path: 'refresh' | 'signout', body: object, signal: AbortSignal): Promise<unknown>;
}

/** Creates the requests. Each rejects with a `Failure`. */
export const createSessionRequests = (api = '/api/v1', outside: RestOutside = {}): SessionRequests => {
  const send = outside.fetch ?? ((...call: Parameters<typeof fetch>) => fetch(...call));
  const request = async (path: string, body: object, signal: AbortSignal): Promise<unknown> => {
    const response = await send(`${api}/auth/${path}/`, {
      method: 'POST',
      // Other sites cannot send this header, so the server reads the cookie only with it.
      headers: { 'content-type': 'application/json', 'x-session-cookie': 'console' },
      body: JSON.stringify(body),
      cache: 'no-store',
      // The browser stores the next cookie even if the page is left meanwhile.
      keepalive: true,
      signal,
    });
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) throw failureOfAnswer(response.status, answer, response.headers.get('x-request-id'));
    return answer;
  };
  return {
    post: async (path, body, signal) => {
      try {
        return await request(path, body, signal);
      } catch (error) {
        throw failureOfFetch(error, signal);
      }
    },
  };
};
