import { syncRunsMachine } from '../../sync-runs.ts';
import { after, done, fails, modelOf } from '../model.ts';

export const syncRunsModel = modelOf(syncRunsMachine, {
  happenings: {
    'none is under way': done('0.syncRuns.looking', { runs: [], running: false }),
    'one is under way': done('0.syncRuns.looking', { runs: [{}], running: true }),
    'they cannot be seen': fails('0.syncRuns.looking'),
    look: { type: 'look' },
    'a while passes': after('aWhile', 'syncRuns.watching'),
    'run with a file': { type: 'run', file: {} },
    'run from its source': { type: 'run', file: null },
    'it has begun': done('0.syncRuns.beginning'),
    'it cannot begin': fails('0.syncRuns.beginning'),
  },
  factsOf: ({ file, failure }) => [file !== null, failure !== null],
});
