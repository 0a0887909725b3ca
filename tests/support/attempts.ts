import { attemptsMade } from '../../server/platform/outcomes.ts';

/** The number of attempts to send something, since the start of this process. */
export const attemptsOf = async (kind: 'notifications' | 'mails', outcome: string): Promise<number> =>
  (await attemptsMade.get()).values.find(({ labels }) => labels.kind === kind && labels.outcome === outcome)
    ?.value ?? 0;
