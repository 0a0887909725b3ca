import { repeatMachine } from '../../cooldown.ts';
import { after, done, fails, modelOf } from '../model.ts';

export const repeatModel = modelOf(repeatMachine, {
  starts: { 'it was done once': { subject: {} } },
  happenings: {
    'a minute passes': after('inAMinute', 'repeat.resting'),
    repeat: { type: 'repeat' },
    'it is done': done('0.repeat.doing'),
    'it fails': fails('0.repeat.doing'),
  },
  factsOf: ({ failure }) => failure !== null,
});
