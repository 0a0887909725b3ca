import { liveFiguresMachine } from '../../live-figures.ts';
import { after, done, fails, modelOf } from '../model.ts';

const READ = '0.liveFigures.reading';

export const liveFiguresModel = modelOf(liveFiguresMachine, {
  starts: { '': { query: { product_id: 1 } } },
  events: {
    'figures arrive': done(READ, { contacts: 3 }),
    'the read fails': fails(READ),
    'half a minute passes': after('liveInterval', 'liveFigures.waiting'),
    'another product is chosen': { type: 'load', query: { product_id: 2 } },
    reload: { type: 'reload' },
    'the page is hidden': { type: 'page.hide' },
    'the page is shown again': { type: 'page.show' },
  },
  factsOf: ({ figures, failure }) => [figures !== null, failure !== null],
});
