import { useSignedInData } from './context.ts';

/** The server writes this element into the page if the setting `MACHINES` is 1 (server/http/console.ts). */
const META_SELECTOR = 'meta[name="touchpath-machines"]';

/**
 * Whether the user may open the machines page: always in development, otherwise administrators if the server
 * enables it.
 */
export const useMachinesShown = (): boolean => {
  const { base } = useSignedInData().role;
  return import.meta.env.DEV || (base === 'admin' && document.querySelector(META_SELECTOR) !== null);
};
