/** The package's `exports` lack its type declarations. */
declare module 'tinykeys' {
  export const tinykeys: (
    target: Window | HTMLElement,
    keys: Readonly<Record<string, (event: KeyboardEvent) => void>>,
    options?: { readonly timeout?: number },
  ) => () => void;
}
