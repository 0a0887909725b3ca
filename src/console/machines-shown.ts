import { useKnown } from './context.ts';

/** Said by the server in the page where the setting `MACHINES` is 1 (server/http/console.ts). */
const META_SELECTOR = 'meta[name="touchpath-machines"]';

/**
 * Whether one may look at the machines: always while developing, else administrators where it was switched
 * on.
 */
export const useMachinesShown = (): boolean => {
  const { base } = useKnown().role;
  return import.meta.env.DEV || (base === 'admin' && document.querySelector(META_SELECTOR) !== null);
};
