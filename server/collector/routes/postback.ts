import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE } from '../../platform/time.ts';
import { NO_ADDRESS, storedAddress } from '../../platform/event-address.ts';
import { AGENT_LIMIT, agentColumns } from '../agents.ts';
import { CONVERSION_KEY_HEADER, proveCaller } from '../conversion-access.ts';
import { Refusal } from '../reasons.ts';
import { readText, readValues, unknownNames, type ConversionValues } from '../conversion-values.ts';
import { wellFormed } from '../text.ts';
import type { Click } from '../tokens.ts';
import type { TrackedProduct } from '../tracking.ts';
import { timeOfId } from '../../platform/ids.ts';
import { isVisitor } from '../visitors.ts';
import { common, describeClient, type Client } from '../client.ts';
import { idOf, JSON_TYPE, noteUnknownNames, refuse, type RouteParts } from './answers.ts';
import { readJson } from './bodies.ts';
import { claimColumn, dueConversion } from './page-conversions.ts';

const AHEAD_MS = 5 * MINUTE;
const INSTANT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:\d\d)$/;

type Values = Readonly<Record<string, unknown>>;

/** @throws {Refusal} that describes the error in a text */
const text = (value: unknown, limit?: number): string => {
  const read = readText(value, limit);
  if (typeof read === 'string') throw new Refusal(read);
  return read.text;
};

const valuesOf = (request: FastifyRequest): Values => {
  const query = request.query as Values;
  if (request.method === 'GET' || request.body === undefined || request.body === '') return query;
  const form = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const body = form
    ? Object.fromEntries(new URLSearchParams(request.body as string))
    : readJson(request.body);
  return {
    ...query,
    ...Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        typeof value === 'string' ? wellFormed(value) : value,
      ]),
    ),
  };
};

/** Whether the calendar has the day `yyyy-MM-dd`. `Date.parse` reads 31 September as 1 October. */
const isDay = (text: string): boolean => {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
};

/** Parses digits or an instant with its offset to milliseconds since 1970; NaN: neither. */
const parseTime = (input: string): number => {
  if (/^\d{1,16}$/.test(input)) return Number(input);
  return INSTANT.test(input) && isDay(input.slice(0, 10)) ? Date.parse(input.replace(' ', 'T')) : Number.NaN;
};

/** The time of the conversion, in ms since 1970. @throws {Refusal} */
const timeOf = (value: unknown, now: number, product: TrackedProduct): number => {
  // In a query an unencoded plus sign arrives as a space.
  const normalized = text(value)
    .trim()
    .replace(/ (\d\d:\d\d)$/, (all, offset: string, at: number, input: string) =>
      input.lastIndexOf(':', at) === -1 ? all : `+${offset}`,
    );
  if (normalized === '') return now;
  const ms = parseTime(normalized);
  if (!Number.isFinite(ms)) throw new Refusal('invalid_time');
  if (ms < now - product.trackingTermMs || ms > now + AHEAD_MS) throw new Refusal('time_out_of_range');
  // A clock that is ahead: contacts between now and then would precede the conversion after its results were made.
  return Math.min(ms, now);
};

/** The header has precedence over the parameter. @throws {Refusal} that describes the error in the text */
const keyOf = (request: FastifyRequest, values: Values): string =>
  text(request.headers[CONVERSION_KEY_HEADER] ?? values['key']);

/** @throws {Refusal} if there is no such product */
const productOf = async (
  { tracking, lookUp }: RouteParts['collector'],
  values: Values,
): Promise<TrackedProduct> => {
  const id = idOf(text(values['product'] ?? values['product_id']));
  const product = id === null ? undefined : (tracking().products.get(id) ?? (await lookUp('products', id)));
  if (product === undefined) throw new Refusal('unknown_product');
  return product;
};

/**
 * Whether the caller proved that it is the product's server.
 *
 * @throws {Refusal} if the caller may not report conversions
 */
const authorizeCaller = (
  product: TrackedProduct,
  request: FastifyRequest,
  values: Values,
  now: number,
): boolean => {
  const proved = proveCaller(
    product.conversionAccess,
    { address: request.ip, key: keyOf(request, values) },
    now,
  );
  if (typeof proved === 'string') throw new Refusal(proved);
  if (!product.inService) throw new Refusal('product_disabled');
  return proved;
};

interface Identified {
  readonly visitorId: string;
  /** The click whose token was sent; null: only the visitor was named. */
  readonly click: Click | null;
}

/** The visitor of this conversion. @throws {Refusal} */
const identifyVisitor = (
  { clicks, counters }: RouteParts['collector'],
  product: TrackedProduct,
  values: Values,
  isProved: boolean,
): Identified => {
  const token = text(values['xclid']);
  const named = text(values['visitor'] ?? values['visitor_id']);
  const click = token === '' ? null : clicks.read(token, product.id);
  if (token !== '' && click === null) {
    counters.add('ignored_click_token');
    if (named === '') throw new Refusal('invalid_token');
  }
  if (named !== '' && !isVisitor(named)) throw new Refusal('invalid_visitor');
  const visitorId = click?.visitorId ?? named;
  if (visitorId === '') throw new Refusal('visitor_missing');
  if (click === null && !isProved) throw new Refusal('visitor_needs_key');
  return { visitorId, click };
};

/**
 * The visitor's client. The caller is the shop's server: its own address and agent do not describe the
 * visitor, so only forwarded values are stored.
 *
 * @throws {Refusal}
 */
const clientIn = (collector: RouteParts['collector'], product: TrackedProduct, values: Values): Client => {
  const passed = text(values['ip']).trim();
  const ip = passed === '' ? NO_ADDRESS : storedAddress(passed);
  if (ip === null) throw new Refusal('invalid_address');
  return describeClient(collector, product, text(values['ua'], AGENT_LIMIT), ip);
};

/** Parameters of the call besides the values of the conversion. */
const CALL_NAMES: ReadonlySet<string> = new Set([
  'product',
  'product_id',
  'key',
  'xclid',
  'visitor',
  'visitor_id',
  'cv_time',
  'ip',
  'ua',
]);

/** Records a conversion once. @returns its id, or that of the conversion that it repeats */
const recordConversion = async (
  { collector, nextId }: RouteParts,
  product: TrackedProduct,
  { visitorId, time, client }: { readonly visitorId: string; readonly time: number; readonly client: Client },
  values: ConversionValues,
): Promise<string | undefined> => {
  const { cvType, unreadable: _, ...columns } = values; // a server is refused instead
  const bot = client.agent.bot ? 1 : 0;
  const due = dueConversion({ settingId: 0, values }, visitorId, bot);
  const { events, outcomes } = await collector.claims.record(product, 'server', [due], ([outcome]) => {
    if (outcome === undefined || outcome.kind === 'repeated') return [];
    const id = nextId();
    return [
      {
        table: 'conversion',
        id,
        row: {
          ...common(product.id, visitorId, time, client, bot),
          ...agentColumns(client.ua, client.agent),
          ...columns,
          ...claimColumn(outcome),
          conversion_id: id.toString(),
          cv_type: cvType,
          cv_setting_id: 0,
          origin: 'server',
          url: '',
          referrer: '',
        },
      },
    ];
  });
  const [outcome] = outcomes;
  return outcome?.kind === 'repeated' ? outcome.conversionId : events[0]?.id.toString();
};

/**
 * `GET|POST /cv`: a conversion reported by the shop's server, with the visitor's click token (`xclid`) or
 * visitor id.
 */
export const postbackRoute = (app: FastifyInstance, parts: RouteParts): void => {
  const { collector } = parts;
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.url.length > 8192) return refuse(parts, 'url_too_long', request, reply);
    const values = valuesOf(request);
    const product = await productOf(collector, values);
    const now = parts.now();
    const isProved = authorizeCaller(product, request, values, now);
    const { visitorId, click } = identifyVisitor(collector, product, values, isProved);
    const read = readValues({ raw: values, sender: 'server', cvType: 1 });
    if (typeof read === 'string') throw new Refusal(read);
    const time = timeOf(values['cv_time'], now, product);
    if (click !== null && time - timeOfId(click.interactionId) > product.trackingTermMs)
      throw new Refusal('click_too_old');
    const client = clientIn(collector, product, values);
    const conversionId = await recordConversion(parts, product, { visitorId, time, client }, read);
    const unknown = noteUnknownNames(parts, product, unknownNames(values, CALL_NAMES));
    return reply
      .header('content-type', JSON_TYPE)
      .header('cache-control', 'no-store')
      .send(JSON.stringify({ conversion_id: conversionId, unknown_parameters: unknown }));
  };
  // No HEAD: a request for headers must not record a conversion.
  app.get('/cv', { config: { access: 'public' }, exposeHeadRoute: false }, handler);
  app.post('/cv', { config: { access: 'public' } }, handler);
};
