/** A key of the installation, and the time from which it signs, in ms since 1970. */
export interface Key {
  readonly key: string;
  readonly since: number;
}

/**
 * The keys of one purpose. A key is accepted before it signs, so that every process knows it when the first one signs
 * with it, and afterwards until it is removed (docs/operations.md, "Keys").
 */
export interface KeyRing {
  /** The key that signs at present. */
  current(): string;
  /** The accepted keys, the newest first. */
  accepted(): readonly string[];
}

/** @param keys their present values, the newest first, at least one */
export const createKeyRing = (keys: () => readonly Key[], now: () => number = Date.now): KeyRing => ({
  current: () => {
    const all = keys();
    const time = now();
    // The oldest key signs where the clock is before the times of all.
    return (all.find(({ since }) => since <= time) ?? all.at(-1)!).key;
  },
  accepted: () => keys().map(({ key }) => key),
});

/** A ring of one key that never changes. */
export const fixedKey = (key: string): KeyRing => ({ current: () => key, accepted: () => [key] });

/** Computes a value of each key once. */
export const ofEachKey = <Value>(make: (key: string) => Value): ((key: string) => Value) => {
  const made = new Map<string, Value>();
  return key => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
};

/** The ring of keys that are derived from those of another one. */
export const derivedRing = ({ current, accepted }: KeyRing, derive: (key: string) => string): KeyRing => {
  const derived = ofEachKey(derive);
  return { current: () => derived(current()), accepted: () => accepted().map(derived) };
};
