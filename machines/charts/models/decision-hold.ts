import { APPROVED, REJECTED, type Candidate } from '../../decision.ts';
import { decisionHoldMachine, TAKE_BACK_PART_SIZE, type Decided } from '../../decision-hold.ts';
import { after, done, fails, modelOf } from '../model.ts';

const rows = (count: number): readonly Candidate[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    version: 2,
    status: APPROVED,
    next: [REJECTED],
    amount: 5_480,
    cost: 100.5,
  }));
const decided = (request: string, count: number, holdMs: number): Decided => ({
  request,
  verdict: APPROVED,
  rows: rows(count),
  holdMs,
});

export const decisionHoldModel = modelOf(decisionHoldMachine, {
  events: {
    'a decision that is held': { type: 'decided', decided: decided('first', 1, 1_500) },
    'more decisions than one call takes': {
      type: 'decided',
      decided: decided('many', TAKE_BACK_PART_SIZE + 1, 1_500),
    },
    'a decision that is not held': { type: 'decided', decided: decided('unheld', 1, 0) },
    'the hold ends': after('hold', 'decisionHold.onHold'),
    'take back': { type: 'takeBack' },
    'all taken back': done('takeBack', { takenBack: 1, refused: [] }),
    'one not taken back': done('takeBack', {
      takenBack: 0,
      refused: [{ id: 1, code: 'notified', status: APPROVED, version: 2 }],
    }),
    'taking back fails': fails('takeBack'),
    'point at it': { type: 'enter' },
    'leave it': { type: 'leave' },
    'it was shown long enough': after('shown', 'decisionHold.expired.ticking'),
    'close it': { type: 'dismiss' },
    acknowledge: { type: 'acknowledge' },
  },
  factsOf: ({ request, rows: of, unsent, refused, failure }) => [
    request,
    of.length,
    unsent.length,
    refused.length > 0,
    failure !== null,
  ],
  isEnough: ({ rows: of, refused }) => of.length > TAKE_BACK_PART_SIZE + 1 || refused.length > 2,
});
