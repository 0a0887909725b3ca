import { queueSelectionMachine } from '../../queue-selection.ts';
import { done, fails, modelOf } from '../model.ts';

export const queueSelectionModel = modelOf(queueSelectionMachine, {
  events: {
    'select notifications': { type: 'select', keys: ['3', '7'] },
    clear: { type: 'clear' },
    resend: { type: 'resend' },
    'they are sent': done('0.queueSelection.resending', true),
    'it is cancelled': done('0.queueSelection.resending', false),
    'it fails': fails('0.queueSelection.resending'),
  },
  factsOf: ({ keys, failure }) => ({ isEmpty: keys.length === 0, hasFailed: failure !== null }),
});
