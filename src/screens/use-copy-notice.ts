import { useNotify } from '../console/context.ts';

/** Returns a function that shows a notice: text copied, or copying refused by the browser. */
export const useCopied = (): ((copied: boolean) => void) => {
  const notify = useNotify();
  return copied =>
    notify(
      copied
        ? { kind: 'SUCCESS', message: 'message.copied' }
        : { kind: 'WARNING', message: 'message.not_copied' },
    );
};
