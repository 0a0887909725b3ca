import { launchBrowser, type Visit } from './browser.ts';
import { openGate, type Gate } from './gate.ts';
import { operator } from './operator.ts';

/** A page whose calls are held and answered by the test, for walks along generated paths. */
export const openGated = async (speaking: 'ja' | 'en'): Promise<Visit & { readonly gate: Gate }> => {
  const visit = await operator(await launchBrowser(), { speaking, fresh: true });
  return { ...visit, gate: await openGate(visit.page) };
};
