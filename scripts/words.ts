import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes the console's messages that files contain too: headings, coded values and titles of lists. The server does not
 * import the console's messages, so both share this snapshot.
 *
 *     tsx scripts/words.ts server/wording/words.json
 */
const LOCALES = ['ja', 'en', 'zh-CN'] as const;
const WORDS =
  /^(?!(?!(?:allocation|column|lpo|models|what_if)\.chart$).*\.(?:help|lead|chart)$)(?:(?:access_line|column|file_column|choice|tag|axis|step|unit|visitor|lpo|allocation|transitions|paths|what_if)\.|(?:resource|log)\.\w+\.title$|ad\.title$|analysis\.(?!item_)\w+\.title$|analysis\.attribution\.view\.|metric\.\w+\.name$|model\.\d$|models\.(?:chart|column|difference_chart|removal_effect)$|permission\.|level\.|field\.|role\.(?:name|code|permissions|base(?:\.\w+)?)$|view\.(?:name|share)$|filter\.(?:active|sentence\.is|unknown)$|analysis\.(?:and|approval\.unapproved|compared_series|compared_with|days|hour|no_contact|of_visitor|other_pages|over_time|rebuilding|top|total|unset|\w+\.item\.\w+)$|(?:delta|duration|evaluation|result\.rule)\.\w+$|report\.deleted_row$|report_board\.(?:absent|name|no_chart|no_metric|not_shown)$)/;

const readJson = (path: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Readonly<Record<string, string>>;
const FILE_TITLES = readJson('../src/screens/record/file-titles.json');
const RESOURCE_TITLE = /^resource\.(\w+)\.title$/;

/** Titles of files by the operations that they are named after, as the change history has them. */
const fileTitlesIn = (texts: Readonly<Record<string, string>>): readonly (readonly [string, string])[] => [
  ...Object.entries(texts).flatMap(([id, title]) => {
    const [, list] = RESOURCE_TITLE.exec(id) ?? [];
    return list === undefined ? [] : [[`access_line.file.${list}`, title] as const];
  }),
  ...Object.entries(FILE_TITLES).map(
    ([file, id]) => [`access_line.file.${file}`, texts[id] ?? file] as const,
  ),
];

const wordsIn = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries([...Object.entries(texts).filter(([id]) => WORDS.test(id)), ...fileTitlesIn(texts)]);

export const wordsOf = (read: (locale: string) => Readonly<Record<string, string>>): string =>
  `${JSON.stringify(Object.fromEntries(LOCALES.map(locale => [locale, wordsIn(read(locale))])), null, 2)}\n`;

/** The console's messages of a locale. */
export const messagesOf = (locale: string): Readonly<Record<string, string>> =>
  readJson(`../src/messages/${locale}.json`);

const [, , path] = process.argv;
if (path?.endsWith('words.json')) writeFileSync(path, wordsOf(messagesOf));
