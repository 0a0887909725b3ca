import { readdirSync, readFileSync } from 'node:fs';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../machines/language.ts';
import { faults, failures } from '../../server/http/failures.ts';
import { sourcesOf } from '../support/sources.ts';

const read = (locale: string) =>
  JSON.parse(readFileSync(`src/messages/${locale}.json`, 'utf8')) as Readonly<Record<string, string>>;
const texts = Object.fromEntries(LOCALES.map(locale => [locale, read(locale)]));
/** What only the console can tell: that no answer came, or that nobody waited for it. */
const OURS = ['offline', 'cancelled'];
const ids = Object.keys(texts['ja']!);

/** The names of the holes of a message, in branches too. */
const holesOf = (elements: readonly MessageFormatElement[]): string[] =>
  elements.flatMap(element => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.select || element.type === TYPE.plural)
      return [element.value, ...Object.values(element.options).flatMap(({ value }) => holesOf(value))];
    if (element.type === TYPE.tag) return [element.value, ...holesOf(element.children)];
    return [element.value];
  });
const holes = (text: string) => [...new Set(holesOf(parse(text)))].sort();

test('there is a file for each language of the console and no other', () => {
  expect(
    readdirSync('src/messages')
      .filter(file => file.endsWith('.json'))
      .sort(),
  ).toEqual(LOCALES.map(locale => `${locale}.json`).sort());
});

describe.each(LOCALES)('the messages in %s', locale => {
  test('are complete and have no extras', () => {
    expect(Object.keys(texts[locale]!)).toEqual(ids);
  });

  test('are sorted by id, so that two people who add some do not collide', () => {
    expect(Object.keys(texts[locale]!)).toEqual(Object.keys(texts[locale]!).toSorted());
  });

  test('can be read, say something, and have the same holes as the Japanese ones', () => {
    const wrong = ids.filter(
      id =>
        texts[locale]![id]?.trim() === '' ||
        String(holes(texts[locale]![id]!)) !== String(holes(texts['ja']![id]!)),
    );
    expect(wrong).toEqual([]);
  });

  test('speak of every failure and fault of the server, and of none that it does not know', () => {
    const idsUnder = (prefix: string) =>
      Object.keys(texts[locale]!)
        .filter(id => id.startsWith(prefix))
        .map(id => id.slice(prefix.length))
        .sort();
    expect(idsUnder('failure.')).toEqual([...Object.keys(failures), ...OURS].sort());
    expect(idsUnder('fault.')).toEqual(Object.keys(faults).sort());
  });

  test('fill the holes of a failure with the values that the server sends', () => {
    // The console shows the number of the request beside the text, with a way to copy it.
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

test('Chinese is Chinese: neither signs of Japanese nor its words in Chinese letters, and a contact is called the same everywhere', () => {
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

test('every message that the code names exists', () => {
  const named = sourcesOf(['src']).flatMap(file =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /(?:<FormattedMessage\s+id=|formatMessage\(\{\s*id:\s*|usePageTitle\()"?'?([\w.-]+)['"]/g,
      ),
    ].map(([, id]) => ({ file, id: id! })),
  );
  expect(named.filter(({ id }) => id.includes('.') && !ids.includes(id))).toEqual([]);
});
