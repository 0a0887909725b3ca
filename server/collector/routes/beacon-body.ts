import { Refusal } from '../reasons.ts';
import type { RawValues } from '../conversion-values.ts';
import { wellFormed } from '../text.ts';
import type { TrackedProduct } from '../tracking.ts';
import { idOf, type RouteParts } from './answers.ts';

/** The tag's report; its names are short because it is sent often. */
export interface Beacon {
  readonly product: TrackedProduct;
  readonly kind: 'view' | 'click' | 'cv';
  readonly address: string;
  readonly referrer: string;
  readonly visitor: string;
  readonly token: string;
  readonly setting: number | null;
  readonly values: RawValues;
  /**
   * How the browser came to the page of a view: `navigate`, `reload`, `back_forward`, or `view` for a call of
   * `touchpath('view')`; '' if the tag or browser does not state it.
   */
  readonly navigation: string;
  /** A random number, the same when the report is sent again; null: an earlier tag, which sends none. */
  readonly number: bigint | null;
  /** Whether a copy without an answer was sent before. */
  readonly isRepeat: boolean;
}

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new Refusal('wrong_type');
  return wellFormed(value);
};

const NOTHING: RawValues = {};
const valuesOf = (value: unknown): RawValues => {
  if (value === undefined) return NOTHING;
  // `null` is what a variable of the page has by mistake: a conversion of 0 yen would hide it.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('wrong_type');
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, typeof one === 'string' ? wellFormed(one) : one]),
  );
};

/** The wait, which the tag doubles with each copy, in the first copy. */
const FIRST_WAIT_MS = 1_000;

/** The number of a report: the tag sends a random fraction, which has 53 bits at most. */
const numberOf = (fraction: unknown): bigint | null => {
  const number = typeof fraction === 'number' ? Math.floor(fraction * 2 ** 53) : 0;
  return number > 0 && number <= Number.MAX_SAFE_INTEGER ? BigInt(number) : null;
};

/** @throws {Refusal} that describes the error in the body */
export const readBeacon = async (
  body: Readonly<Record<string, unknown>>,
  { tracking, lookUp }: RouteParts['collector'],
): Promise<Beacon> => {
  const { p, t, s, i, w } = body;
  if (typeof p !== 'number') throw new Refusal('wrong_type');
  const product =
    idOf(String(p)) === null ? undefined : (tracking().products.get(p) ?? (await lookUp('products', p)));
  if (product === undefined) throw new Refusal('unknown_product');
  if (t !== 'view' && t !== 'click' && t !== 'cv') throw new Refusal('unknown_kind');
  if (s !== undefined && s !== null && typeof s !== 'number') throw new Refusal('wrong_type');
  return {
    product,
    kind: t,
    address: textOf(body['u']),
    referrer: textOf(body['r']),
    visitor: textOf(body['v']),
    token: textOf(body['x']),
    setting: s ?? null,
    values: valuesOf(body['a']),
    navigation: typeof body['n'] === 'string' ? body['n'] : '',
    number: numberOf(i),
    isRepeat: typeof w === 'number' && w > FIRST_WAIT_MS,
  };
};
