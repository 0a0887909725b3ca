import { listMachine } from '../../list.ts';
import { done, fails, modelOf, OFFLINE, type ActorEvent } from '../model.ts';

/** A snapshot of the rows' query machine with only the properties that the guards of the list read. */
const rows = (
  state: 'loading' | 'loaded' | 'failed',
  result: object | null,
  failure: object | null,
): ActorEvent => ({
  type: 'xstate.snapshot.query',
  snapshot: {
    value: state,
    context: { result, failure },
    matches: (name: string) => name === state,
    toJSON: () => ({ value: state, result, failure }),
  },
});
const page = (count: number, ...ids: number[]) => ({ count, rows: ids.map(id => ({ id })) });
const query = (narrowed: boolean) => ({ variables: {}, narrowed });

export const listModel = modelOf(listMachine, {
  starts: { 'a whole list': { query: query(false) } },
  events: {
    'rows are requested': rows('loading', null, null),
    'rows come': rows('loaded', page(3, 1, 2), null),
    'none on this page, some on others': rows('loaded', page(2), null),
    'no rows come': rows('loaded', page(0), null),
    'no answer comes': rows('failed', null, OFFLINE),
    'it is not allowed': rows('failed', null, { kind: 'denied', code: 'forbidden' }),
    'search for something': { type: 'load', query: query(true) },
    'clear the search': { type: 'load', query: query(false) },
    reload: { type: 'reload' },
    'select a row': { type: 'select', ids: [1] },
    'delete a row': { type: 'run', command: { kind: 'remove', ids: [1] } },
    gather: { type: 'gather' },
    cancel: { type: 'cancel' },
    'the rows of all pages come': done(
      '0.list.work.gathering',
      [1, 2, 3].map(id => ({ id })),
    ),
    'gathering fails': fails('0.list.work.gathering'),
    'it is done': done('0.list.work.running', true),
    'thought better of it': done('0.list.work.running', false),
    'it fails': fails('0.list.work.running'),
  },
  topics: [
    [
      'rows are requested',
      'rows come',
      'none on this page, some on others',
      'no rows come',
      'no answer comes',
      'it is not allowed',
      'search for something',
      'clear the search',
      'reload',
      'select a row',
      'delete a row',
      'it is done',
      'thought better of it',
      'it fails',
    ],
    [
      'rows come',
      'search for something',
      'select a row',
      'gather',
      'cancel',
      'the rows of all pages come',
      'gathering fails',
    ],
  ],
  factsOf: ({ query: { narrowed }, page: shown, selected, gathered, command }) => [
    narrowed,
    shown?.rows.length,
    selected.length,
    gathered !== null,
    command !== null,
  ],
});
