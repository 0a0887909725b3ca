import { useEffect, useEffectEvent } from 'react';
import { useNotify } from '../../console/context.ts';

/** Reports that a link leads to a form that this user may not fill in, instead of opening nothing. */
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
