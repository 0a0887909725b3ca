/** Whether a part of the program can do its work. */
export type PartState = 'ok' | 'failing';

export interface Probe {
  /** The state now. Answers that are a second old will do; callers at one time share an attempt. */
  state(): Promise<PartState>;
}

/** An answer is good for so long, so that whoever asks often costs nothing. */
const FRESH_MS = 1_000;
/** A part that has not answered by then is failing. */
const ANSWER_LIMIT_MS = 2_000;

/**
 * Probes a part. One attempt at a time: a store that does not answer holds one connection and not one for
 * each question.
 *
 * @param attempt fails where the part cannot do its work
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
