import { launchBrowser, type Visit } from './browser.ts';
import { openGate, type Gate } from './gate.ts';
import { operator } from './operator.ts';

/**
 * A page whose calls are answered when the test says so, with what it says: what is walked along generated
 * paths.
 */
export const openGated = async (speaking: 'ja' | 'en'): Promise<Visit & { readonly gate: Gate }> => {
  const visit = await operator(await launchBrowser(), { speaking, fresh: true });
  return { ...visit, gate: await openGate(visit.page) };
};
