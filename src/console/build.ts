/**
 * The server writes this element into its pages (server/http/console.ts); the development server does not.
 */
const META_SELECTOR = 'meta[name="touchpath-build"]';

/** Version and commit of the server that delivered the page; null: unknown. */
export const readBuild = (): string | null =>
  document.querySelector<HTMLMetaElement>(META_SELECTOR)?.content ?? null;
