import { standingMachine } from '../../pending-tasks.ts';
import { modelOf } from '../model.ts';

const counted = (scope: string, what: string, count: number) =>
  ({ type: 'told', counted: { scope, what, count } }) as const;

export const standingModel = modelOf(standingMachine, {
  happenings: {
    'results wait': counted('1', 'approvals', 3),
    'no result waits': counted('1', 'approvals', 0),
    'notices failed': counted('1', 'queue', 2),
    'no notice failed': counted('1', 'queue', 0),
    'nothing of another product': counted('2', 'approvals', 0),
  },
  factsOf: ({ scope, counts }) => [scope, counts],
});
