import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { fromPromise } from 'xstate';
import { liveFiguresMachine } from '../../../machines/live-figures.ts';
import {
  LiveAccessesDocument,
  LiveContactsDocument,
  LiveConversionsDocument,
} from '../../../graphql/generated/graphql.ts';
import { addDays, today } from '../../components/days.ts';
import { watched } from '../../console/actor-registry.ts';
import { useExecute, useLevel, type Console } from '../../console/context.ts';
import { usePageVisibility } from '../use-page-visibility.ts';

/** Length of the counted stretch before now, in ms. */
const LIVE_MS = 30 * 60_000;
/** Days before today in which the last conversion is searched. */
const CONVERSION_DAYS = 30;

/** Which logs the user may read. */
interface LiveScope {
  readonly productId: number;
  readonly hasAccesses: boolean;
  readonly hasContacts: boolean;
  readonly hasConversions: boolean;
}

export interface LiveFigures {
  /** Null: the user may not read the log, or it could not be counted in time. */
  readonly accesses: number | null;
  readonly contacts: number | null;
  readonly conversions: number | null;
  /** Time of the last conversion, ISO 8601; null: none in the last days. */
  readonly lastConversion: string | null;
}

/** Reads the counted rows of the logs in the last minutes, as the logs show them. */
const readLiveFigures = async (
  execute: Console['execute'],
  { productId, hasAccesses, hasContacts, hasConversions }: LiveScope,
  signal: AbortSignal,
): Promise<LiveFigures> => {
  const now = Date.now();
  const to = today(now);
  const within = { product_id: productId, from: today(now - LIVE_MS), to };
  const since = (column: string) => `${column}__gte=${new Date(now - LIVE_MS).toISOString()}`;
  const conversionsOf = async () => {
    const recent = await execute(LiveConversionsDocument, { ...within, where: since('cv_time') }, signal);
    const last = recent.page?.results?.[0]?.cv_time;
    if (typeof last === 'string') return { count: recent.page?.total ?? null, last };
    // The longer search is only needed while there was no conversion in the last minutes.
    const earlier = await execute(
      LiveConversionsDocument,
      { ...within, from: addDays(to, -CONVERSION_DAYS) },
      signal,
    );
    return { count: recent.page?.total ?? null, last: earlier.page?.results?.[0]?.cv_time ?? null };
  };
  const [accesses, contacts, conversions] = await Promise.all([
    hasAccesses && execute(LiveAccessesDocument, { ...within, where: since('access_time') }, signal),
    hasContacts && execute(LiveContactsDocument, { ...within, where: since('reference_time') }, signal),
    hasConversions && conversionsOf(),
  ]);
  return {
    accesses: accesses ? (accesses.page?.total ?? null) : null,
    contacts: contacts ? (contacts.page?.total ?? null) : null,
    conversions: conversions ? conversions.count : null,
    lastConversion: conversions ? conversions.last : null,
  };
};

/** The logs that the user may read of a product. */
export const useLiveScope = (productId: number): LiveScope => ({
  productId,
  hasAccesses: useLevel('access_log') !== 'none',
  hasContacts: useLevel('interaction_log') !== 'none',
  hasConversions: useLevel('cv_log') !== 'none',
});

/** Live figures of a product (machines/live-figures.ts). */
export const useLiveFigures = (scope: LiveScope) => {
  const execute = useExecute();
  const [machine] = useState(() =>
    liveFiguresMachine.provide({
      actors: {
        read: fromPromise<object, object>(({ input, signal }) =>
          readLiveFigures(execute, input as LiveScope, signal),
        ),
      },
    }),
  );
  const actor = useActorRef(machine, { ...watched, input: { query: scope } });
  const words = JSON.stringify(scope);
  useEffect(() => {
    if (words !== JSON.stringify(actor.getSnapshot().context.query))
      actor.send({ type: 'load', query: JSON.parse(words) as object });
  }, [actor, words]);
  usePageVisibility(isVisible => actor.send({ type: isVisible ? 'page.show' : 'page.hide' }));
  const { figures, failure } = useSelector(actor, state => state.context);
  return {
    // The port's answer; the machine is not generic.
    figures: figures as LiveFigures | null,
    failure,
    reload: () => actor.send({ type: 'reload' }),
  };
};
