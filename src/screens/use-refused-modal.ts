import { useEffect, useEffectEvent } from 'react';
import { useNotify } from '../console/context.ts';

/** Closes a form in the address that the user may not open, and shows a notice about it. */
export const useRefusedModal = (refused: boolean, close: () => void): void => {
  const notify = useNotify();
  const refuse = useEffectEvent(() => {
    notify({ kind: 'WARNING', message: 'failure.forbidden' });
    close();
  });
  useEffect(() => {
    if (refused) refuse();
  }, [refused]);
};
