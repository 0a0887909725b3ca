import { standingMachine } from '../../pending-tasks.ts';
import { modelOf } from '../model.ts';

const told = (scope: string, what: string, count: number) => ({ type: 'told', counted: { scope, what, count } }) as const;

export const standingModel = modelOf(standingMachine, {
  happenings: {
    'results wait': told('1', 'approvals', 3), 'no result waits': told('1', 'approvals', 0),
    'notices failed': told('1', 'queue', 2), 'no notice failed': told('1', 'queue', 0),
    'nothing of another product': told('2', 'approvals', 0),
  },
  told: ({ scope, counts }) => [scope, counts],
});
