import { createActor, fromPromise, type AnyActorLogic, type AnyActorRef } from 'xstate';
import { boxesOf, chartOf } from '../../../machines/charts/chart.ts';
import type { Model } from '../../../machines/charts/model.ts';
import { silent } from '../../../machines/charts/silent.ts';
import { watched } from '../../console/actor-registry.ts';

/**
 * Creates a trial actor of a machine whose invoked actors never answer; answers are sent by hand, like all
 * events.
 */
export const tryOut = ({ machine, starts }: Model): AnyActorRef => {
  const invoked = new Set(boxesOf(chartOf(machine)).flatMap(({ invokes }) => invokes.map(({ src }) => src)));
  const waits = fromPromise(() => new Promise<never>(() => undefined));
  const actors = Object.fromEntries(
    Object.keys(machine.implementations.actors ?? {}).map(src => [
      src,
      (invoked.has(src) ? waits : silent) as AnyActorLogic,
    ]),
  );
  return createActor(machine.provide({ actors } as never), {
    ...watched,
    input: Object.values(starts)[0],
  }).start();
};
