import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { EntryIds } from '../../../machines/signed-in-data.ts';
import { useKnown } from '../../console/context.ts';
import { useTitlesOf } from '../../console/entries.ts';
import { useChoosable } from '../../console/product.ts';
import { date } from '../../components/formats.ts';
import { valuesOf, type AnyFilter, type Condition, type Operator } from '../../resources/filter.ts';
import { useWords } from '../use-words.ts';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** The filters of a resource in words. */
export interface FilterWords {
  readonly filters: readonly AnyFilter[];
  readonly name: (field: string) => string;
  readonly operator: (kind: AnyFilter['kind'], op: Operator) => string;
  readonly options: (filter: AnyFilter) => readonly FilterOption[];
  /** A condition as a sentence. */
  readonly sentence: (condition: Condition) => string;
}

const DATED: ReadonlySet<string> = new Set(['day', 'time']);
/** How many values a sentence names; the others are counted. */
const NAMED = 3;

/** The entries of start-up lists that conditions name. */
const entriesIn = (conditions: readonly Condition[], filters: readonly AnyFilter[]): EntryIds => {
  const named = conditions.flatMap(condition => {
    const choices = filters.find(({ field }) => field === condition.field)?.choices;
    return choices === undefined || !('list' in choices)
      ? []
      : valuesOf(condition).map(value => ({ list: choices.list, id: Number(value) }));
  });
  return Object.fromEntries(
    named.map(({ list }) => [list, named.filter(one => one.list === list).map(({ id }) => id)]),
  );
};

/** @param name of the resource @param conditions those that are shown */
export const useFilterWords = (
  name: string,
  filters: readonly AnyFilter[],
  conditions: readonly Condition[],
): FilterWords => {
  const intl = useIntl();
  const words = useWords(name);
  const choosable = useChoosable();
  const { lists } = useKnown();
  useTitlesOf(entriesIn(conditions, filters));
  return useMemo(() => {
    const of = (field: string): AnyFilter | undefined => filters.find(filter => filter.field === field);
    const heading = (field: string): string => words.column(of(field)?.column ?? field);
    const options = (filter: AnyFilter): readonly FilterOption[] => {
      const { choices, field, kind } = filter;
      if (kind === 'flag')
        return ['true', 'false'].map(value => ({ value, label: words.choice(field, value) }));
      if (choices === undefined) return [];
      if ('values' in choices) {
        const { words: message } = choices;
        return choices.values.map(value => ({
          value: String(value),
          label:
            message === undefined
              ? words.choice(field, String(value))
              : intl.formatMessage({ id: message.replace('*', String(value)) }),
        }));
      }
      return choosable(choices).map(({ id, title }) => ({ value: String(id), label: title }));
    };
    const valueText = (filter: AnyFilter | undefined, value: string): string => {
      if (filter === undefined) return value;
      if (DATED.has(filter.kind)) return date(value);
      const { choices } = filter;
      // Another product's own, in a view that was saved of it.
      const elsewhere =
        choices !== undefined && 'list' in choices
          ? lists[choices.list].find(({ id }) => String(id) === value)?.title
          : undefined;
      return (
        options(filter).find(option => option.value === value)?.label ??
        elsewhere ??
        (filter.kind === 'choice' ? `#${value}` : value)
      );
    };
    const operator = (kind: AnyFilter['kind'], op: Operator): string =>
      intl.formatMessage({
        id: `filter.op.${DATED.has(kind) && (op === 'gte' || op === 'lte') ? `day_${op}` : op}`,
      });
    return {
      filters,
      options,
      operator,
      name: heading,
      sentence: condition => {
        const filter = of(condition.field);
        const values = valuesOf(condition);
        const shown = values.slice(0, NAMED).map(value => valueText(filter, value));
        const value = intl.formatList(
          [
            ...shown,
            ...(values.length > NAMED
              ? [intl.formatMessage({ id: 'filter.more' }, { count: values.length - NAMED })]
              : []),
          ],
          { type: 'disjunction' },
        );
        const plain = filter?.kind === 'choice' || filter?.kind === 'flag';
        return intl.formatMessage(
          { id: `filter.says.${plain && condition.op === 'exact' ? 'is' : condition.op}` },
          { field: heading(condition.field), value },
        );
      },
    };
  }, [intl, words, choosable, lists, filters]);
};
