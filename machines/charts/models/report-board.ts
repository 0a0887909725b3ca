import { reportBoardMachine } from '../../report-board.ts';
import { done, fails, modelOf } from '../model.ts';

const chart = { view_id: 1, kind: 'chart', metric: null, wide: false } as const;
const table = { view_id: 2, kind: 'table', metric: null, wide: false } as const;
const saved = { items: [chart, table], version: '1' };

export const reportBoardModel = modelOf(reportBoardMachine, {
  starts: { 'a board with two items is opened': saved },
  events: {
    'another user has changed the board': { type: 'loaded', saved: { items: [chart], version: '2' } },
    'arrange the items': { type: 'arrange' },
    'add a table': { type: 'add', item: table },
    'move the first item to the end': { type: 'move', key: 0, to: 1 },
    'widen the first item': { type: 'widen', key: 0 },
    'remove the first item': { type: 'remove', key: 0 },
    save: { type: 'save' },
    'the board is saved': done('0.reportBoard.saving', { items: [table, chart], version: '3' }),
    'saving fails': fails('0.reportBoard.saving'),
    cancel: { type: 'cancel' },
    'continue arranging': { type: 'keep' },
    'discard the arrangement': { type: 'discard' },
  },
  factsOf: ({ items, saved: { items: before } }) =>
    JSON.stringify([items.length > 2 ? 3 : items.length, items.length === before.length]),
});
