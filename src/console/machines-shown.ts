import { useKnown } from './context.ts';

/** Written by the server into the page when the setting `MACHINES` is 1 (server/http/console.ts). */
const META_SELECTOR = 'meta[name="touchpath-machines"]';

/**
 * Whether the user may open the machines page: always while developing, otherwise administrators where the
 * server enables it.
 */
export const useMachinesShown = (): boolean => {
  const { base } = useKnown().role;
  return import.meta.env.DEV || (base === 'admin' && document.querySelector(META_SELECTOR) !== null);
};
