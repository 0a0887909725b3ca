/** Written by the server into its pages (server/http/console.ts); absent while developing. */
const META_SELECTOR = 'meta[name="touchpath-build"]';

/** Version and commit of the server that delivered this page; null: the page does not state them. */
export const readBuild = (): string | null =>
  document.querySelector<HTMLMetaElement>(META_SELECTOR)?.content ?? null;
