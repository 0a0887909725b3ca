import { feedMachine } from '../../feed.ts';
import { done, fails, modelOf } from '../model.ts';

const page = (next: string | null) => ({ rows: [{ id: 1 }, { id: 2 }], next, head: null });

export const feedModel = modelOf(feedMachine, {
  starts: { 'a query': { query: {} } },
  events: {
    'the first page comes': done('0.feed.loading', page('p2')),
    'the only page comes': done('0.feed.loading', page(null)),
    'the first page fails': fails('0.feed.loading'),
    loadMore: { type: 'loadMore' },
    'the next page comes': done('0.feed.loadingMore', page('p3')),
    'the last page comes': done('0.feed.loadingMore', page(null)),
    'the next page fails': fails('0.feed.loadingMore'),
    'want more than are here': { type: 'require', count: 3 },
    'want no more': { type: 'require', count: 0 },
    release: { type: 'release' },
    'change the query': { type: 'load', query: { page: 2 } },
    reload: { type: 'reload' },
    'remove some rows': { type: 'remove', field: 'id', values: [2] },
    'remove all rows': { type: 'remove', field: 'id', values: [1, 2] },
  },
  factsOf: ({ next, rows, failure, minimumRows }) => [
    next !== null,
    rows === null,
    failure !== null,
    (rows?.length ?? 0) < minimumRows,
    rows?.some(row => 'id' in row && row.id === 2),
  ],
});
