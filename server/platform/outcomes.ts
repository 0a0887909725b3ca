/** What this process has done since its start, for /metrics. */

/** Calls of a store by one kind of statement. */
export interface StoreCalls {
  readonly store: string;
  /** The first word of the statement. */
  readonly operation: string;
  readonly calls: number;
  readonly failures: number;
  readonly seconds: number;
}

/** Attempts to send something, by their outcome: `sent`, or why not. */
export interface Attempts {
  readonly kind: 'notifications' | 'mails';
  readonly outcome: string;
  readonly count: number;
}

const stores = new Map<string, StoreCalls>();
const attempts = new Map<string, Attempts>();

/** Runs a call of a store and adds its time. @param operation one of few words */
export const measureCall = async <Answer>(
  store: string,
  operation: string,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  // Tests stop the clock of `performance`.
  const begun = process.hrtime.bigint();
  let failures = 1;
  try {
    const answer = await work();
    failures = 0;
    return answer;
  } finally {
    const key = `${store} ${operation}`;
    const known = stores.get(key) ?? { store, operation, calls: 0, failures: 0, seconds: 0 };
    stores.set(key, {
      ...known,
      calls: known.calls + 1,
      failures: known.failures + failures,
      seconds: known.seconds + Number(process.hrtime.bigint() - begun) / 1e9,
    });
  }
};

/** Counts an attempt to send something. @param outcome one of few words */
export const countAttempt = (kind: Attempts['kind'], outcome: string): void => {
  const key = `${kind} ${outcome}`;
  attempts.set(key, { kind, outcome, count: (attempts.get(key)?.count ?? 0) + 1 });
};

export const storeCalls = (): readonly StoreCalls[] => [...stores.values()];
export const attemptCounts = (): readonly Attempts[] => [...attempts.values()];
