import { cooldownMachine } from '../../cooldown.ts';
import { after, done, fails, modelOf } from '../model.ts';

export const cooldownModel = modelOf(cooldownMachine, {
  starts: { 'it was done once': { subject: {} } },
  events: {
    'a minute passes': after('cooldown', 'cooldown.cooling'),
    repeat: { type: 'repeat' },
    'it is done': done('0.cooldown.running'),
    'it fails': fails('0.cooldown.running'),
  },
  factsOf: ({ failure }) => failure !== null,
});
