/**
 * Prefix and version of all entries that the console stores in a browser
 * (docs/decisions/0012-browser-storage.md).
 */
const PREFIX = 'ic_';
const VERSION = 1;
const ENTRY_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** Validates a stored value, since users can edit browser storage. */
export type Check<Value> = (value: unknown) => value is Value;

export interface ExpiringStorage {
  /** The value of an entry; null if it is missing, expired, invalid or of another version. */
  read<Value>(name: string, check: Check<Value>): Value | null;
  /** Reads an entry and restarts its lifetime. */
  use<Value>(name: string, check: Check<Value>): Value | null;
  write(name: string, value: unknown): void;
  remove(name: string): void;
}

/** The used part of the browser's `Storage`. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Storage entries with a lifetime. An invalid entry is deleted when read. Entries that cannot be written
 * (storage full or forbidden) are lost without an error.
 */
export const createExpiringStorage = (
  storage: BrowserStorage,
  now: () => number = Date.now,
): ExpiringStorage => {
  const remove = (name: string) => storage.removeItem(PREFIX + name);
  const read: ExpiringStorage['read'] = (name, check) => {
    const text = storage.getItem(PREFIX + name);
    if (text === null) return null;
    const entry = parse(text);
    if (
      isEntry(entry) &&
      entry.until > now() &&
      entry.until <= now() + ENTRY_LIFETIME_MS &&
      check(entry.value)
    )
      return entry.value;
    remove(name);
    return null;
  };
  const write: ExpiringStorage['write'] = (name, value) =>
    storage.setItem(
      PREFIX + name,
      JSON.stringify({ version: VERSION, until: now() + ENTRY_LIFETIME_MS, value }),
    );
  return {
    read,
    write,
    remove,
    use: (name, check) => {
      const value = read(name, check);
      if (value !== null) write(name, value);
      return value;
    },
  };
};

/** A storage of the browser, or memory if the browser forbids it or its quota is exhausted. */
export const storageOrMemory = (find: () => Storage): BrowserStorage => {
  const memory = new Map<string, string>();
  const attempt = <Value>(use: (storage: Storage) => Value, instead: () => Value): Value => {
    try {
      return use(find());
    } catch (error) {
      if (error instanceof DOMException) return instead();
      throw error;
    }
  };
  return {
    getItem: key =>
      memory.get(key) ??
      attempt(
        storage => storage.getItem(key),
        () => null,
      ),
    setItem: (key, value) =>
      attempt(
        storage => storage.setItem(key, value),
        () => void memory.set(key, value),
      ),
    removeItem: key => {
      memory.delete(key);
      attempt(
        storage => storage.removeItem(key),
        () => undefined,
      );
    },
  };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

const isEntry = (entry: unknown): entry is { readonly until: number; readonly value: unknown } =>
  typeof entry === 'object' &&
  entry !== null &&
  'version' in entry &&
  entry.version === VERSION &&
  'until' in entry &&
  typeof entry.until === 'number' &&
  'value' in entry;
