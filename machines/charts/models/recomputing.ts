import { recomputingMachine } from '../../recomputing.ts';
import { done, fails, modelOf } from '../model.ts';

const CONFLICT = { kind: 'conflict', code: 'conflict' } as const;

export const recomputingModel = modelOf(recomputingMachine, {
  starts: { '': { question: {} } },
  happenings: {
    'choose a period': { type: 'choose', question: { from: '2026-02-01' } }, look: { type: 'look' }, stop: { type: 'stop' },
    'it would change something': done('0.recomputing.looking', { digest: 'é', made: 1, moved: 0, rejudged: 0 }), 'it would change nothing': done('0.recomputing.looking', { digest: 'n', made: 0, moved: 0, rejudged: 0 }),
    'it cannot be seen': fails('0.recomputing.looking'),
    apply: { type: 'apply' }, yes: { type: 'yes' }, no: { type: 'no' },
    'it is done': done('0.recomputing.applying', { made: 1 }), 'it would be something else now': fails('0.recomputing.applying', CONFLICT), 'it fails': fails('0.recomputing.applying'),
  },
  told: ({ foreseen, overtaken, failure }) => [foreseen?.made ?? null, overtaken, failure !== null],
});
