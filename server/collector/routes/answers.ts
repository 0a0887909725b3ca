import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Collector } from '../collector.ts';
import { REASONS, type Reason } from '../reasons.ts';
import { sanitized } from '../text.ts';
import type { TrackedProduct } from '../tracking.ts';

/** The dependencies of the routes of this folder. */
export interface RouteParts {
  readonly collector: Collector;
  readonly log: Logger;
  readonly now: () => number;
  readonly nextId: () => bigint;
  /** True if browsers reach the server by https, whatever protocol the last hop used. */
  readonly secure: boolean;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

export const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

const messageOf = (reason: Reason): string => {
  const entry = REASONS[reason];
  return 'message' in entry ? entry.message : '';
};

const BODIES = Object.fromEntries(
  (Object.keys(REASONS) as Reason[]).map(code => [
    code,
    JSON.stringify({ code, _message: [messageOf(code)] }),
  ]),
) as Record<Reason, string>;

/** Counts a reason, and logs it at most once a second. */
export const note = (
  { collector, log }: RouteParts,
  reason: Reason,
  request: FastifyRequest,
  cause?: unknown,
): void => {
  const site = request.headers.origin !== undefined && { site: sanitized(request.headers.origin, 200) };
  const { outcome } = REASONS[reason];
  collector.counters.add(`${outcome === 'drop' ? 'dropped' : 'refused'}_${reason}`);
  if (outcome === 'refuse') {
    collector.counters.seldom(reason, () => {
      // The log contains neither the address nor the query, because both may identify a person. The site does not.
      log.warn(
        {
          reason,
          method: request.method,
          path: sanitized(request.url.split('?')[0] ?? '', 200),
          ...site,
          ...(cause === undefined ? {} : { err: cause }),
        },
        'The collector rejected a request.',
      );
    });
  }
};

/**
 * Counts a conversion with names that the collector does not know, and notes them for the console.
 *
 * @returns undefined: there are none
 */
export const noteUnknownNames = (
  { collector: { counters, notices } }: RouteParts,
  product: TrackedProduct,
  names: readonly string[],
): readonly string[] | undefined => {
  if (names.length === 0) return undefined;
  counters.add('conversion_with_unknown_parameters');
  for (const name of names) notices.add(product, 'unknown_parameter', name);
  return names;
};

/**
 * Answers a refusal: `{code, _message}`, or a comment in place of a script, with its status; overload refusals name a
 * second after which to retry.
 */
export const refuse = (
  parts: RouteParts,
  reason: Reason,
  request: FastifyRequest,
  reply: FastifyReply,
  cause?: unknown,
): FastifyReply => {
  note(parts, reason, request, cause);
  const entry = REASONS[reason];
  const status = entry.outcome === 'refuse' ? entry.status : 204;
  if (status === 503) reply.header('retry-after', '1');
  if (status === 401) reply.header('www-authenticate', 'ConversionKey');
  // Any page may read a refusal: it discloses nothing, and a browser would report a CORS error in its place.
  if (!reply.hasHeader('access-control-allow-origin')) reply.header('access-control-allow-origin', '*');
  reply.code(status).header('cache-control', 'no-store');
  // A browser blocks JSON in place of a script, and then shows neither the status nor the address.
  if (reply.getHeader('content-type') === SCRIPT_TYPE)
    return reply.send(`// Touchpath: ${messageOf(reason)} (${reason})\n`);
  return reply.header('content-type', JSON_TYPE).send(BODIES[reason]);
};

/** The purpose of a fetch: `prefetch`, `prefetch;prerender`, or '' for a visitor's own request. */
export const purposeOf = ({ headers }: FastifyRequest): string =>
  String(headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz'] ?? '').toLowerCase();

/**
 * A parsed query with access by name; of a repeated name the first value. A class, because a closure for each
 * click costs more than parsing the query.
 */
export class Query {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: unknown) {
    this.#values = values as Readonly<Record<string, unknown>>;
  }

  get(name: string): string | null {
    const value = Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return typeof first === 'string' ? first : null;
  }
}

const ID = /^[1-9]\d{0,9}$/;

/** A settings id in an address; null if it cannot be one. */
export const idOf = (text: string): number | null =>
  ID.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : null;
