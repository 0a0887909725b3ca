import type { ScimFilter, ScimOperator } from '../store/postgres/accounts/scim-conditions.ts';
import { ScimError, type ScimType } from './errors.ts';

/**
 * Parses filters and paths of SCIM (RFC 7644, 3.4.2.2 and 3.5.2) in linear time. Length, depth and number of comparisons
 * are limited, so that no request exhausts the stack of the parser or the planner of the store.
 */

const FILTER_LENGTH_LIMIT = 4000;
const DEPTH_LIMIT = 20;
const COMPARISON_LIMIT = 100;

const OPERATORS: ReadonlySet<string> = new Set<ScimOperator>(['eq', 'ne', 'co', 'sw', 'ew', 'pr']);
const CORE_SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i;
const ATTRIBUTE = /^[a-z][\w$-]*(?:\.[a-z][\w$-]*)?$/;
const PART = /^\.[a-z][\w$-]*$/;
const LITERALS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const BRACKETS = '()[]';

/** The end of a text in quotes that begins at a place; -1: it has none. */
const endOfText = (text: string, begin: number): number => {
  for (let at = begin + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') return at + 1;
    if (character === '\\') at += 1;
  }
  return -1;
};

const isWord = (character: string): boolean =>
  character !== '"' && !BRACKETS.includes(character) && character.trim() !== '';

const endOfWord = (text: string, begin: number): number => {
  let at = begin;
  while (isWord(text.charAt(at))) at += 1;
  return at;
};

/** Splits a text into words, texts in quotes, and brackets; null: a text in quotes has no end. */
const split = (text: string): readonly string[] | null => {
  const tokens: string[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    let end = at + 1;
    if (character === '"') end = endOfText(text, at);
    else if (isWord(character)) end = endOfWord(text, at);
    if (end === -1) return null;
    if (character.trim() !== '') tokens.push(text.slice(at, end));
    at = end;
  }
  return tokens;
};

/** A path of an operation: an attribute, elements of it, and an attribute of these. */
export interface ScimPath {
  /** In lower case, without the schema. `urn:…` for an attribute of an extension. */
  readonly attribute: string;
  /** In lower case; null: the attribute itself. */
  readonly part: string | null;
  readonly filter: ScimFilter | null;
}

/** Name of an attribute in lower case without the core schema. */
const plainName = (word: string): string => word.replace(CORE_SCHEMA, '').toLowerCase();

class Parser {
  readonly #tokens: readonly string[];
  readonly #type: ScimType;
  #at = 0;
  #comparisons = 0;

  constructor(text: string, type: ScimType) {
    this.#type = type;
    if (text.length > FILTER_LENGTH_LIMIT)
      throw this.refusal(`It is longer than ${FILTER_LENGTH_LIMIT} characters.`);
    const tokens = split(text);
    if (tokens === null) throw this.refusal('A text has no end.');
    this.#tokens = tokens;
  }

  refusal(detail: string): ScimError {
    return new ScimError(400, this.#type, `The filter or path cannot be used. ${detail}`);
  }

  next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw this.refusal('It ends too early.');
    this.#at += 1;
    return token;
  }

  take(token: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== token) return false;
    this.#at += 1;
    return true;
  }

  expect(token: string): void {
    if (!this.take(token)) throw this.refusal(`"${token}" is missing.`);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  /** @param prefix attribute whose elements the filter selects, with a dot; '': none */
  parseOr(prefix: string, depth: number): ScimFilter {
    const first = this.#parseAnd(prefix, depth);
    const parts = [first];
    while (this.take('or')) parts.push(this.#parseAnd(prefix, depth));
    return parts.length === 1 ? first : { kind: 'or', parts };
  }

  #parseAnd(prefix: string, depth: number): ScimFilter {
    const first = this.#parseOne(prefix, depth);
    const parts = [first];
    while (this.take('and')) parts.push(this.#parseOne(prefix, depth));
    return parts.length === 1 ? first : { kind: 'and', parts };
  }

  #parseOne(prefix: string, depth: number): ScimFilter {
    if (depth > DEPTH_LIMIT) throw this.refusal(`It is nested more than ${DEPTH_LIMIT} times.`);
    const isNegated = this.take('not');
    if (isNegated || this.#tokens[this.#at] === '(') {
      this.expect('(');
      const part = this.parseOr(prefix, depth + 1);
      this.expect(')');
      return isNegated ? { kind: 'not', part } : part;
    }
    const attribute = this.#parseAttribute(prefix);
    if (!this.take('[')) return this.#parseComparison(attribute);
    if (prefix !== '') throw this.refusal('Brackets cannot be nested.');
    const part = this.parseOr(`${attribute}.`, depth + 1);
    this.expect(']');
    const compared = this.#parseSelected(attribute);
    return compared === null ? part : { kind: 'and', parts: [part, compared] };
  }

  /** The comparison of selected elements, which Entra ID sends: `emails[type eq "work"].value eq "…"`, also without `.value`. */
  #parseSelected(attribute: string): ScimFilter | null {
    const word = this.#tokens[this.#at]?.toLowerCase() ?? '';
    if (PART.test(word)) {
      this.#at += 1;
      return this.#parseComparison(`${attribute}${word}`);
    }
    return OPERATORS.has(word) ? this.#parseComparison(`${attribute}.value`) : null;
  }

  #parseAttribute(prefix: string): string {
    const word = this.next();
    const name = plainName(word);
    if (!ATTRIBUTE.test(name)) throw this.refusal(`"${word.slice(0, 100)}" is no attribute.`);
    return `${prefix}${name}`;
  }

  #parseComparison(attribute: string): ScimFilter {
    this.#comparisons += 1;
    if (this.#comparisons > COMPARISON_LIMIT)
      throw this.refusal(`It has more than ${COMPARISON_LIMIT} comparisons.`);
    const operator = this.next().toLowerCase();
    if (!OPERATORS.has(operator))
      throw this.refusal(`The operator "${operator.slice(0, 100)}" is not available.`);
    const value = operator === 'pr' ? null : this.#parseValue();
    return { kind: 'compare', attribute, operator: operator as ScimOperator, value };
  }

  #parseValue(): string | number | boolean | null {
    const token = this.next();
    const literal = LITERALS.get(token.toLowerCase());
    if (literal !== undefined) return literal;
    try {
      const value: unknown = JSON.parse(token);
      if (typeof value === 'string' || typeof value === 'number') return value;
    } catch {
      // Reported below.
    }
    throw this.refusal(`"${token.slice(0, 100)}" is no value.`);
  }
}

/** @throws {ScimError} `invalidFilter` */
export const parseFilter = (text: string): ScimFilter => {
  const parser = new Parser(text, 'invalidFilter');
  const filter = parser.parseOr('', 0);
  if (!parser.isAtEnd) throw parser.refusal('Something follows its end.');
  return filter;
};

const EXTENSION = /^urn:/i;

/** @throws {ScimError} `invalidPath` */
export const parsePath = (text: string): ScimPath => {
  const parser = new Parser(text, 'invalidPath');
  const name = plainName(parser.next());
  if (EXTENSION.test(name)) return { attribute: name, part: null, filter: null };
  if (!ATTRIBUTE.test(name)) throw parser.refusal('It begins with no attribute.');
  const [attribute = '', part = null] = name.split('.');
  if (!parser.take('[')) {
    if (!parser.isAtEnd) throw parser.refusal('Something follows the attribute.');
    return { attribute, part, filter: null };
  }
  if (part !== null) throw parser.refusal('Brackets cannot follow a part of an attribute.');
  const filter = parser.parseOr('', 1);
  parser.expect(']');
  if (parser.isAtEnd) return { attribute, part: null, filter };
  const [, selected] = /^\.([a-z][\w$-]*)$/.exec(parser.next().toLowerCase()) ?? [];
  if (selected === undefined || !parser.isAtEnd) throw parser.refusal('Something follows the brackets.');
  return { attribute, part: selected, filter };
};

const compareTexts = (operator: ScimOperator, stored: string, stated: string): boolean => {
  switch (operator) {
    case 'eq':
      return stored === stated;
    case 'ne':
      return stored !== stated;
    case 'co':
      return stored.includes(stated);
    case 'sw':
      return stored.startsWith(stated);
    case 'ew':
      return stored.endsWith(stated);
    default:
      return false;
  }
};

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).toLowerCase()
    : '';

/** Whether a filter selects an element of an attribute. Names and texts are compared ignoring case. */
export const selects = (filter: ScimFilter, element: Readonly<Record<string, unknown>>): boolean => {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every(part => selects(part, element));
    case 'or':
      return filter.parts.some(part => selects(part, element));
    case 'not':
      return !selects(filter.part, element);
    case 'compare': {
      const [, found] =
        Object.entries(element).find(([name]) => name.toLowerCase() === filter.attribute) ?? [];
      const isPresent = found !== undefined && found !== null;
      if (filter.operator === 'pr') return isPresent;
      return isPresent
        ? compareTexts(filter.operator, textOf(found), textOf(filter.value))
        : (filter.operator === 'ne') === (filter.value !== null);
    }
  }
};
