import { useNotify } from '../console/context.ts';

/** Reports that a text is on the clipboard, or that the browser did not allow it. */
export const useCopied = (): ((copied: boolean) => void) => {
  const notify = useNotify();
  return copied =>
    notify(
      copied
        ? { kind: 'SUCCESS', message: 'message.copied' }
        : { kind: 'WARNING', message: 'message.not_copied' },
    );
};
