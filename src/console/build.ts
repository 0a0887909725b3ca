/** Said by the server in its pages (server/http/console.ts); not while developing. */
const META_SELECTOR = 'meta[name="touchpath-build"]';

/** Version and commit of the server that this page came from; null: it does not say. */
export const readBuild = (): string | null =>
  document.querySelector<HTMLMetaElement>(META_SELECTOR)?.content ?? null;
