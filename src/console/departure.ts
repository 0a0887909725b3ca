import type { Failure } from '../../machines/failure.ts';
import type { SignOnRequest } from '../../machines/session.ts';
import { stringifySearch } from './address.ts';
import type { ExpiringStorage } from './storage.ts';

/** The way to an identity provider and back, in the same tab. */

/** A sign-in that came back from an identity provider. */
interface ReturnedSignOn {
  readonly request: SignOnRequest;
  /** Query of the address to which the provider led back. */
  readonly query: string;
}

export interface Departure {
  /** Stores the request and opens the provider's page. @throws {Failure} `unexpected`: it is no web address */
  leave(request: SignOnRequest, address: string): void;
  /** The sign-in that came back, once; null: none. @throws {Failure} `single_sign_on_ended`: not begun in this tab */
  takeReturn(): ReturnedSignOn | null;
}

/** Path to which identity providers lead back; the server states it (`callback_url`). */
const CALLBACK_PATH = '/login/single-sign-on';
const NAME = 'sign_on';

const isRequest = (value: unknown): value is SignOnRequest =>
  typeof value === 'object' &&
  value !== null &&
  'company' in value &&
  typeof value.company === 'string' &&
  'autoLogin' in value &&
  typeof value.autoLogin === 'boolean' &&
  'target' in value &&
  (value.target === null || typeof value.target === 'string');

/** The used parts of the browser. */
interface Page {
  readonly location: Pick<Location, 'pathname' | 'search' | 'assign'>;
  readonly history: Pick<History, 'replaceState'>;
}

/**
 * Takes the provider's answer out of the address when the page is opened, so that its code stays in no history, and the
 * router sees the sign-in page.
 */
export const createDeparture = (storage: ExpiringStorage, { location, history }: Page): Departure => {
  let query: string | null = null;
  if (location.pathname === CALLBACK_PATH) {
    query = location.search.slice(1);
    const target = storage.read(NAME, isRequest)?.target ?? null;
    history.replaceState(null, '', `/login${stringifySearch(target === null ? {} : { to: target })}`);
  }
  return {
    leave: (request, address) => {
      if (!/^https?:\/\//.test(address)) throw { kind: 'broken', code: 'unexpected' } satisfies Failure;
      storage.write(NAME, request);
      location.assign(address);
    },
    takeReturn: () => {
      if (query === null) return null;
      const returned = query;
      query = null;
      const request = storage.read(NAME, isRequest);
      storage.remove(NAME);
      if (request === null) throw { kind: 'denied', code: 'single_sign_on_ended' } satisfies Failure;
      return { request, query: returned };
    },
  };
};
