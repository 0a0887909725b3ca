import { expect, it, vi } from 'vitest';
import type { Journal } from '../../../server/collector/journal.ts';
import type { Segment } from '../../../server/collector/segments.ts';
import { shareJournal } from '../../../server/collector/shared-journal.ts';

const segmentOf = (name: string, closed = true): Segment => ({ name, path: name, durable: 1, closed });
const open = (loaders: number, names: readonly string[]) => {
  const segments = names.map(name => segmentOf(name));
  const remove = vi.fn(async (segment: Segment) => {
    segments.splice(segments.indexOf(segment), 1);
  });
  const journal = {
    segments: () => segments,
    has: (name: string) => segments.some(segment => segment.name === name),
    onGrow: () => undefined,
    remove,
  } as unknown as Journal;
  const views = shareJournal(journal, loaders);
  const seen = () => views.map(view => view.segments().map(({ name }) => name));
  return { segments, remove, views, seen };
};

it('removes a segment when the last loader has loaded it, in whatever order they do', async () => {
  const { segments, remove, views, seen } = open(3, ['a', 'b']);
  const [a, b] = segments as [Segment, Segment];
  await views[1]!.remove(a);
  await views[1]!.remove(b);
  await views[2]!.remove(a);
  expect(seen()).toEqual([['a', 'b'], [], ['b']]);
  expect([remove.mock.calls.length, views[1]!.has('a')]).toEqual([0, true]);
  await views[0]!.remove(a);
  expect([remove.mock.calls, seen(), views[1]!.has('a')]).toEqual([[[a]], [['b'], [], ['b']], false]);
  // A repetition counts once.
  await views[2]!.remove(b);
  await views[2]!.remove(b);
  expect(remove).toHaveBeenCalledTimes(1);
  await views[0]!.remove(b);
  expect(seen()).toEqual([[], [], []]);
});

it('repeats a removal that failed', async () => {
  const { segments, remove, views, seen } = open(1, ['a']);
  const [a] = segments as [Segment];
  remove.mockRejectedValueOnce(new Error('read-only'));
  await expect(views[0]!.remove(a)).rejects.toThrow('read-only');
  expect(seen()).toEqual([['a']]);
  await views[0]!.remove(a);
  expect(seen()).toEqual([[]]);
});

it('refuses a segment that grows', async () => {
  const { views } = open(2, []);
  await expect(views[0]!.remove(segmentOf('a', false))).rejects.toThrow('still being written');
});
