import { newRowsMachine } from '../../new-rows.ts';
import { after, done, fails, modelOf } from '../model.ts';

export const newRowsModel = modelOf(newRowsMachine, {
  events: {
    'rows are shown': { type: 'watch', query: {} },
    'nothing is shown any more': { type: 'stop' },
    'half a minute passes': after('pollInterval', 'newRows.waiting'),
    'there is something new': done('0.newRows.counting', 3),
    'the look fails': fails('0.newRows.counting'),
  },
  factsOf: ({ count }) => count,
});
