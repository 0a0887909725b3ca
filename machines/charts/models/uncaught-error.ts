import { createActor } from 'xstate';
import { bannerMachine } from '../../banner.ts';
import { uncaughtErrorMachine } from '../../uncaught-error.ts';
import { modelOf } from '../model.ts';

export const uncaughtErrorModel = modelOf(uncaughtErrorMachine, {
  // The banner is never started: the model covers only which actor receives which event.
  starts: { 'the page is open': { banner: createActor(bannerMachine) } },
  events: {
    'something taken back': {
      type: 'error.caught',
      cause: { kind: 'offline', code: 'cancelled' },
      scene: 'promise',
    },
    'a failure': {
      type: 'error.caught',
      cause: { kind: 'broken', code: 'unexpected', requestId: 'r-1' },
      scene: 'promise',
    },
    'code of an older version': {
      type: 'error.caught',
      cause: 'Failed to fetch dynamically imported module',
      scene: 'promise',
    },
    'a modal that is missing': { type: 'error.caught', cause: 'No ModalAdd', scene: 'promise' },
    'anything else': { type: 'error.caught', cause: 'x is not a function', scene: 'screen' },
  },
});
