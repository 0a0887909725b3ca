/** State of a part of the program. */
export type PartState = 'ok' | 'failing';

export interface Probe {
  /** State of the part, at most a second old; concurrent callers share an attempt. */
  state(): Promise<PartState>;
}

/** Milliseconds for which a state is cached, so that frequent callers cause no load. */
const FRESH_MS = 1_000;
/** Milliseconds after which a part without an answer is failing. */
const ANSWER_LIMIT_MS = 2_000;

/**
 * Creates the probe of a part. It makes one attempt at a time, so that a store that does not answer occupies one
 * connection only.
 *
 * @param attempt rejects if the part cannot work
 */
export const createProbe = (attempt: () => Promise<unknown>): Probe => {
  let running: Promise<PartState> | null = null;
  let last: { readonly state: PartState; readonly at: number } | null = null;
  const run = async (): Promise<PartState> => {
    const state = await attempt().then(
      () => 'ok' as const,
      () => 'failing' as const,
    );
    last = { state, at: performance.now() };
    running = null;
    return state;
  };
  return {
    state: async () => {
      if (last !== null && running === null && performance.now() - last.at < FRESH_MS) return last.state;
      running ??= run();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<PartState>(resolve => {
        timer = setTimeout(() => resolve('failing'), ANSWER_LIMIT_MS);
      });
      const state = await Promise.race([running, late]);
      clearTimeout(timer);
      return state;
    },
  };
};
