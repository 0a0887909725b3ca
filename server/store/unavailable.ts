/** Error of a store that this process has not reached yet: queries fail until it is open. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreAway';
  readonly code = 'STORE_AWAY';
}

/** System error codes, and codes of PostgreSQL while it starts, stops, or has no free connection. */
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'EPIPE',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
]);
/** Driver errors without a code. */
const AWAY_TEXT = /^(?:timeout|connection terminated|socket hang up|the client is closed)/i;

/** Whether an error means that a store is unreachable at present, as opposed to a store that rejects the connection. */
export const isStoreUnavailable = (error: unknown): boolean => {
  if (error instanceof StoreUnavailable) return true;
  if (error instanceof AggregateError && error.errors.some(isStoreUnavailable)) return true;
  if (!(error instanceof Error)) return false;
  if ('code' in error && AWAY_CODES.has(String(error.code))) return true;
  return AWAY_TEXT.test(error.message) || isStoreUnavailable(error.cause);
};

/** A store that opens later: until then queries fail with {@link StoreUnavailable}. */
export interface Deferred<Store> {
  readonly store: Store;
  /**
   * Connects to the store and migrates it. Passes the store first to `prepare`, and then to all callers.
   * @throws the reason why the store is not open yet
   */
  tryOpen(prepare: (store: Store) => Promise<void>): Promise<void>;
}
