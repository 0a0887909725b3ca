import { invitationMachine } from '../../invitation.ts';
import { done, fails, modelOf } from '../model.ts';

const sent = { expiresAt: '2026-02-28T00:00:00.000Z', link: null };

export const invitationModel = modelOf(invitationMachine, {
  starts: { 'a user is added': { resendId: null }, 'an invitation is resent': { resendId: 1 } },
  events: {
    'choose a password': { type: 'choose', way: 'password', typed: {} },
    'choose an invitation': { type: 'choose', way: 'invite', typed: {} },
    'the invitation is sent': { type: 'sent', sent },
    'it is sent again': done('0.invitation.renewing', sent),
    'it fails': fails('0.invitation.renewing'),
    retry: { type: 'retry' },
    close: { type: 'close' },
  },
  factsOf: ({ way }) => way,
});
