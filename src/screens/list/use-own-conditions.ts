import { useEffect, useEffectEvent } from 'react';
import { useIntl } from 'react-intl';
import { useKnown, useNotify } from '../../console/context.ts';
import { useProductChoice } from '../../console/product.ts';
import { partConditions } from './own-conditions.ts';
import type { FilterWords } from './use-filters.ts';
import { asked, type ListSearch } from './view.ts';

/** Takes conditions that name things of another product out of a list, and says so: they would leave no row, and nobody would know why. */
export const useOwnConditions = (search: ListSearch, words: FilterWords, go: (next: ListSearch, how: { readonly replace: boolean }) => void): void => {
  const intl = useIntl();
  const notify = useNotify();
  const { lists } = useKnown();
  const { product } = useProductChoice();
  const { own, foreign } = product === null ? { own: search.conditions, foreign: [] } : partConditions(search.conditions, words.filters, lists, product.id);
  const narrowed = own.length !== search.conditions.length || own.some((condition, at) => condition !== search.conditions[at]);
  const tidy = useEffectEvent(() => {
    go(asked(search, { conditions: own }), { replace: true });
    if (foreign.length > 0) notify({ kind: 'INFO', message: 'filter.foreign', values: { fields: intl.formatList(foreign.map(words.name), { type: 'conjunction' }) } });
  });
  useEffect(() => {
    if (narrowed) tidy();
  }, [narrowed]);
};
