import type { Static } from '@fastify/type-provider-typebox';
import type { Agent } from '../collector/agents.ts';
import { hostOf, isWithin, webUrl } from '../collector/hosts.ts';
import { dynamicTarget, withToken } from '../collector/landing.ts';
import { CLICK_STEPS, runSteps } from '../collector/pipeline.ts';
import { NO_PARAMETERS, type ClickDraft } from '../collector/click-steps.ts';
import { indexTracking } from '../collector/tracking-index.ts';
import { relationOf, type TrackedRedirect } from '../collector/tracking.ts';
import type { TrackingRows } from '../store/postgres/tracking/tracking.ts';
import { clickVerdict } from './links.ts';
import type { ClickOutcome, DynamicVerdict, PreviewParameters } from './schemas.ts';

export type Outcome = Static<typeof ClickOutcome.schema>;

/**
 * Replaces the click token, which is made for real clicks only: following a link with a token would assign its
 * visitor.
 */
export const SAMPLE_TOKEN = 'SAMPLE';
/** Id of an ad or redirect that is not saved yet. */
const UNMADE = 0;
const BROWSER: Agent = {
  bot: false,
  device: 'desktop',
  os: '',
  osVersion: '',
  browser: '',
  browserVersion: '',
};

/**
 * The collector's settings if the form were saved now: the ad of the form with its present redirects, or with one
 * default redirect.
 */
export const rowsAsTyped = (rows: TrackingRows, typed: PreviewParameters): TrackingRows => {
  const id = typed.ad_id ?? UNMADE;
  const saved = rows.ads.find(ad => ad.id === id);
  const [product] = rows.products;
  const ad: TrackingRows['ads'][number] = {
    id,
    companyId: product?.companyId ?? UNMADE,
    productId: typed.product_id,
    aspId: typed.asp ?? null,
    redirectUrl: typed.redirect_url,
    directLink: saved?.directLink ?? false,
    clickCost: saved?.clickCost ?? 0,
    lpoFlag: typed.lpo_flag,
    lpoEntries: typed.lpo_entries.map(entry => ({ ...entry, rate: entry.rate ?? 0 })),
    dynamicLpUrl: typed.dynamic_lpurl,
    ownParameters: typed.own_parameters,
    ownResultNotice: false,
    resultFlag: 0,
    status: saved?.status ?? true,
    parameters: Object.fromEntries(
      Object.entries(typed.parameters).flatMap(([column, name]) => (name ? [[column, name]] : [])),
    ),
  };
  const redirects = rows.redirects.filter(redirect => redirect.status);
  const unmade = {
    id: UNMADE,
    adId: id,
    redirectUrl: '',
    redirectFlag: true,
    lpoFlag: false,
    lpoEntries: [],
    dynamicLpUrl: false,
    status: true,
  };
  return { ...rows, ads: [ad], redirects: redirects.length > 0 ? redirects : [unmade] };
};

/** Verdict on the requested landing page. The collector's functions decide; this names the reason of a refusal. */
const dynamicVerdict = (
  redirect: TrackedRedirect | undefined,
  target: string | null,
): Static<typeof DynamicVerdict.schema> => {
  if (target === null || target === '') return 'not_asked';
  if (redirect?.landing?.dynamic !== true) return 'off';
  const { host } = redirect.ad.product;
  if (dynamicTarget(target, host) !== null) return 'accepted';
  const url = webUrl(target);
  if (url === null) return 'no_web_address';
  return isWithin(url.hostname.replace(/\.$/, ''), host) ? 'too_long' : 'foreign_host';
};

/** Reason why the collector does not use an LPO entry. */
const unusedVerdict = (url: string): 'no_web_address' | 'no_rate' =>
  webUrl(url) === null ? 'no_web_address' : 'no_rate';

const entriesOf = (
  rows: TrackingRows,
  redirect: TrackedRedirect | undefined,
  lpoNumber: number,
): Outcome['entries'] => {
  const row = rows.redirects.find(({ id }) => id === redirect?.id);
  const [ad] = rows.ads;
  const source = row?.lpoFlag === true ? row : ad;
  const entries = source?.lpoFlag === true ? source.lpoEntries : [];
  const pages = redirect?.landing?.pages ?? [];
  const total = pages.reduce((sum, page) => sum + page.rate, 0);
  return entries.slice(0, 5).map(({ title, url }, index) => {
    const page = pages.find(({ number }) => number === index + 1);
    return {
      number: index + 1,
      title,
      url,
      share: page === undefined ? 0 : page.rate / total,
      chosen: lpoNumber === index + 1,
      verdict: page === undefined ? unusedVerdict(url) : 'used',
    };
  });
};

/** The hosts of destinations at which the tag does not measure for the product; a product without a host has none. */
const unmeasuredHosts = (
  { ad: { product } }: TrackedRedirect,
  destinations: readonly string[],
): Outcome['unmeasured_hosts'] => {
  const hosts = new Set(destinations.flatMap(url => hostOf(url) ?? []));
  return product.host === '' ? [] : [...hosts].filter(host => relationOf(product, host) === 'foreign');
};

/** The query of the previewed click, with the requested landing page. */
const queryOf = ({ url, query }: PreviewParameters): URLSearchParams => {
  const urlParameters = new URLSearchParams(query ?? '');
  if (url !== null && url !== undefined && url !== '') urlParameters.set('url', url);
  return urlParameters;
};

/** The first click of a browser on an address, as input of the collector's steps. */
const firstClick = (
  redirect: TrackedRedirect,
  plan: ClickDraft['plan'],
  query: URLSearchParams,
  visitorId: string,
  now: number,
): ClickDraft => ({
  requestLength: `/r/${redirect.id}?${String(query)}`.length,
  method: 'GET',
  purpose: '',
  counts: redirect.counts,
  inService: redirect.ad.product.inService,
  host: redirect.ad.product.host,
  redirectId: redirect.id,
  plan,
  visitorId,
  now,
  previous: null,
  names: redirect.ad.parameters,
  query,
  parameters: NO_PARAMETERS,
  landing: '',
  lpoNumber: 0,
  agent: BROWSER,
  bot: 0,
  repeated: 0,
});

const choiceOf = (dynamic: Outcome['dynamic'], lpoNumber: number): Outcome['choice'] => {
  if (dynamic === 'accepted') return 'dynamic';
  return lpoNumber > 0 ? 'lpo' : 'plain';
};

/**
 * Previews where a click on each address of an ad would lead if its form were saved, and why. It runs the collector's
 * own steps, so it agrees with `/r/`; only the token and the count are left out.
 */
export const previewOf = (
  rows: TrackingRows,
  typed: PreviewParameters,
  visitorId: string,
  now: number,
): Outcome[] => {
  const known = rowsAsTyped(rows, typed);
  const tracking = indexTracking(known);
  const query = queryOf(typed);
  return known.redirects.map(({ id }): Outcome => {
    const redirect = tracking.redirects.get(id);
    const dynamic = dynamicVerdict(redirect, query.get('url'));
    const outcome = (verdict: Outcome['verdict'], more: Partial<Outcome> = {}, lpoNumber = 0): Outcome => ({
      redirect_id: id === UNMADE ? null : id,
      verdict,
      location: null,
      choice: 'none',
      entries: entriesOf(known, redirect, lpoNumber),
      dynamic,
      values: [],
      unmeasured_hosts: [],
      ...more,
    });
    const verdict = clickVerdict(redirect);
    if (redirect === undefined || redirect.landing === null || verdict === 'lost') return outcome('lost');
    const draft = runSteps(CLICK_STEPS, firstClick(redirect, redirect.landing, query, visitorId, now));
    if (typeof draft === 'string')
      return draft === 'retired'
        ? outcome('uncounted', { location: redirect.adPage, choice: 'ad_page' })
        : outcome('lost');
    const used = entriesOf(known, redirect, draft.lpoNumber).filter(entry => entry.verdict === 'used');
    return outcome(
      'counted',
      {
        unmeasured_hosts: unmeasuredHosts(redirect, [draft.landing, ...used.map(({ url }) => url)]),
        location: withToken(draft.landing, SAMPLE_TOKEN),
        choice: choiceOf(dynamic, draft.lpoNumber),
        values: redirect.ad.parameters.map(([column, name]) => ({
          column,
          name,
          value: draft.parameters[column],
        })),
      },
      draft.lpoNumber,
    );
  });
};
