import type { Logger } from 'pino';

/** Something that is looked up now and then. */
export interface Looking {
  /** Looks at once; while somebody looks, that look is waited for. */
  look(): Promise<void>;
  /** Something has come: looks at once, and once more where a look is under way, which may have passed it by. */
  kick(): void;
  /** Looks no more, and waits for the look that is under way. */
  close(): Promise<void>;
}

interface Manner {
  readonly log: Pick<Logger, 'error'>;
  /** What is logged when a look fails; the next one comes all the same. */
  readonly failed: string;
  /** Milliseconds from the end of a look to the next. */
  readonly every: number;
}

/** Looks now and ever again, one look at a time. @param run is told whether it is to go on: after `close` it should come to its end */
export const startLooking = (run: (goesOn: () => boolean) => Promise<void>, { log, failed, every }: Manner): Looking => {
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let again = false;
  let looking: Promise<void> | null = null;
  const look = (): Promise<void> => looking ??= run(() => !closed)
    .catch((error: unknown) => log.error({ err: error }, failed))
    .finally(() => {
      looking = null;
      clearTimeout(timer);
      if (!closed) timer = setTimeout(() => { void look(); }, again ? 0 : every);
      again = false;
    });
  void look();
  return {
    look,
    kick: () => {
      if (looking !== null) again = true;
      else if (!closed) void look();
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await looking;
    },
  };
};
