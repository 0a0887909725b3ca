import { syncRunsMachine } from '../../sync-runs.ts';
import { after, done, fails, modelOf } from '../model.ts';

export const syncRunsModel = modelOf(syncRunsMachine, {
  events: {
    'none is under way': done('0.syncRuns.loading', { runs: [], running: false }),
    'one is under way': done('0.syncRuns.loading', { runs: [{}], running: true }),
    'they cannot be seen': fails('0.syncRuns.loading'),
    reload: { type: 'reload' },
    'a while passes': after('pollInterval', 'syncRuns.polling'),
    'run with a file': { type: 'run', file: {} },
    'run from its source': { type: 'run', file: null },
    'it has begun': done('0.syncRuns.starting'),
    'it cannot begin': fails('0.syncRuns.starting'),
  },
  factsOf: ({ file, failure }) => [file !== null, failure !== null],
});
