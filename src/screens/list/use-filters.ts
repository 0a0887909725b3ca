import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useKnown } from '../../console/context.ts';
import { useChoosable } from '../../console/product.ts';
import { date } from '../../components/formats.ts';
import { valuesOf, type AnyFilter, type Condition, type Operator } from '../../resources/filter.ts';
import { useWords } from '../use-words.ts';

export interface FilterOption { readonly value: string; readonly label: string }

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

/** @param name of the resource */
export const useFilterWords = (name: string, filters: readonly AnyFilter[]): FilterWords => {
  const intl = useIntl();
  const words = useWords(name);
  const choosable = useChoosable();
  const { lists } = useKnown();
  return useMemo(() => {
    const of = (field: string): AnyFilter | undefined => filters.find(filter => filter.field === field);
    const heading = (field: string): string => words.column(of(field)?.column ?? field);
    const options = (filter: AnyFilter): readonly FilterOption[] => {
      const { choices, field, kind } = filter;
      if (kind === 'flag') return ['true', 'false'].map(value => ({ value, label: words.choice(field, value) }));
      if (choices === undefined) return [];
      if ('values' in choices) return choices.values.map(value => ({ value: String(value), label: words.choice(field, String(value)) }));
      return choosable(choices).map(({ id, title }) => ({ value: String(id), label: title }));
    };
    const told = (filter: AnyFilter | undefined, value: string): string => {
      if (filter === undefined) return value;
      if (DATED.has(filter.kind)) return date(value);
      const { choices } = filter;
      // Another product's own, in a view that was saved of it.
      const elsewhere = choices !== undefined && 'list' in choices ? lists[choices.list].find(({ id }) => String(id) === value)?.title : undefined;
      return options(filter).find(option => option.value === value)?.label ?? elsewhere ?? (filter.kind === 'choice' ? `#${value}` : value);
    };
    const operator = (kind: AnyFilter['kind'], op: Operator): string => intl.formatMessage({ id: `filter.op.${DATED.has(kind) && (op === 'gte' || op === 'lte') ? `day_${op}` : op}` });
    return {
      filters, options, operator,
      name: heading,
      sentence: condition => {
        const filter = of(condition.field);
        const values = valuesOf(condition);
        const shown = values.slice(0, NAMED).map(value => told(filter, value));
        const value = intl.formatList([...shown, ...(values.length > NAMED ? [intl.formatMessage({ id: 'filter.more' }, { count: values.length - NAMED })] : [])], { type: 'disjunction' });
        const plain = filter?.kind === 'choice' || filter?.kind === 'flag';
        return intl.formatMessage({ id: `filter.says.${plain && condition.op === 'exact' ? 'is' : condition.op}` }, { field: heading(condition.field), value });
      },
    };
  }, [intl, words, choosable, lists, filters]);
};
