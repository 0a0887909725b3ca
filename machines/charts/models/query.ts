import { queryMachine } from '../../query.ts';
import { after, done, fails, modelOf } from '../model.ts';

export const queryModel = modelOf(queryMachine, {
  starts: { 'a query': { query: {} } },
  events: {
    'the answer comes': done('0.query.loading', {}),
    'no answer comes': fails('0.query.loading'),
    'change the query': { type: 'load', query: { page: 2 } },
    reload: { type: 'reload' },
    'a second passes': after('slowAfter', 'query.loading.fast'),
    'give up': { type: 'cancel' },
  },
});
