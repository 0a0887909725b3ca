/** Types of the parts of autocannon that the benchmark uses; the package has none. */
declare module 'autocannon' {
  export interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly method?: 'GET' | 'POST';
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  export interface Result {
    readonly requests: { readonly average: number; readonly total: number };
    readonly statusCodeStats?: Readonly<Record<string, { readonly count: number }>>;
  }
  const autocannon: (options: Options) => Promise<Result>;
  export default autocannon;
}
