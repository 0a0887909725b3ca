/** The package's own types are not among its exports. */
declare module 'tinykeys' {
  export const tinykeys: (
    target: Window | HTMLElement,
    keys: Readonly<Record<string, (event: KeyboardEvent) => void>>,
    options?: { readonly timeout?: number },
  ) => () => void;
}
