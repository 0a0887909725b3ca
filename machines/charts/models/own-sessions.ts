import { ownSessionsMachine, type OwnSessions } from '../../own-sessions.ts';
import { done, fails, modelOf } from '../model.ts';

const LOAD = '0.ownSessions.loading';
const REVOKE = '0.ownSessions.revoking';
const list = (...ids: readonly string[]): OwnSessions => ({
  count: ids.length,
  sessions: ids.map(id => ({ id, isCurrent: id === 'here' })),
});

export const ownSessionsModel = modelOf(ownSessionsMachine, {
  events: {
    'several sessions arrive': done(LOAD, list('here', 'there')),
    'only this session arrives': done(LOAD, list('here')),
    'the list fails': fails(LOAD),
    reload: { type: 'reload' },
    'end another session': { type: 'revoke', revocation: { kind: 'one', id: 'there' } },
    'end all others': { type: 'revoke', revocation: { kind: 'others' } },
    confirm: { type: 'confirm' },
    cancel: { type: 'cancel' },
    'it has ended': done(REVOKE, 1),
    'it had ended already': fails(REVOKE, { kind: 'missing', code: 'not_found' }),
    'ending fails': fails(REVOKE),
  },
  factsOf: ({ list: known, revocation, failure }) => [known?.count ?? 0, revocation.kind, failure !== null],
});
