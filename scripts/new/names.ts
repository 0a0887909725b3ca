/** Forms of a name in code, URLs and tables. */
export interface Names {
  /** `sales-target` */
  readonly kebab: string;
  /** `salesTarget` */
  readonly camel: string;
  /** `SalesTarget` */
  readonly pascal: string;
  /** `sales_target` */
  readonly snake: string;
  /** `Sales target` */
  readonly title: string;
}

/** An invalid name, or an edit that does not match the tree. The message states what to do. */
export class GeneratorError extends Error {}

const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/;
const MAX_NAME_LENGTH = 40;
/** Reserved words, and words of the generated files that a constant of this name would shadow. */
const RESERVED = new Set(
  'arguments await break case catch class const continue default delete do else entity enum eval export extends false field finally for function id if implements import in index integer interface let new null number package private product protected public return static status super switch tenant text this throw true try typeof undefined var void while with yield'.split(
    ' ',
  ),
);

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** @throws {GeneratorError} unless the name is one or more lower-case words with hyphens between them */
export const readName = (name: string): Names => {
  if (!KEBAB.test(name) || name.length > MAX_NAME_LENGTH)
    throw new GeneratorError(
      `"${name}" is no name: use at most ${MAX_NAME_LENGTH} small Latin letters and digits, with hyphens between words, as in sales-target.`,
    );
  if (RESERVED.has(name))
    throw new GeneratorError(`"${name}" is a word of the language: take another noun, or two words.`);
  const words = name.split('-');
  const pascal = words.map(capitalize).join('');
  return {
    kebab: name,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    snake: words.join('_'),
    title: capitalize(words.join(' ')),
  };
};

/** @throws {GeneratorError} when the name is a plural already */
export const pluralOf = (names: Names): Names => {
  const { kebab } = names;
  if (/[^s]s$/.test(kebab) && !/(?:us|is)$/.test(kebab))
    throw new GeneratorError(
      `"${kebab}" looks like a plural: give the singular, as the plural follows from it.`,
    );
  if (/[^aeiou]y$/.test(kebab)) return readName(`${kebab.slice(0, -1)}ies`);
  return readName(/(?:s|x|z|ch|sh)$/.test(kebab) ? `${kebab}es` : `${kebab}s`);
};
