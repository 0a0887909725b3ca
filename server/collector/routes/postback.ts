import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE } from '../../platform/time.ts';
import { NO_ADDRESS, storedAddress } from '../../platform/event-address.ts';
import { AGENT_LIMIT, agentColumns } from '../agents.ts';
import { CONVERSION_KEY_HEADER, proveCaller } from '../conversion-access.ts';
import { CONVERSION, follow } from '../pipeline.ts';
import { Refusal } from '../reasons.ts';
import { NO_VALUES, readText } from '../steps.ts';
import { wellFormed } from '../text.ts';
import type { TrackedProduct } from '../tracking.ts';
import { timeOfId } from '../../platform/ids.ts';
import { isVisitor } from '../visitors.ts';
import { common, describeClient, idOf, JSON_TYPE, refuse, type RouteParts } from './answers.ts';
import { readJson } from './bodies.ts';
import { claimColumn, dueConversion } from './page-conversions.ts';

const AHEAD_MS = 5 * MINUTE;
const INSTANT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:\d\d)$/;

type Values = Readonly<Record<string, unknown>>;

/** @throws {Refusal} naming what is wrong with a text */
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

/** When the conversion was, in ms since 1970. @throws {Refusal} */
const timeOf = (value: unknown, now: number, product: TrackedProduct): number => {
  // In a query a plus sign that nobody encoded arrives as a space.
  const normalized = text(value)
    .trim()
    .replace(/ (\d\d:\d\d)$/, (all, offset: string, at: number, input: string) =>
      input.lastIndexOf(':', at) === -1 ? all : `+${offset}`,
    );
  if (normalized === '') return now;
  const ms = /^\d{1,16}$/.test(normalized)
    ? Number(normalized)
    : INSTANT.test(normalized)
      ? Date.parse(normalized.replace(' ', 'T'))
      : Number.NaN;
  if (!Number.isFinite(ms)) throw new Refusal('invalid_time');
  if (ms < now - product.trackingTermMs || ms > now + AHEAD_MS) throw new Refusal('time_out_of_range');
  return ms;
};

/** The header goes before the parameter. @throws {Refusal} naming what is wrong with the text */
const keyOf = (request: FastifyRequest, values: Values): string =>
  text(request.headers[CONVERSION_KEY_HEADER] ?? values['key']);

/**
 * `GET|POST /cv`: a conversion told by the shop's server, which holds the visitor's click token (`xclid`) or
 * visitor id.
 */
export const postbackRoute = (app: FastifyInstance, parts: RouteParts): void => {
  const { collector } = parts;
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.url.length > 8192) return refuse(parts, 'url_too_long', request, reply);
    const values = valuesOf(request);
    const productId = idOf(text(values['product'] ?? values['product_id']));
    const product =
      productId === null
        ? undefined
        : (collector.tracking().products.get(productId) ?? (await collector.lookUp('products', productId)));
    if (product === undefined) throw new Refusal('unknown_product');
    const now = parts.now();
    const proved = proveCaller(
      product.conversionAccess,
      { address: request.ip, key: keyOf(request, values) },
      now,
    );
    if (typeof proved === 'string') throw new Refusal(proved);
    if (!product.inService) throw new Refusal('product_disabled');

    const token = text(values['xclid']);
    const named = text(values['visitor'] ?? values['visitor_id']);
    const click = token === '' ? null : collector.clicks.read(token, product.id);
    if (token !== '' && click === null) {
      collector.counters.add('ignored_click_token');
      if (named === '') throw new Refusal('invalid_token');
    }
    if (named !== '' && !isVisitor(named)) throw new Refusal('invalid_visitor');
    const visitorId = click?.visitorId ?? named;
    if (visitorId === '') throw new Refusal('visitor_missing');
    if (click === null && !proved) throw new Refusal('visitor_needs_key');

    const read = follow(CONVERSION, { raw: values, lenient: false, cvType: 1, values: NO_VALUES });
    if (typeof read === 'string') throw new Refusal(read);
    const time = timeOf(values['cv_time'], now, product);
    if (click !== null && time - timeOfId(click.interactionId) > product.trackingTermMs)
      throw new Refusal('click_too_old');
    // The caller is the shop's server: its own address and agent say nothing of the visitor, so only what it
    // passes on is kept.
    const callerAddress = text(values['ip']).trim();
    const ip = callerAddress === '' ? NO_ADDRESS : storedAddress(callerAddress);
    if (ip === null) throw new Refusal('invalid_address');
    const client = describeClient(collector, text(values['ua'], AGENT_LIMIT), ip);

    const { cvType, ...columns } = read.values;
    const bot = client.agent.bot ? 1 : 0;
    const due = dueConversion({ settingId: 0, values: read.values }, visitorId, bot);
    const { events, outcomes } = await collector.claims.record(product, 'server', [due], ([outcome]) => {
      if (outcome === undefined || outcome.kind === 'repeated') return [];
      const id = parts.nextId();
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
    const conversionId = outcome?.kind === 'repeated' ? outcome.conversionId : events[0]?.id.toString();
    return reply
      .header('content-type', JSON_TYPE)
      .header('cache-control', 'no-store')
      .send(JSON.stringify({ conversion_id: conversionId }));
  };
  // No HEAD: asking for the headers alone must not record a conversion.
  app.get('/cv', { config: { access: 'public' }, exposeHeadRoute: false }, handler);
  app.post('/cv', { config: { access: 'public' } }, handler);
};
