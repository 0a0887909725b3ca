import type { FastifyInstance } from 'fastify';
import { timeOfId } from '../../platform/ids.ts';
import { resultsBookmarkOf } from '../../store/postgres/results/results-bookmark.ts';
import { readBookmark } from '../../store/postgres/engine/bookmarks.ts';
import { blockTags, type PageTag, takeTags } from '../../store/postgres/tracking/cv-tags.ts';
import type { Dependencies } from '../../dependencies.ts';
import { withoutSecrets } from '../address-secrets.ts';
import { createTagRequestLimit } from '../tag-request-limit.ts';
import { parseUrl } from '../hosts.ts';
import { Refusal } from '../reasons.ts';
import { sanitized, URL_LIMIT } from '../text.ts';
import { TAG_TOKEN_SECONDS } from '../tokens.ts';
import { originRelation, relationOf, type TrackedProduct } from '../tracking.ts';
import { idOf, JSON_TYPE, refuse, type RouteParts } from './answers.ts';
import { readJson } from './bodies.ts';

const TOKEN_MS = TAG_TOKEN_SECONDS * 1000;
/** A page view may cause several conversions at once. */
const MAX_TOKENS = 10;
const PAGE_KEY = /^\d{1,20}$/;
/**
 * The result worker's cursor also passes conversions without a result; within this time one may be overtaken
 * by others on its way to the store.
 */
const CURSOR_MARGIN_MS = 5_000;

/**
 * Formats the tokens that a page sends to fetch its tags: `<product>.<token>`, separated by commas. The page
 * treats it as opaque.
 */
export const formatTagTokens = (productId: number, tokens: readonly string[]): string =>
  tokens
    .slice(0, MAX_TOKENS)
    .map(token => `${productId}.${token}`)
    .join(',');

interface TagRequest {
  readonly product: TrackedProduct;
  readonly conversions: readonly bigint[];
  readonly pageKey: string;
  readonly page: string;
  readonly again: boolean;
  /** Tags that the page's own policy blocked. */
  readonly blocked: readonly number[];
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);

/** @throws {Refusal} that describes the error in the body */
const readTagRequest = async (
  body: Readonly<Record<string, unknown>>,
  { tracking, lookUp, tagTokens }: RouteParts['collector'],
): Promise<TagRequest> => {
  const { c, k, u, r, b } = body;
  if (typeof c !== 'string' || typeof k !== 'string' || typeof u !== 'string')
    throw new Refusal('wrong_type');
  const tokens = c.split(',').map(one => /^(\d+)\.(.*)$/.exec(one) ?? []);
  const productId = idOf(tokens[0]?.[1] ?? '');
  const product =
    productId === null
      ? undefined
      : (tracking().products.get(productId) ?? (await lookUp('products', productId)));
  if (product === undefined) throw new Refusal('unknown_product');
  if (
    tokens.length > MAX_TOKENS ||
    !PAGE_KEY.test(k) ||
    tokens.some(([, owner]) => owner !== String(product.id))
  )
    throw new Refusal('invalid_tag_token');
  const conversions = tokens.map(([, , token = '']) => {
    const conversion = tagTokens.read(token, product.id);
    if (conversion === null) throw new Refusal('invalid_tag_token');
    return conversion;
  });
  return {
    product,
    conversions,
    pageKey: k,
    page: u,
    again: r === 1,
    blocked: Array.isArray(b) ? b.filter(isNumber).slice(0, 50) : [],
  };
};

type Stores = Pick<Dependencies, 'db' | 'slices'>;

/** Takes the available tags of one conversion. @returns also whether more may follow */
const takeTagsOf = async (
  { db, slices }: Stores,
  { product: { id: productId }, pageKey, page, again }: TagRequest,
  conversionId: bigint,
  now: number,
): Promise<{ readonly tags: readonly PageTag[]; readonly more: boolean }> => {
  const age = now - timeOfId(conversionId);
  if (age >= TOKEN_MS) return { tags: [], more: false };
  const takenTags = await takeTags(
    db,
    {
      productId,
      conversionId: conversionId.toString(),
      pageKey,
      page: withoutSecrets(sanitized(page, URL_LIMIT)),
      again,
    },
    new Date(now),
  );
  if (takenTags !== null) return { tags: takenTags.tags, more: takenTags.waiting };
  const { name } = await slices.locate(productId);
  return {
    tags: [],
    more:
      age < CURSOR_MARGIN_MS || BigInt((await readBookmark(db, resultsBookmarkOf(name))) ?? 0) < conversionId,
  };
};

/** The answer to a page: its tags, and whether more may follow. */
interface TagAnswer {
  readonly t: readonly (readonly [id: number, html: string])[];
  readonly m: boolean;
}

const takeAllTags = async (stores: Stores, tagRequest: TagRequest, now: number): Promise<TagAnswer> => {
  const tags: [number, string][] = [];
  let hasMore = false;
  for (const conversion of tagRequest.conversions) {
    const taken = await takeTagsOf(stores, tagRequest, conversion, now);
    tags.push(...taken.tags.map(({ id, html }): [number, string] => [id, html]));
    hasMore ||= taken.more;
  }
  return { t: tags, m: hasMore };
};

/**
 * `POST /e/tags`: returns the networks' CV tags of a page's own conversions after their results were created,
 * and records the outcome of the tags.
 *
 * A POST, because it has a side effect (a tag is delivered to one page only), and because proxies must log
 * neither token nor page.
 */
export const cvTagsRoute = (app: FastifyInstance, parts: RouteParts, stores: Stores): void => {
  const { collector, now: time } = parts;
  const limit = createTagRequestLimit(TOKEN_MS);

  /** Records the tags that the page's own policy blocked, otherwise takes the available ones. */
  const carryOut = async (tagRequest: TagRequest, now: number): Promise<TagAnswer> => {
    const { product, pageKey, blocked } = tagRequest;
    if (blocked.length === 0) {
      const answer = await takeAllTags(stores, tagRequest, now);
      collector.counters.add('cv_tags_given', answer.t.length);
      return answer;
    }
    const count = await blockTags(stores.db, { productId: product.id, pageKey }, blocked, new Date(now));
    collector.counters.add('cv_tags_blocked', count);
    return { t: [], m: false };
  };

  app.post('/e/tags', { config: { access: 'public' } }, async (request, reply) => {
    reply.header('vary', 'Origin').header('cache-control', 'no-store');
    const tagRequest = await readTagRequest(readJson(request.body), collector);
    const { product } = tagRequest;
    const origin = request.headers.origin ?? null;
    if (origin !== null && originRelation(product, origin) === 'foreign')
      return refuse(parts, 'foreign_origin', request, reply);
    if (origin !== null) reply.header('access-control-allow-origin', origin);
    const page = parseUrl(tagRequest.page);
    if (page === null || relationOf(product, page.hostname.replace(/\.$/, '')) === 'foreign')
      return refuse(parts, 'foreign_page', request, reply);
    const now = time();
    if (!tagRequest.conversions.every(id => limit.allow(id, now)))
      return refuse(parts, 'asked_too_often', request, reply);
    const answer = await carryOut(tagRequest, now).catch((error: unknown) => {
      throw new Refusal('unavailable', { cause: error });
    });
    return reply.header('content-type', JSON_TYPE).send(JSON.stringify(answer));
  });
};
