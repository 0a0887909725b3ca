import type { FaultCode } from './failures.ts';

/**
 * Formats of texts and numbers. The server validates with them (`Type.String({ format: 'url' })`), and the contract's
 * build copies the patterns to the console (`graphql/generated/constraints.ts`). Patterns use the flag `u` only, for
 * browsers, and match in linear time: each character can be matched in one way.
 */
export interface Format {
  readonly of: 'string' | 'number';
  readonly pattern: string;
  readonly fault: FaultCode;
}

const one = (...choices: readonly string[]) => `(?:${choices.join('|')})`;

const BYTE = one('25[0-5]', '2[0-4]\\d', '1\\d\\d', '[1-9]?\\d');
const V4 = `(?:${BYTE}\\.){3}${BYTE}`;
const GROUP = '[\\dA-Fa-f]{1,4}';
/** The eight positions of `::`, as node:net parses them; no zone, which is local to one machine. */
const V6 = one(
  `(?:${GROUP}:){7}${one(GROUP, ':')}`,
  `(?:${GROUP}:){6}${one(V4, `:${GROUP}`, ':')}`,
  ...[5, 4, 3, 2, 1].map(
    groups =>
      `(?:${GROUP}:){${groups}}${one(`(?::${GROUP}){0,${5 - groups}}:${V4}`, `(?::${GROUP}){1,${7 - groups}}`, ':')}`,
  ),
  `:${one(`(?::${GROUP}){0,5}:${V4}`, `(?::${GROUP}){1,7}`, ':')}`,
);

/** Letters of Japanese, Chinese, Korean and Latin domain names; names in other scripts are entered as `xn--…`. */
const LETTER =
  'A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u3005\\u3007\\u3041-\\u3096\\u309d\\u309e\\u30a1-\\u30fa\\u30fc-\\u30fe\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3';
const label = (extra = '') => `[${LETTER}\\d](?:[${LETTER}\\d${extra}-]{0,61}[${LETTER}\\d])?`;
/** The last label of a name begins with a letter, because browsers parse a numeric last label as an IPv4 address. */
const TOP = `[${LETTER}](?:[${LETTER}\\d-]{0,61}[${LETTER}\\d])?`;
const ASCII_LABEL = '[A-Za-z\\d](?:[A-Za-z\\d-]{0,61}[A-Za-z\\d])?';
const PORT = one('6553[0-5]', '655[0-2]\\d', '65[0-4]\\d{2}', '6[0-4]\\d{3}', '[1-5]\\d{4}', '\\d{1,4}');

/** Pattern of an integer without leading zeros that is at most `largest`. */
const upTo = (largest: string): string =>
  one(
    '0',
    `[1-9]\\d{0,${largest.length - 2}}`,
    ...largest.split('').flatMap((digit, place) => {
      const least = place === 0 ? 1 : 0;
      return Number(digit) > least
        ? [`${largest.slice(0, place)}[${least}-${Number(digit) - 1}]\\d{${largest.length - place - 1}}`]
        : [];
    }),
    largest,
  );

/**
 * Format of a text. Every text format accepts the empty text; whether a field is required is a separate constraint
 * (`minLength`).
 */
const text = <const Fault extends FaultCode>(pattern: string, fault: Fault) =>
  ({ of: 'string', pattern: `^(?:${pattern})?$`, fault }) as const;

/**
 * Pattern of a number with at most two decimals. A minus is accepted, so that negative numbers fail by the minimum
 * and not by the format.
 */
const decimal = (integerDigits: number): string =>
  `^-?(?:0|[1-9]\\d{0,${integerDigits - 1}})(?:\\.\\d{1,2})?$`;
/** Format of an amount of money: at most 8 digits before the decimal point and 2 after it. */
const money = <const Fault extends FaultCode>(fault: Fault) =>
  ({ of: 'number', pattern: decimal(8), fault }) as const;

export const formats = {
  // As browsers validate email addresses, including the dots before the @ in old addresses of Japanese mobile
  // carriers; the domain has at least two labels.
  email: text(
    `[A-Za-z\\d.!#$%&'*+\\/=?^_\`\\{\\|\\}~\\-]{1,64}@(?=[^@]{1,253}$)(?:${ASCII_LABEL}\\.)+[A-Za-z](?:[A-Za-z\\d-]{0,61}[A-Za-z\\d])?`,
    'format_email',
  ),
  // Address to which a visitor may be redirected: http or https, no credentials, no line breaks.
  url: text(
    `[Hh][Tt][Tt][Pp][Ss]?:\\/\\/${one(V4, `\\[${V6}\\]`, `(?:${label('_')}\\.)*${TOP}\\.?`)}(?::${PORT})?(?:[\\/?#][^\\s\\p{Cc}\\\\]*)?`,
    'format_url',
  ),
  // A host without scheme, port and path.
  domain: text(`(?=[^]{1,253}$)(?:${label()}\\.)+${TOP}`, 'format_domain'),
  // 03-1234-5678, (03) 1234-5678, 03(1234)5678, +81 3 1234 5678: 5 to 15 digits.
  phone: text(
    `(?=(?:\\D*\\d){5,15}\\D*$)\\+?${one('\\d', '\\(\\d{1,5}\\)')}(?:[ .\\-]?${one('\\d', '\\(\\d{1,5}\\)')})*`,
    'format_phone',
  ),
  // IP address or CIDR range. node:net accepts every match.
  'address-range': text(
    one(
      `${V4}(?:\\/${one('3[0-2]', '[12]?\\d')})?`,
      `${V6}(?:\\/${one('12[0-8]', '1[01]\\d', '[1-9]?\\d')})?`,
    ),
    'format_ip',
  ),
  // Signed 64-bit integer as text, because JSON numbers are exact up to 2^53 only.
  long: text(
    one('-9223372036854775808', `-(?!0)${upTo('9223372036854775807')}`, upTo('9223372036854775807')),
    'long',
  ),
  // Existing calendar day as yyyy-mm-dd, without the year 0, which the stores lack. An empty text is refused; a
  // missing day is null.
  date: {
    of: 'string',
    pattern: `^(?!0000)${one(
      '\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))',
      '(?:\\d{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29',
    )}$`,
    fault: 'format_date',
  },
  // Yen with two decimals, as a number; one format per field, because the faults name the field.
  'cv-cost': money('cv_cost'),
  'click-cost': money('click_cost'),
  'ad-fee': money('ad_fee'),
  // Percentage, as a number.
  rate: { of: 'number', pattern: decimal(3), fault: 'rate' },
} as const satisfies Record<string, Format>;
export type FormatName = keyof typeof formats;

type AjvFormat =
  | { type: 'string'; validate: (value: string) => boolean }
  | { type: 'number'; validate: (value: number) => boolean };

/**
 * Adds the formats to a validator, in place of Fastify's formats of the same names. Numbers are validated in their
 * shortest decimal notation.
 */
export const addFormats = (ajv: { addFormat(name: string, format: AjvFormat): unknown }): void => {
  for (const [name, { of, pattern }] of Object.entries<Format>(formats)) {
    const spelling = new RegExp(pattern, 'u');
    ajv.addFormat(
      name,
      of === 'string'
        ? { type: of, validate: value => spelling.test(value) }
        : { type: of, validate: value => spelling.test(String(value)) },
    );
  }
};
