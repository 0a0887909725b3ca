import type { LoadedJournal } from './shared-journal.ts';
import { segmentNumber, type Segment } from './segments.ts';
import { savePosition, type LoadPosition, type SegmentProgress } from './load-position.ts';

/** The progress of loading the journal: the state recorded on the disk, and values derived from it. */
export interface LoadProgress {
  position(): LoadPosition;
  /** Id of the last event in the store, decimal. */
  watermark(): string;
  /** Raises the watermark to the id of a loaded event. */
  raise(last: bigint): void;
  /** Records a change on the disk. */
  save(change: Partial<LoadPosition>): Promise<void>;
  progressIn(segment: Segment): SegmentProgress;
  isLoaded(segment: Segment): boolean;
  /**
   * Whether everything is loaded up to the `durable` bytes of a segment. @param last undefined: there is none
   */
  isLoadedUpTo(last: Segment | undefined, durable: number): boolean;
  /**
   * Removes a segment that is loaded to its end. The record is written first, because a segment without a
   * record is loaded again. It remains while another slice needs the file.
   */
  finish(segment: Segment): Promise<void>;
  /** Bytes of the journal that are not yet in the store. */
  backlogBytes(): number;
}

/** @param watermark the id of the last event in the store, decimal; the recorded one may be higher */
export const openLoadProgress = (
  { folder, slice }: { readonly folder: string; readonly slice: string },
  journal: LoadedJournal,
  recorded: LoadPosition,
  watermark: string,
): LoadProgress => {
  let position = recorded;
  let mark = BigInt(position.watermark) > BigInt(watermark) ? position.watermark : watermark;

  const save = async (change: Partial<LoadPosition>): Promise<void> => {
    const next = { ...position, watermark: mark, ...change };
    await savePosition(folder, next, slice);
    position = next;
  };
  const isLoaded = ({ name }: Segment): boolean => position.loaded.includes(name);
  const progressIn = ({ name }: Segment): SegmentProgress =>
    position.current?.segment === name ? position.current : { segment: name, from: 0, to: 0, careful: false };

  return {
    position: () => position,
    watermark: () => mark,
    raise: last => {
      if (last > BigInt(mark)) mark = last.toString();
    },
    save,
    progressIn,
    isLoaded,
    isLoadedUpTo: (last, durable) => {
      if (last === undefined || !journal.segments().includes(last)) return true;
      return journal.segments()[0] === last && !last.closed && progressIn(last).from >= durable;
    },
    finish: async segment => {
      if (!isLoaded(segment)) {
        await save({
          current: null,
          loaded: [...position.loaded, segment.name],
          unsure: position.unsure.filter(name => name !== segment.name),
          lastNumber: Math.max(position.lastNumber, segmentNumber(segment.name) ?? 0),
        });
      }
      await journal.remove(segment);
      position = { ...position, loaded: position.loaded.filter(journal.has) };
    },
    backlogBytes: () =>
      journal
        .segments()
        .reduce(
          (sum, segment) => sum + (isLoaded(segment) ? 0 : segment.durable - progressIn(segment).from),
          0,
        ),
  };
};
