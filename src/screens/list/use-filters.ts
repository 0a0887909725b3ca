import { useMemo } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import type { EntryIds, SignedInData } from '../../../machines/signed-in-data.ts';
import { useSignedInData } from '../../console/context.ts';
import { entryTitle, useTitlesOf } from '../../console/entries.ts';
import { useChoosable } from '../../console/product.ts';
import { date } from '../../components/formats.ts';
import {
  appliedConditions,
  valuesOf,
  type AnyFilter,
  type Condition,
  type Operator,
} from '../../resources/filter.ts';
import { useWords, type Words } from '../use-words.ts';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** Filters of a resource with their texts. */
export interface FilterWords {
  readonly filters: readonly AnyFilter[];
  readonly name: (field: string) => string;
  readonly operator: (kind: AnyFilter['kind'], op: Operator) => string;
  readonly options: (filter: AnyFilter) => readonly FilterOption[];
  /** A condition as a sentence. */
  readonly sentence: (condition: Condition) => string;
}

const DATED: ReadonlySet<string> = new Set(['day', 'time']);
/** Maximum number of values named in a sentence; the others are counted. */
const MAX_NAMED_VALUES = 3;

/** Ids of start-up entries that conditions name, by list. */
const entriesIn = (conditions: readonly Condition[], filters: readonly AnyFilter[]): EntryIds => {
  const named = appliedConditions(conditions).flatMap(condition => {
    const choices = filters.find(({ field }) => field === condition.field)?.choices;
    return choices === undefined || !('list' in choices)
      ? []
      : valuesOf(condition).map(value => ({ list: choices.list, id: Number(value) }));
  });
  return Object.fromEntries(
    named.map(({ list }) => [list, named.filter(one => one.list === list).map(({ id }) => id)]),
  );
};

/** Lookup of a list's entries that may be chosen for the current product. */
type Choosable = ReturnType<typeof useChoosable>;

/** @returns the options of a filter with labels; empty for free values */
const optionsOf =
  (intl: IntlShape, words: Words, choosable: Choosable) =>
  ({ choices, field, kind }: AnyFilter): readonly FilterOption[] => {
    if (kind === 'flag')
      return ['true', 'false'].map(value => ({ value, label: words.choice(field, value) }));
    if (choices === undefined) return [];
    if (!('values' in choices))
      return choosable(choices).map(({ id, title }) => ({ value: String(id), label: title }));
    const { words: message } = choices;
    return choices.values.map(value => ({
      value: String(value),
      label:
        message === undefined
          ? words.choice(field, String(value))
          : intl.formatMessage({ id: message.replace('*', String(value)) }),
    }));
  };

/** A number of seconds in the longest unit of which it is a multiple: `36時間`. */
export const durationText = (intl: IntlShape, seconds: number): string => {
  const isMultiple = (unit: number): boolean => seconds % unit === 0;
  if (isMultiple(86_400)) return intl.formatMessage({ id: 'duration.days' }, { days: seconds / 86_400 });
  if (isMultiple(3600)) return intl.formatMessage({ id: 'duration.hours' }, { hours: seconds / 3600 });
  if (isMultiple(60)) return intl.formatMessage({ id: 'duration.minutes' }, { minutes: seconds / 60 });
  return intl.formatMessage({ id: 'duration.seconds' }, { seconds });
};

/**
 * @returns the label of a filter's value; entries of other products and deleted ones by their title, as a
 *   saved view may name them
 */
const valueTextOf =
  (intl: IntlShape, options: FilterWords['options'], known: SignedInData) =>
  (filter: AnyFilter | undefined, value: string): string => {
    if (filter === undefined) return value;
    if (filter.kind === 'duration') return durationText(intl, Number(value));
    if (DATED.has(filter.kind)) return date(value);
    const { choices } = filter;
    const option = options(filter).find(one => one.value === value);
    if (option !== undefined) return option.label;
    if (choices !== undefined && 'list' in choices && /^\d+$/.test(value))
      return entryTitle(intl, known, choices.list, Number(value));
    return filter.kind === 'choice' ? `#${value}` : value;
  };

/** @returns a condition as a sentence with at most `MAX_NAMED_VALUES` values */
const sentenceOf =
  (
    intl: IntlShape,
    filterOf: (field: string) => AnyFilter | undefined,
    heading: FilterWords['name'],
    valueText: ReturnType<typeof valueTextOf>,
  ) =>
  (condition: Condition): string => {
    const filter = filterOf(condition.field);
    if (condition.unknown === true) {
      const named = { field: heading(condition.field), value: condition.value };
      const text = intl.formatMessage({ id: 'filter.sentence.exact' }, named);
      return intl.formatMessage({ id: 'filter.unknown' }, { condition: text });
    }
    const values = valuesOf(condition);
    const shown = values.slice(0, MAX_NAMED_VALUES).map(value => valueText(filter, value));
    const more = values.length - MAX_NAMED_VALUES;
    if (more > 0) shown.push(intl.formatMessage({ id: 'filter.more' }, { count: more }));
    const value = intl.formatList(shown, { type: 'disjunction' });
    const plain = filter?.kind === 'choice' || filter?.kind === 'flag';
    return intl.formatMessage(
      { id: `filter.sentence.${plain && condition.op === 'exact' ? 'is' : condition.op}` },
      { field: heading(condition.field), value },
    );
  };

/**
 * Filters of a resource with their texts in the current language.
 * @param name name of the resource
 * @param conditions shown conditions, whose unknown entries are requested
 */
export const useFilterWords = (
  name: string,
  filters: readonly AnyFilter[],
  conditions: readonly Condition[],
): FilterWords => {
  const intl = useIntl();
  const words = useWords(name);
  const choosable = useChoosable();
  const known = useSignedInData();
  useTitlesOf(entriesIn(conditions, filters));
  return useMemo(() => {
    const filterOf = (field: string) => filters.find(filter => filter.field === field);
    const heading = (field: string): string => words.column(filterOf(field)?.column ?? field);
    const options = optionsOf(intl, words, choosable);
    return {
      filters,
      options,
      name: heading,
      operator: (kind, op) =>
        intl.formatMessage({
          id: `filter.op.${DATED.has(kind) && (op === 'gte' || op === 'lte') ? `day_${op}` : op}`,
        }),
      sentence: sentenceOf(intl, filterOf, heading, valueTextOf(intl, options, known)),
    };
  }, [intl, words, choosable, known, filters]);
};
