import { useActorRef } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { useIntl } from 'react-intl';
import { conditionsMachine, type ReadConditions } from '../../../machines/conditions.ts';
import { watched } from '../../console/actor-registry.ts';
import { useSignedInData, useNotify } from '../../console/context.ts';
import { useProductChoice } from '../../console/product.ts';
import type { Condition } from '../../resources/filter.ts';
import { partConditions } from './own-conditions.ts';
import type { FilterWords } from './use-filters.ts';

/**
 * Reads the conditions of an address into their machine (machines/conditions.ts), which removes those of
 * another product. A removal replaces the address and is announced.
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
  const actor = useActorRef(conditionsMachine, watched);

  const replace = useEffectEvent(({ own, foreign }: Pick<ReadConditions, 'own' | 'foreign'>) => {
    onOwn(own as readonly Condition[]);
    if (foreign.length > 0)
      notify({
        kind: 'INFO',
        message: 'filter.foreign',
        values: { fields: intl.formatList(foreign.map(words.name), { type: 'conjunction' }) },
      });
  });
  useEffect(() => {
    const subscription = actor.on('corrected', event => replace(event));
    return () => subscription.unsubscribe();
  }, [actor]);

  const parted =
    product === null
      ? { own: conditions, foreign: [] }
      : partConditions(conditions, words.filters, lists, product.id);
  // Compared by content, since an address is parsed anew in each render.
  const text = JSON.stringify({ conditions, ...parted });
  useEffect(() => {
    actor.send({ type: 'read', ...(JSON.parse(text) as ReadConditions) });
  }, [actor, text]);
};
