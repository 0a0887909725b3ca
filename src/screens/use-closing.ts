import { useEffect, useEffectEvent } from 'react';

/** Calls a function once the machine of a dialog has closed it. */
export const useClosing = (isClosed: boolean, onClosed: () => void): void => {
  const close = useEffectEvent(onClosed);
  useEffect(() => {
    if (isClosed) close();
  }, [isClosed]);
};
