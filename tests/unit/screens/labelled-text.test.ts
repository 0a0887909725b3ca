import { readFileSync } from 'node:fs';
import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import type { Locale } from '../../../machines/language.ts';
import { labelledText, listedText } from '../../../src/components/labelled-text.ts';
import { changeTitle } from '../../../src/screens/config/change-summary.ts';

const intlOf = (locale: Locale) =>
  createIntl({
    locale,
    messages: JSON.parse(readFileSync(`src/messages/${locale}.json`, 'utf8')) as Record<string, string>,
  });

test.each([
  ['ja', '失敗：é 100'],
  ['en', '失敗: é 100'],
  ['zh-CN', '失敗：é 100'],
] as const)('in %s a label and its text have the colon of the language: %s', (locale, text) => {
  expect(labelledText('失敗', 'é 100', intlOf(locale))).toBe(text);
});

test.each([
  ['ja', 'é 1、CV 2'],
  ['en', 'é 1, CV 2'],
  ['zh-CN', 'é 1、CV 2'],
] as const)('in %s texts are joined with the separator of the language: %s', (locale, text) => {
  expect(listedText(['é 1', 'CV 2'], intlOf(locale))).toBe(text);
});

const CHANGE = { entity: 'ads', row_id: 12, action: 'update' };

test.each([
  ['ja', '広告 #12：変更'],
  ['en', 'Ad #12: Changed'],
  ['zh-CN', '广告 #12：变更'],
] as const)('in %s the title of an entry of the change history is %s', (locale, title) => {
  const intl = intlOf(locale);
  const choice = (field: string, value: string) =>
    intl.formatMessage({ id: `choice.changes.${field}.${value}` });
  expect(changeTitle(CHANGE, { choice }, intl)).toBe(title);
});
