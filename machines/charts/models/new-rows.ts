import { newsMachine } from '../../new-rows.ts';
import { after, done, fails, modelOf } from '../model.ts';

export const newsModel = modelOf(newsMachine, {
  happenings: {
    'rows are shown': { type: 'place', question: {} },
    'nothing is shown any more': { type: 'stop' },
    'half a minute passes': after('halfAMinute', 'news.waiting'),
    'there is something new': done('0.news.looking', 3),
    'the look fails': fails('0.news.looking'),
  },
  factsOf: ({ count }) => count,
});
