import { feedMachine } from '../../feed.ts';
import { done, fails, modelOf } from '../model.ts';

const page = (next: string | null) => ({ rows: [{ id: 1 }, { id: 2 }], next, head: null });

export const feedModel = modelOf(feedMachine, {
  starts: { 'a question': { question: {} } },
  happenings: {
    'the first page comes': done('0.feed.loading', page('p2')),
    'the only page comes': done('0.feed.loading', page(null)),
    'the first page fails': fails('0.feed.loading'),
    more: { type: 'more' },
    'the next page comes': done('0.feed.adding', page('p3')),
    'the last page comes': done('0.feed.adding', page(null)),
    'the next page fails': fails('0.feed.adding'),
    'want more than are here': { type: 'want', count: 3 },
    'want no more': { type: 'want', count: 0 },
    take: { type: 'take' },
    'ask something else': { type: 'load', question: { page: 2 } },
    reload: { type: 'reload' },
    'remove some rows': { type: 'remove', field: 'id', values: [2] },
    'remove all rows': { type: 'remove', field: 'id', values: [1, 2] },
  },
  factsOf: ({ next, rows, failure, wanted }) => [
    next !== null,
    rows === null,
    failure !== null,
    (rows?.length ?? 0) < wanted,
    rows?.some(row => 'id' in row && row.id === 2),
  ],
});
