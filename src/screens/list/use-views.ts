import { useMemo } from 'react';
import type { Failure } from '../../../machines/failure.ts';
import { parseSearch, stringifySearch } from '../../console/address.ts';
import { useChanged, useTellChanged } from '../../console/changed.ts';
import { useAsk, useKnown, useNotify } from '../../console/context.ts';
import { useProductChoice } from '../../console/product.ts';
import { useFailureText } from '../../console/texts.ts';
import { writeConditions } from '../../resources/filter.ts';
import { present } from '../../resources/row.ts';
import { savedViews, savedViewWrites, type SavedView } from '../../resources/saved-views.ts';
import { useInquiry } from '../use-inquiry.ts';
import { partConditions } from './own-conditions.ts';
import { useDeeds } from './use-deeds.ts';
import { searchOfView, viewOf, writeListSearch, type ListSearch, type Shape } from './view.ts';

/** A search as a saved view keeps it: the question part of an address, without its mark. */
const addressOf = (search: ListSearch): string => stringifySearch(writeListSearch(viewOf(search))).slice(1);

export interface Views {
  readonly views: readonly SavedView[];
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly again: () => void;
  /** The one that is shown, and whether it was changed since. */
  readonly current: SavedView | null;
  readonly changed: boolean;
  readonly mayChange: (view: SavedView) => boolean;
  readonly searchOf: (view: SavedView) => ListSearch;
  /** @param view.key of the form that it is saved by */
  readonly save: (view: { readonly name: string; readonly shared: boolean; readonly key: string }, signal: AbortSignal) => Promise<{ readonly id: number }>;
  readonly update: (view: SavedView) => void;
  readonly remove: (view: SavedView) => void;
}

/** The saved views of a list, one's own and shared ones. @param screen the resource's name @param search what is shown, with its columns named */
export const useViews = (screen: string, search: ListSearch, shape: Shape): Views => {
  const ask = useAsk();
  const notify = useNotify();
  const tellChanged = useTellChanged();
  const failureText = useFailureText();
  const deeds = useDeeds(savedViews);
  const { profile, role, lists } = useKnown();
  const { product } = useProductChoice();
  const where = useMemo(() => ({ page_size: 9999, ordering: 'name', where: writeConditions([{ field: 'screen', op: 'exact', value: screen }]) }), [screen]);
  const { answer, failure, busy, again } = useInquiry(savedViews.operations.page, where);
  useChanged(savedViews.name, again);
  const views = present(answer?.page?.results);
  const current = views.find(({ id }) => id === search.saved) ?? null;
  /** A view as it was saved: what of it is of another product than its list has now, the list leaves out and says so. */
  const searchOf = (view: SavedView): ListSearch => searchOfView(parseSearch(view.address), shape);
  /** What of it can be shown for the product that is chosen. */
  const shownOf = (view: SavedView): ListSearch => {
    const saved = searchOf(view);
    return product === null ? saved : { ...saved, conditions: partConditions(saved.conditions, shape.filters, lists, product.id).own };
  };
  const inputOf = (name: string, shared: boolean) => ({ screen, name: name.trim(), shared, address: addressOf(search), hidden: [...search.hide ?? []] });
  const told = (name: string) => {
    notify({ kind: 'SUCCESS', message: 'view.saved', values: { name } });
    tellChanged(savedViews);
  };
  return {
    views, busy, failure, again, current, searchOf,
    changed: current !== null && addressOf(shownOf(current)) !== addressOf(search),
    mayChange: view => view.user_id === profile.id || (view.shared && role.base === 'admin'),
    save: async ({ name, shared, key }, signal) => {
      const { saved } = await ask(savedViewWrites.create, { input: inputOf(name, shared), idempotency_key: key }, signal);
      told(name);
      return { id: saved?.id ?? 0 };
    },
    update: ({ id, name, shared, updated_at }) => {
      ask(savedViewWrites.update, { id, input: { ...inputOf(name, shared), updated_at } }).then(() => told(name), (reason: Failure) => {
        notify({ kind: 'ERROR', message: 'view.not_saved', values: { name, reason: failureText(reason) }, timeout: -1 });
        // Somebody else may have changed it: then it is shown as it is now.
        again();
      });
    },
    remove: view => {
      const deed = { kind: 'remove', ids: [view.id] } as const;
      deeds.act('remove', [view]).then(happened => {
        if (!happened) return;
        tellChanged(savedViews);
        deeds.onDone(deed);
      }, (reason: Failure) => deeds.onFailed(deed, reason));
    },
  };
};
