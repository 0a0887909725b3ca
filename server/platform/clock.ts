/** Source of the present time in milliseconds since 1970-01-01T00:00:00Z; tests replace it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
