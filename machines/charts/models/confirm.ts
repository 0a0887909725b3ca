import { confirmMachine } from '../../confirm.ts';
import { done, fails, modelOf } from '../model.ts';

export const confirmModel = modelOf(confirmMachine, {
  starts: { 'ask first': { subject: {} } },
  happenings: {
    yes: { type: 'yes' },
    no: { type: 'no' },
    'it is done': done('0.confirm.doing'),
    'it fails': fails('0.confirm.doing'),
  },
  factsOf: ({ failure }) => failure !== null,
});
