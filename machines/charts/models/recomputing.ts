import { recomputingMachine, type Job } from '../../recomputing.ts';
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

export const recomputingModel = modelOf(recomputingMachine, {
  starts: { '': { question: {} } },
  happenings: {
    'there is none': done('0.recomputing.finding', null),
    'one is being applied': done('0.recomputing.finding', RUNNING),
    'it cannot be found': fails('0.recomputing.finding'),
    'choose a period': { type: 'choose', question: { from: '2026-02-01' } },
    look: { type: 'look' },
    'the plan is begun': done('0.recomputing.starting', RUNNING),
    'it cannot be planned': fails('0.recomputing.starting'),
    'a while passes': after('pollInterval', 'recomputing.waiting'),
    'it goes on': done('0.recomputing.reading', RUNNING),
    'it would change something': done('0.recomputing.reading', job(1, { isPlanned: true })),
    'it would change nothing': done('0.recomputing.reading', job(0, { isPlanned: true })),
    'it is done': done('0.recomputing.reading', job(1, {})),
    'it cannot be read': fails('0.recomputing.reading'),
    'it is gone': fails('0.recomputing.reading', MISSING),
    cancel: { type: 'cancel' },
    'it is cancelled': done('0.recomputing.cancelling', job(0, { isDropped: true })),
    'it cannot be cancelled': fails('0.recomputing.cancelling'),
    apply: { type: 'apply' },
    yes: { type: 'yes' },
    no: { type: 'no' },
    'it is begun': done('0.recomputing.beginning', RUNNING),
    'it would be something else now': fails('0.recomputing.beginning', CONFLICT),
    'it fails': fails('0.recomputing.beginning'),
  },
  factsOf: ({ job: current, outdated, failure }) => [
    current?.isRunning ?? null,
    current?.made ?? null,
    outdated,
    failure !== null,
  ],
});
