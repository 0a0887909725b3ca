import { recomputationMachine, type Job } from '../../recomputation.ts';
import { after, done, fails, modelOf } from '../model.ts';

const CONFLICT = { kind: 'conflict', code: 'conflict' } as const;
const MISSING = { kind: 'missing', code: 'not_found' } as const;
const job = (made: number, over: Partial<Job>): Job => ({
  id: 1,
  isRunning: false,
  isPlanned: false,
  isDropped: false,
  digest: 'é',
  made,
  moved: 0,
  rejudged: 0,
  ...over,
});
const RUNNING = job(0, { isRunning: true });

export const recomputationModel = modelOf(recomputationMachine, {
  starts: { '': { query: {} } },
  events: {
    'there is none': done('0.recomputation.finding', null),
    'one is being applied': done('0.recomputation.finding', RUNNING),
    'it cannot be found': fails('0.recomputation.finding'),
    'choose a period': { type: 'choose', query: { from: '2026-02-01' } },
    plan: { type: 'plan' },
    'the plan is begun': done('0.recomputation.starting', RUNNING),
    'it cannot be planned': fails('0.recomputation.starting'),
    'a while passes': after('pollInterval', 'recomputation.waiting'),
    'it goes on': done('0.recomputation.reading', RUNNING),
    'it would change something': done('0.recomputation.reading', job(1, { isPlanned: true })),
    'it would change nothing': done('0.recomputation.reading', job(0, { isPlanned: true })),
    'it is done': done('0.recomputation.reading', job(1, {})),
    'it cannot be read': fails('0.recomputation.reading'),
    'it is gone': fails('0.recomputation.reading', MISSING),
    cancel: { type: 'cancel' },
    'it is cancelled': done('0.recomputation.cancelling', job(0, { isDropped: true })),
    'it cannot be cancelled': fails('0.recomputation.cancelling'),
    apply: { type: 'apply' },
    confirm: { type: 'confirm' },
    back: { type: 'back' },
    'it is begun': done('0.recomputation.applying', RUNNING),
    'it would be something else now': fails('0.recomputation.applying', CONFLICT),
    'it fails': fails('0.recomputation.applying'),
  },
  factsOf: ({ job: current, outdated, failure }) => [
    current?.isRunning ?? null,
    current?.made ?? null,
    outdated,
    failure !== null,
  ],
});
