import type { PreviewClickForm_Input } from '../../../../graphql/generated/graphql.ts';
import type { AnyDraft } from '../fields.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const text = (value: unknown, length: number): string =>
  typeof value === 'string' ? value.slice(0, length) : '';
const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const row = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;

const PARAMETERS = [
  'xclid',
  'media_session',
  'media_management1',
  'media_management2',
  'media_management3',
] as const;

/**
 * The form values that decide the destination of a click, within the server's limits while the form is
 * invalid. Null: no product chosen.
 */
export const typedAd = (
  draft: AnyDraft,
  id: number | null,
  request: { readonly visitor: string; readonly url: string },
): PreviewClickForm_Input | null => {
  const product = row(draft['product_id']);
  if (product === null) return null;
  const entries = Array.isArray(draft['lpo_entries']) ? draft['lpo_entries'].filter(isObject) : [];
  const names = isObject(draft['parameters']) ? draft['parameters'] : {};
  return {
    product_id: product,
    ad_id: id,
    asp: row(draft['asp']),
    redirect_url: text(draft['redirect_url'], 2000),
    dynamic_lpurl: draft['dynamic_lpurl'] === true,
    lpo_flag: draft['lpo_flag'] === true,
    lpo_entries: entries.slice(0, 5).map(entry => ({
      title: text(entry['title'], 100),
      url: text(entry['url'], 2000),
      rate: number(entry['rate']),
    })),
    own_parameters: draft['own_parameters'] === true,
    parameters: Object.fromEntries(PARAMETERS.map(name => [name, text(names[name], 100)])),
    visitor_id: request.visitor,
    url: request.url.slice(0, 4000),
  };
};

/** A random visitor id, from 1 to below 10^18, the server's range. */
export const someVisitor = (): string =>
  String((crypto.getRandomValues(new BigUint64Array(1))[0]! % 999_999_999_999_999_999n) + 1n);
