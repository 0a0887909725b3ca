import type { PastNotice } from '../../banner.ts';
import { notificationsMachine, unreadNotices } from '../../notifications.ts';
import { modelOf } from '../model.ts';

const failed: PastNotice = { kind: 'ERROR', message: 'message.unknown_error' };
const copied: PastNotice = { kind: 'INFO', message: 'message.copied' };

export const notificationsModel = modelOf(notificationsMachine, {
  events: {
    'press the bell': { type: 'toggle' },
    'leave the panel': { type: 'close' },
    'a notice passes': { type: 'past.changed', past: [copied] },
    'an error passes': { type: 'past.changed', past: [failed, copied] },
  },
  factsOf: context => unreadNotices(context).length,
});
