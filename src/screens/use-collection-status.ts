import { useEffect, useEffectEvent } from 'react';
import { CollectionStatusDocument, type CollectionStatusQuery } from '../../graphql/generated/graphql.ts';
import { useTimedQueryState } from './use-query.ts';

/** Interval in ms at which the status is reloaded. */
const STATUS_INTERVAL_MS = 60_000;
const NO_VARIABLES = {};

/** Status of the loader, as last loaded; null before the first answer. */
export const useCollectionStatus = (): CollectionStatusQuery['one'] | null => {
  const { answer, reload } = useTimedQueryState(CollectionStatusDocument, NO_VARIABLES);
  const reloadStatus = useEffectEvent(reload);
  useEffect(() => {
    const timer = setInterval(() => reloadStatus(), STATUS_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return answer?.one ?? null;
};
