import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { fromPromise } from 'xstate';
import { setupChecklistMachine } from '../../../machines/setup-checklist.ts';
import type { ChecklistChoice, SetupFacts, SetupStep } from '../../../machines/setup-steps.ts';
import { watched } from '../../console/actor-registry.ts';
import { useExecute } from '../../console/context.ts';
import { requireValue } from '../../console/required-answer.ts';
import { useChanged } from '../../console/row-changes.ts';
import { useCreateClickUrl } from '../click-url.ts';
import { usePageVisibility } from '../use-page-visibility.ts';
import type { StoredChoice } from './checklist-choice.ts';
import { setupQuery, type SetupAnswer } from './setup-query.ts';

const factsOf = ({ one }: SetupAnswer): SetupFacts => {
  const { users, product, sample_data: data } = requireValue(one);
  const sample = data ? { productId: data.product_id, isLoaded: data.state === 'loaded' } : null;
  if (!product) return { users, product: null, sample };
  return {
    users,
    sample,
    product: {
      domain: product.domain,
      tag: product.tag,
      refusedHosts: product.refused_hosts.flatMap(host => host ?? []),
      hasAccesses: product.has_accesses,
      cvSettings: product.cv_settings,
      isMatched: product.is_matched,
      adId: product.ad_id ?? null,
      clickUrl: product.click_url ?? null,
      hasClicks: product.has_clicks,
    },
  };
};

/** Calls a function when records that the steps consist of have changed. */
const useStepRecordsChanged = (onChanged: () => void): void => {
  useChanged('cvSettings', onChanged);
  useChanged('ads', onChanged);
  useChanged('redirects', onChanged);
  useChanged('users', onChanged);
  useChanged('invitations', onChanged);
};

/**
 * The setup checklist of a product (machines/setup-checklist.ts).
 * @param productId null: the company has no product yet
 * @param steps the steps that the user may do
 */
export const useChecklist = (
  productId: number | null,
  steps: readonly SetupStep[],
  [choice, store]: StoredChoice,
) => {
  const execute = useExecute();
  const createClickUrl = useCreateClickUrl();
  // Provided on each render: the actor uses the latest implementations.
  const actor = useActorRef(
    setupChecklistMachine.provide({
      actors: {
        read: fromPromise<SetupFacts, undefined>(async ({ signal }) =>
          factsOf(await execute(setupQuery, productId === null ? {} : { product_id: productId }, signal)),
        ),
        link: fromPromise<unknown, { readonly adId: number }>(({ input, signal }) =>
          createClickUrl(input.adId, signal),
        ),
      },
    }),
    { ...watched, input: { steps, choice } },
  );
  const state = useSelector(actor, snapshot => snapshot);
  usePageVisibility(isVisible => actor.send({ type: isVisible ? 'page.show' : 'page.hide' }));
  useStepRecordsChanged(() => actor.send({ type: 'reload' }));
  const chosen = state.context.choice;
  const storeChoice = useEffectEvent((next: ChecklistChoice) => {
    if (JSON.stringify(next) !== JSON.stringify(choice)) store(next);
  });
  useEffect(() => storeChoice(chosen), [chosen]);
  return { ...state.context, isLinking: state.matches({ facts: 'linking' }), send: actor.send };
};

/** A checklist whose facts are loaded. */
export type LoadedChecklist = ReturnType<typeof useChecklist> & {
  readonly facts: SetupFacts;
  readonly productId: number | null;
  /** Opens the form of a step. */
  readonly openForm: (step: Exclude<SetupStep, 'tag'>) => void;
};
