import type { FaultCode } from './failures.ts';

/**
 * How texts and numbers are spelt: the one table of formats. A schema names a format (`Type.String({ format:
 * 'url' })`); the server judges by it,
 * and the contract's build carries its pattern to the console (`graphql/generated/constraints.ts`), so that
 * both say the same about the same value.
 *
 * A pattern is the source of a regular expression under the flag `u` and nothing more than that, because it
 * must mean the same in a browser. None of
 * them can be brought to try more than a few times the length of what it reads: there is one way to read each
 * character.
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
/**
 * The eight places where the zeros may be left out, as node:net reads them; no zone, which names an interface
 * of one machine.
 */
const V6 = one(
  `(?:${GROUP}:){7}${one(GROUP, ':')}`,
  `(?:${GROUP}:){6}${one(V4, `:${GROUP}`, ':')}`,
  ...[5, 4, 3, 2, 1].map(
    groups =>
      `(?:${GROUP}:){${groups}}${one(`(?::${GROUP}){0,${5 - groups}}:${V4}`, `(?::${GROUP}){1,${7 - groups}}`, ':')}`,
  ),
  `:${one(`(?::${GROUP}){0,5}:${V4}`, `(?::${GROUP}){1,7}`, ':')}`,
);

/**
 * Letters that a Japanese, Chinese, Korean or Latin domain name may have; names in other scripts are entered
 * as `xn--…`.
 */
const LETTER =
  'A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u3005\\u3007\\u3041-\\u3096\\u309d\\u309e\\u30a1-\\u30fa\\u30fc-\\u30fe\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3';
const label = (extra = '') => `[${LETTER}\\d](?:[${LETTER}\\d${extra}-]{0,61}[${LETTER}\\d])?`;
/** A name's last label begins with a letter, or a browser would read the whole as a number. */
const TOP = `[${LETTER}](?:[${LETTER}\\d-]{0,61}[${LETTER}\\d])?`;
const ASCII_LABEL = '[A-Za-z\\d](?:[A-Za-z\\d-]{0,61}[A-Za-z\\d])?';
const PORT = one('6553[0-5]', '655[0-2]\\d', '65[0-4]\\d{2}', '6[0-4]\\d{3}', '[1-5]\\d{4}', '\\d{1,4}');

/**
 * A whole number in its one spelling whose size is at most that of `largest`: shorter, or equal up to a digit
 * that is smaller.
 */
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
 * A text's format. Every one takes the empty text: whether a field must be filled in is another question
 * (`minLength`), with an answer of its own.
 */
const text = <const Fault extends FaultCode>(pattern: string, fault: Fault) =>
  ({ of: 'string', pattern: `^(?:${pattern})?$`, fault }) as const;

/**
 * A number with up to two decimals. A minus is read, so that what is below zero is refused by the minimum and
 * not by the spelling.
 */
const decimal = (integerDigits: number): string =>
  `^-?(?:0|[1-9]\\d{0,${integerDigits - 1}})(?:\\.\\d{1,2})?$`;
/** Amounts of money have at most 8 digits before the point and 2 after it. */
const money = <const Fault extends FaultCode>(fault: Fault) =>
  ({ of: 'number', pattern: decimal(8), fault }) as const;

export const formats = {
  // As browsers read it, so with the dots before the @ that old addresses of Japanese mobile carriers have;
  // and with a domain of two labels at least.
  email: text(
    `[A-Za-z\\d.!#$%&'*+\\/=?^_\`\\{\\|\\}~\\-]{1,64}@(?=[^@]{1,253}$)(?:${ASCII_LABEL}\\.)+[A-Za-z](?:[A-Za-z\\d-]{0,61}[A-Za-z\\d])?`,
    'format_email',
  ),
  // What a visitor may be sent to: http or https, no name and password in it, nothing that breaks a line.
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
  // An address, or a range of them as address/bits. What passes here, node:net takes.
  'address-range': text(
    one(
      `${V4}(?:\\/${one('3[0-2]', '[12]?\\d')})?`,
      `${V6}(?:\\/${one('12[0-8]', '1[01]\\d', '[1-9]?\\d')})?`,
    ),
    'format_ip',
  ),
  // 64 bits with a sign, as text: JSON's numbers are exact to 2^53 only.
  long: text(
    one('-9223372036854775808', `-(?!0)${upTo('9223372036854775807')}`, upTo('9223372036854775807')),
    'long',
  ),
  // A day that there is, as yyyy-mm-dd, and no store knows a year 0. No empty text: a day that is not given
  // is null.
  date: {
    of: 'string',
    pattern: `^(?!0000)${one(
      '\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))',
      '(?:\\d{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29',
    )}$`,
    fault: 'format_date',
  },
  // Yen with sen, as a number: one spelling, and for each field a refusal that names it.
  'cv-cost': money('cv_cost'),
  'click-cost': money('click_cost'),
  'ad-fee': money('ad_fee'),
  // A share in percent, as a number.
  rate: { of: 'number', pattern: decimal(3), fault: 'rate' },
} as const satisfies Record<string, Format>;
export type FormatName = keyof typeof formats;

type AjvFormat =
  | { type: 'string'; validate: (value: string) => boolean }
  | { type: 'number'; validate: (value: number) => boolean };

/**
 * Gives a validator our formats, over those of the same name that Fastify brings. A number is read in its
 * shortest decimal spelling.
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
