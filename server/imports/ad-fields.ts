import { ads } from '../entities/ads.ts';
import { writtenFields, type WrittenField } from '../records/drafts.ts';
import type { Entity, Reference } from '../records/entity.ts';
import type { ImportField } from './columns.ts';
import type { Cell } from './sheet.ts';
import { nameOf, readDay, readFlag, readNumber, readObject, readText, wordOf, type Read } from './values.ts';
import { wordsOf } from './words.ts';

/** Columns of an import of ads: the ad's id and the fields of the ad's form, from its descriptor. */

export const entity = ads as Entity;
export const references: Readonly<Record<string, Reference>> = Object.fromEntries(
  Object.entries<Reference | undefined>(ads.writing?.references ?? {}).flatMap(([field, reference]) =>
    reference === undefined || field === 'product_id' ? [] : [[field, reference]],
  ),
);

/** Writable fields without the product, which is a parameter of the whole file. */
export const written: readonly (readonly [name: string, field: WrittenField])[] = writtenFields(
  entity,
).filter(([name]) => name !== 'product_id');

/** Columns with the name of a referenced row, which lists show beside its id; both identify the reference. */
const shownAs = (field: string): string[] =>
  Object.keys(entity.fields).filter(
    name => field in references && (name === `${field}_name` || name === `${field}_title`),
  );

export const fields: readonly ImportField[] = [
  { field: 'id', words: ['ad_id', ...wordsOf('column.id', 'column.ads.id', 'column.ad_id')] },
  ...written.map(([name]) => {
    const names = [name, ...shownAs(name)];
    return {
      field: name,
      words: [
        ...names,
        ...wordsOf(
          ...names.flatMap(one => [
            `file_column.${one}`,
            `column.${one}`,
            `column.ads.${one}`,
            `field.ads.${one}`,
          ]),
        ),
      ],
      ...(name in references && { several: true }),
    };
  }),
];

const codesOf = (name: string, choices: readonly (string | number)[]): ReadonlyMap<string, string | number> =>
  new Map(
    choices.flatMap(choice =>
      [String(choice), ...wordsOf(`choice.${name}.${choice}`, `choice.ads.${name}.${choice}`)].map(word => [
        nameOf(word),
        choice,
      ]),
    ),
  );
const flags = {
  true: new Set(wordsOf('choice.flag.true').map(nameOf)),
  false: new Set(wordsOf('choice.flag.false').map(nameOf)),
};

const readFlagWord = (cell: Cell): Read<boolean> => {
  const word = nameOf(wordOf(cell));
  if (flags.true.has(word)) return { value: true };
  return flags.false.has(word) ? { value: false } : readFlag(cell);
};

/** Parsers of the cells, by field; the schema of the form then validates the values. */
export const readers: ReadonlyMap<string, (cell: Cell) => Read<unknown>> = new Map(
  written.map(([name, { kind, choices }]) => {
    if (choices !== undefined) {
      const codes = codesOf(name, choices);
      return [
        name,
        (cell: Cell): Read<unknown> => {
          const choice = codes.get(nameOf(wordOf(cell)));
          return choice === undefined ? { fault: { code: 'choice' } } : { value: choice };
        },
      ];
    }
    switch (kind) {
      case 'boolean':
        return [name, readFlagWord];
      case 'integer':
      case 'decimal':
        return [name, readNumber];
      case 'day':
        return [name, readDay];
      case null:
        return [name, readObject];
      default:
        return [name, readText];
    }
  }),
);
