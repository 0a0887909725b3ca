import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes the console's messages that files contain too: headings, coded values and titles of lists. The server does not
 * import the console's messages, so both share this snapshot.
 *
 *     tsx scripts/words.ts server/wording/words.json
 */
const LOCALES = ['ja', 'en', 'zh-CN'] as const;
const WORDS =
  /^(?!(?!(?:allocation|column|lpo|models|what_if)\.chart$).*\.(?:help|lead|chart)$)(?:(?:column|choice|tag|axis|step|unit|visitor|lpo|allocation|transitions|paths|what_if)\.|(?:resource|log)\.\w+\.title$|ad\.title$|analysis\.(?!item_)\w+\.title$|analysis\.attribution\.view\.|metric\.\w+\.name$|model\.\d$|models\.(?:chart|column|difference_chart|removal_effect)$|permission\.|level\.|field\.|role\.(?:name|code|base(?:\.\w+)?)$|view\.(?:name|share)$|filter\.(?:active|sentence\.is)$|analysis\.(?:and|approval\.unapproved|compared_series|compared_with|days|hour|no_contact|of_visitor|other_pages|over_time|rebuilding|top|total|unset|\w+\.item\.\w+)$|(?:delta|duration|evaluation|result\.rule)\.\w+$|report_board\.(?:absent|name|no_chart|no_metric|not_shown)$)/;

export const wordsOf = (read: (locale: string) => Readonly<Record<string, string>>): string =>
  `${JSON.stringify(Object.fromEntries(LOCALES.map(locale => [locale, Object.fromEntries(Object.entries(read(locale)).filter(([id]) => WORDS.test(id)))])), null, 2)}\n`;

/** The console's messages of a locale. */
export const messagesOf = (locale: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`../src/messages/${locale}.json`, import.meta.url), 'utf8')) as Readonly<
    Record<string, string>
  >;

const [, , path] = process.argv;
if (path?.endsWith('words.json')) writeFileSync(path, wordsOf(messagesOf));
