import { REMEMBERED, sessionMachine, type Challenge, type Tokens } from '../../session.ts';
import { after, done, fails, modelOf } from '../model.ts';

const tokens = (name: string, lifetime: number): Tokens => ({
  access: `access-${name}`,
  lifetime,
});
const CHALLENGE: Challenge = {
  token: 'challenge',
  hasApp: true,
  hasPasskey: true,
  company: 'demo',
  autoLogin: true,
};
const REFUSED = { kind: 'denied', code: 'session_ended' };

export const sessionModel = modelOf(sessionMachine, {
  events: {
    'the session is remembered': done('0.session.restoring', REMEMBERED),
    'a sign-in comes back': done('0.session.restoring', tokens('one', 900_000)),
    'nothing is remembered': done('0.session.restoring', null),
    'the storage cannot be read': fails('0.session.restoring'),
    'sign in': {
      type: 'signIn',
      credentials: { company: 'demo', email: 'é@例え.jp', password: 'パス ワード', autoLogin: true },
    },
    'it is granted': done('0.session.signingIn', tokens('one', 900_000)),
    'the second step follows': done('0.session.signingIn', CHALLENGE),
    'sign in at the provider': {
      type: 'signOn',
      request: { company: 'demo', autoLogin: true, target: '/dashboard?é' },
    },
    'the provider is known': done('0.session.departing'),
    'there is no provider': fails('0.session.departing', {
      kind: 'missing',
      code: 'single_sign_on_unavailable',
    }),
    'the page stays': after('departure', 'session.away'),
    'enter a code': { type: 'answer', answer: { kind: 'code', code: '123456', remember: true } },
    'use a passkey': { type: 'answer', answer: { kind: 'passkey', remember: true } },
    'the code is right': done('0.session.answering', tokens('one', 900_000)),
    'the code is refused': fails('0.session.answering', { kind: 'denied', code: 'code_refused' }),
    'the second step took too long': fails('0.session.answering', {
      kind: 'denied',
      code: 'challenge_ended',
    }),
    'go back': { type: 'cancel' },
    'the sign-in is refused': fails('0.session.signingIn', { kind: 'denied', code: 'signin_refused' }),
    'the token is almost stale': after('almostStale', 'session.active'),
    'the token is refused': { type: 'token.rejected', access: 'access-one' },
    'another tab renewed the token': { type: 'token.renewed', tokens: tokens('one', 800_000) },
    'the token is renewed': done('0.session.refreshing', tokens('one', 900_000)),
    'the network fails': fails('0.session.refreshing'),
    'the renewal is refused': fails('0.session.refreshing', REFUSED),
    'the network is back': { type: 'online' },
    'some time passes': after('retryDelay', 'session.waiting'),
    'sign out': { type: 'signOut' },
    'the server confirms the sign-out': done('0.session.leaving'),
    'the server cannot be reached': fails('0.session.leaving'),
    'signed in in another tab': { type: 'elsewhere.signedIn' },
    'signed out in another tab': { type: 'elsewhere.signedOut' },
  },
  factsOf: ({ tokens: current, challenge, failure, signedOutByChoice }) => [
    current?.lifetime,
    challenge !== null,
    failure?.code,
    signedOutByChoice,
  ],
});
