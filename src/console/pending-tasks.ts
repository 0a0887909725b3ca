import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { createActor } from 'xstate';
import { standingMachine, waitingIn } from '../../machines/pending-tasks.ts';
import { useKnown } from './context.ts';
import { watched } from './actor-registry.ts';
import { useProductChoice } from './product.ts';
import { createShelf, drawerOf } from './storage.ts';

/**
 * One for the whole console: the screens that count tell it, the account in the navbar shows it. It comes
 * with the first of them, after the frame.
 */
const pendingTasks = createActor(standingMachine, watched).start();

type StoredCounts = Pick<ReturnType<typeof pendingTasks.getSnapshot>['context'], 'scope' | 'counts'>;
const isStoredCounts = (value: unknown): value is StoredCounts => {
  const { scope, counts } = Object(value) as Partial<StoredCounts>;
  return (
    typeof scope === 'string' &&
    typeof counts === 'object' &&
    Object.values(Object(counts) as object).every(count => Number.isInteger(count))
  );
};

/**
 * What was told before the page was loaded anew is still what was told last: a tab keeps it, and asks nobody.
 */
const passing = createShelf(drawerOf(() => sessionStorage));
const before = passing.read('standing', isStoredCounts);
for (const [what, count] of Object.entries(before?.counts ?? {}))
  pendingTasks.send({ type: 'told', counted: { scope: before?.scope ?? '', what, count } });
pendingTasks.subscribe(({ context }) => passing.write('standing', context));

const useScope = (productId: number | undefined): string => `${useKnown().profile.id}:${productId ?? ''}`;

/** Tells what was counted to wait. @param count null: not known */
export const useTellStanding = (what: string, productId: number, count: number | null): void => {
  const scope = useScope(productId);
  useEffect(() => {
    if (count !== null) pendingTasks.send({ type: 'told', counted: { scope, what, count } });
  }, [scope, what, count]);
};

/** How much waits of the product that one works on, as far as any screen was told. */
export const useStanding = (): number => {
  const scope = useScope(useProductChoice().product?.id);
  return useSelector(pendingTasks, ({ context }) => waitingIn(context, scope));
};
