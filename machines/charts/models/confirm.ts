import { confirmMachine } from '../../confirm.ts';
import { done, fails, modelOf } from '../model.ts';

export const confirmModel = modelOf(confirmMachine, {
  starts: { 'confirm first': { subject: {} } },
  events: {
    confirm: { type: 'confirm' },
    cancel: { type: 'cancel' },
    'it is done': done('0.confirm.running'),
    'it fails': fails('0.confirm.running'),
  },
  factsOf: ({ failure }) => failure !== null,
});
