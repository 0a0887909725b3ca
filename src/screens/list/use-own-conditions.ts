import { useEffect, useEffectEvent } from 'react';
import { useIntl } from 'react-intl';
import { useSignedInData, useNotify } from '../../console/context.ts';
import { useProductChoice } from '../../console/product.ts';
import type { Condition } from '../../resources/filter.ts';
import { partConditions } from './own-conditions.ts';
import type { FilterWords } from './use-filters.ts';

/**
 * Removes conditions that name records of another product from a list and reports it: the list would be empty
 * without a visible reason.
 */
export const useOwnConditions = (
  conditions: readonly Condition[],
  words: FilterWords,
  onOwn: (own: readonly Condition[]) => void,
): void => {
  const intl = useIntl();
  const notify = useNotify();
  const { lists } = useSignedInData();
  const { product } = useProductChoice();
  const { own, foreign } =
    product === null
      ? { own: conditions, foreign: [] }
      : partConditions(conditions, words.filters, lists, product.id);
  const narrowed =
    own.length !== conditions.length || own.some((condition, at) => condition !== conditions[at]);
  const tidy = useEffectEvent(() => {
    onOwn(own);
    if (foreign.length > 0)
      notify({
        kind: 'INFO',
        message: 'filter.foreign',
        values: { fields: intl.formatList(foreign.map(words.name), { type: 'conjunction' }) },
      });
  });
  useEffect(() => {
    if (narrowed) tidy();
  }, [narrowed]);
};
