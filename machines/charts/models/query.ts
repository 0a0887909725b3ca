import { queryMachine } from '../../query.ts';
import { after, done, fails, modelOf } from '../model.ts';

export const queryModel = modelOf(queryMachine, {
  starts: { 'a question': { question: {} } },
  happenings: {
    'the answer comes': done('0.query.loading', {}),
    'no answer comes': fails('0.query.loading'),
    'ask something else': { type: 'load', question: { page: 2 } },
    reload: { type: 'reload' },
    'a second passes': after('inASecond', 'query.loading.prompt'),
    'give up': { type: 'giveUp' },
  },
});
