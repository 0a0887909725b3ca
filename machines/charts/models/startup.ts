import { startupMachine } from '../../startup.ts';
import { done, fails, modelOf } from '../model.ts';

export const startupModel = modelOf(startupMachine, {
  starts: { 'somebody signed in': undefined },
  events: {
    'the profile comes': done('0.startup.loadingProfile', { id: 1, agency: null }),
    'the profile lacks the second factor': done('0.startup.loadingProfile', {
      id: 1,
      agency: null,
      lacksSecondFactor: true,
    }),
    'the profile cannot be had': fails('0.startup.loadingProfile'),
    'the role comes': done('0.startup.loadingLists.role.loading', { base: 'admin' }),
    'the role cannot be had': fails('0.startup.loadingLists.role.loading'),
    'the lists come': done('0.startup.loadingLists.lists.loading', { lists: {}, totals: {} }),
    'the lists cannot be had': fails('0.startup.loadingLists.lists.loading'),
    'try again': { type: 'retry' },
  },
  factsOf: ({ role }) => role.base,
});
