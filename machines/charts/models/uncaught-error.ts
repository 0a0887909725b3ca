import { createActor } from 'xstate';
import { bannerMachine } from '../../banner.ts';
import { troubleMachine } from '../../uncaught-error.ts';
import { modelOf } from '../model.ts';

export const troubleModel = modelOf(troubleMachine, {
  // The banner is never started: the model covers only which actor receives which event.
  starts: { 'the page is open': { banner: createActor(bannerMachine) } },
  happenings: {
    'something taken back': {
      type: 'trouble',
      cause: { kind: 'offline', code: 'cancelled' },
      scene: 'promise',
    },
    'a failure': {
      type: 'trouble',
      cause: { kind: 'broken', code: 'unexpected', requestId: 'r-1' },
      scene: 'promise',
    },
    'code that is gone': {
      type: 'trouble',
      cause: 'Failed to fetch dynamically imported module',
      scene: 'promise',
    },
    'a modal that is missing': { type: 'trouble', cause: 'No ModalAdd', scene: 'promise' },
    'anything else': { type: 'trouble', cause: 'x is not a function', scene: 'screen' },
  },
});
