/** The package does not export its own types. */
declare module 'tinykeys' {
  export const tinykeys: (
    target: Window | HTMLElement,
    keys: Readonly<Record<string, (event: KeyboardEvent) => void>>,
    options?: { readonly timeout?: number },
  ) => () => void;
}
