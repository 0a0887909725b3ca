import { issuedKeyMachine } from '../../issued-key.ts';
import { done, fails, modelOf } from '../model.ts';

const issued = { secret: 'tp_x', previousUntil: null };

export const issuedKeyModel = modelOf(issuedKeyMachine, {
  starts: { 'a key is created': { keyId: null }, 'a secret is rotated': { keyId: 1 } },
  events: {
    'the key is created': { type: 'created', issued },
    'choose that it ends at once': { type: 'choose', overlapHours: 0 },
    rotate: { type: 'rotate' },
    'the new secret arrives': done('0.issuedKey.rotating', issued),
    'rotating fails': fails('0.issuedKey.rotating'),
    copied: { type: 'copied' },
    back: { type: 'back' },
    close: { type: 'close' },
  },
  factsOf: ({ overlapHours, issued: shown, failure }) => [overlapHours, shown !== null, failure !== null],
});
