import { bannerMachine } from '../../banner.ts';
import { after, modelOf } from '../model.ts';

const act = { label: 'message.undo', act: () => undefined };

export const bannerModel = modelOf(bannerMachine, {
  events: {
    'a notice': { type: 'notice', notice: { kind: 'INFO', message: 'message.copied' } },
    'an error': { type: 'notice', notice: { kind: 'ERROR', message: 'message.unknown_error' } },
    'a lasting notice': {
      type: 'notice',
      notice: { kind: 'INFO', message: 'message.not_copied', timeout: -1 },
    },
    'a notice with an action': {
      type: 'notice',
      notice: { kind: 'SUCCESS', message: 'shell.network.back', action: act },
    },
    'point at it': { type: 'hold' },
    'leave it': { type: 'release' },
    'its time is over': after('timeout', 'banner.showing.ticking'),
    'close it': { type: 'dismiss' },
    'take the action': { type: 'act' },
    'sign out': { type: 'clear' },
  },
  factsOf: ({ queue, past }) => [queue.map(({ message }) => message), past.length > 0],
  isEnough: ({ queue }) => queue.length > 2,
});
