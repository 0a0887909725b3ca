import type { Journal } from './journal.ts';

/** The journal as a loader sees it: `remove` removes a file once no other loader needs it. */
export type LoadedJournal = Pick<Journal, 'segments' | 'onGrow' | 'remove' | 'has'>;

/** The journal for several loaders, each of which loads all of it. */
export const shareJournal = (journal: Journal, loaders: number): readonly LoadedJournal[] => {
  /** The loaders that have not loaded a segment, of segments that another has loaded. */
  const missing = new Map<string, Set<number>>();
  const indexes = Array.from({ length: loaders }, (_, index) => index);
  return indexes.map(index => ({
    // The last loader sees a segment until its file is removed, so that it repeats a removal that failed.
    segments: () =>
      journal.segments().filter(({ name }) => {
        const left = missing.get(name);
        return left === undefined || left.size === 0 || left.has(index);
      }),
    onGrow: journal.onGrow,
    has: journal.has,
    remove: async segment => {
      const { name, closed } = segment;
      if (!closed) throw new Error(`segment ${name} is still being written`);
      const left = missing.get(name) ?? new Set(indexes);
      missing.set(name, left);
      left.delete(index);
      if (left.size > 0) return;
      await journal.remove(segment);
      missing.delete(name);
    },
  }));
};
