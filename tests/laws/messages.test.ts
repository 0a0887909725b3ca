import { readdirSync, readFileSync } from 'node:fs';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../machines/language.ts';
import { REFUSED_SIGN_INS, THROTTLED } from '../../server/accounts/sign-in-log.ts';
import { faults, failures } from '../../server/http/failures.ts';
import { SIGN_IN_METHODS, SIGN_OUT_REASONS } from '../../server/store/postgres/accounts/refresh-tokens.ts';
import { sourcesOf } from '../support/sources.ts';

const read = (locale: string) =>
  JSON.parse(readFileSync(`src/messages/${locale}.json`, 'utf8')) as Readonly<Record<string, string>>;
const texts = Object.fromEntries(LOCALES.map(locale => [locale, read(locale)]));
/** Failures that only the console reports: no answer arrived, or the call was cancelled. */
const OURS = ['offline', 'cancelled', 'passkey_address', 'passkey_cancelled', 'passkeys_unsupported'];
const ids = Object.keys(texts['ja']!);

/** The names of the placeholders of a message, also inside its branches. */
const holesOf = (elements: readonly MessageFormatElement[]): string[] =>
  elements.flatMap(element => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.select || element.type === TYPE.plural)
      return [element.value, ...Object.values(element.options).flatMap(({ value }) => holesOf(value))];
    if (element.type === TYPE.tag) return [element.value, ...holesOf(element.children)];
    return [element.value];
  });
const holes = (text: string) => [...new Set(holesOf(parse(text)))].sort();

test('every language of the console has a file of messages, and there is no other file', () => {
  expect(
    readdirSync('src/messages')
      .filter(file => file.endsWith('.json'))
      .sort(),
  ).toEqual(LOCALES.map(locale => `${locale}.json`).sort());
});

describe.each(LOCALES)('the messages in %s', locale => {
  test('are complete and have no extra ids', () => {
    expect(Object.keys(texts[locale]!)).toEqual(ids);
  });

  test('are sorted by id, so that concurrent additions do not conflict', () => {
    expect(Object.keys(texts[locale]!)).toEqual(Object.keys(texts[locale]!).toSorted());
  });

  test('are valid, not empty, and have the placeholders of the Japanese ones', () => {
    const wrong = ids.filter(
      id =>
        texts[locale]![id]?.trim() === '' ||
        String(holes(texts[locale]![id]!)) !== String(holes(texts['ja']![id]!)),
    );
    expect(wrong).toEqual([]);
  });

  // They follow a verb or an article: `Add {one}`.
  test('name one record of an entity without a capital, except abbreviations', () => {
    const names = ids.filter(id => /^resource\.\w+\.one$/.test(id)).map(id => texts[locale]![id]!);
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter(name => /^[A-Z][a-z]/.test(name))).toEqual([]);
  });

  const idsUnder = (prefix: string) =>
    Object.keys(texts[locale]!)
      .filter(id => id.startsWith(prefix))
      .map(id => id.slice(prefix.length))
      .sort();

  test('exist for every method and reason in the audit lines of sessions, and for no unknown one', () => {
    const words = SIGN_IN_METHODS.flatMap(method => method.split(', '));
    expect(idsUnder('access_line.method.')).toEqual([...new Set(words)].sort());
    const reasons = [...REFUSED_SIGN_INS, THROTTLED, ...SIGN_OUT_REASONS];
    expect(idsUnder('access_line.reason.')).toEqual([...reasons].sort());
  });

  test('exist for every failure and fault of the server, and for no unknown one', () => {
    expect(idsUnder('failure.')).toEqual([...Object.keys(failures), ...OURS].sort());
    expect(idsUnder('fault.')).toEqual(Object.keys(faults).sort());
  });

  test('use the values of a failure that the server sends', () => {
    // The console shows the request id beside the text, with a button that copies it.
    const holesOfText = (text: string) =>
      [...text.matchAll(/\{(\w+)\}/g)]
        .map(([, name]) => name!)
        .filter(name => name !== 'request')
        .sort();
    const wrong = [
      ...Object.entries(failures).map(([code, { text }]) => [`failure.${code}`, text] as const),
      ...Object.entries(faults).map(([code, text]) => [`fault.${code}`, text] as const),
    ].filter(([id, text]) => String(holes(texts[locale]![id] ?? '')) !== String(holesOfText(text)));
    expect(wrong).toEqual([]);
  });
});

test('the Chinese messages contain no Japanese characters or words, and one term for a contact', () => {
  const verbs = new Set([
    'app.tagline',
    'metric.first_touch_count.help',
    'transitions.lead',
    'transitions.note',
  ]);
  const foreign = /[\u3040-\u30ff]|计测|实绩|中止|画面|报告/u;
  expect(
    ids.filter(
      id =>
        foreign.test(texts['zh-CN']![id]!.replace('日本語', '')) ||
        (/接触/u.test(texts['zh-CN']![id]!) && !verbs.has(id)),
    ),
  ).toEqual([]);
});

test('every message id in the code exists', () => {
  const named = sourcesOf(['src']).flatMap(file =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /(?:<FormattedMessage\s+id=|formatMessage\(\{\s*id:\s*|usePageTitle\()"?'?([\w.-]+)['"]/g,
      ),
    ].map(([, id]) => ({ file, id: id! })),
  );
  expect(named.filter(({ id }) => id.includes('.') && !ids.includes(id))).toEqual([]);
});
