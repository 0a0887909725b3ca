import { secondFactorMachine, type ActionResult, type SecondFactor } from '../../second-factor.ts';
import { done, fails, modelOf } from '../model.ts';

const LOAD = '0.secondFactor.loading';
const ACT = '0.secondFactor.acting';
const CONFIRM = '0.secondFactor.confirming';
const FORGET = '0.secondFactor.forgetting';
const off: SecondFactor = {
  isEnabled: false,
  hasApp: false,
  canAddPasskey: true,
  passkeys: [],
  devices: [],
};
const on: SecondFactor = {
  ...off,
  isEnabled: true,
  hasApp: true,
  passkeys: [{ id: 5 }],
  devices: [{ id: 7 }],
};
const codes = ['AAAA-BBBB-CCCC-DDDD'];
const secret: ActionResult = {
  kind: 'secret',
  secret: { key: 'ABC', address: 'otpauth://totp/é?secret=ABC' },
};

export const secondFactorModel = modelOf(secondFactorMachine, {
  events: {
    'it is off': done(LOAD, off),
    'it is on': done(LOAD, on),
    'it cannot be loaded': fails(LOAD),
    reload: { type: 'reload' },
    'begin the set-up': { type: 'begin', kind: 'setUp' },
    'ask for new recovery codes': { type: 'begin', kind: 'renewCodes' },
    'begin the removal': { type: 'begin', kind: 'remove' },
    'begin to remove the app': { type: 'begin', kind: 'removeApp' },
    'begin a passkey': { type: 'begin', kind: 'addPasskey' },
    'begin to remove a passkey': { type: 'begin', kind: 'removePasskey', passkey: 5 },
    'enter the password': { type: 'prove', password: 'パス ワード' },
    cancel: { type: 'cancel' },
    'the secret arrives': done(ACT, secret),
    'recovery codes arrive': done(ACT, { kind: 'codes', codes } satisfies ActionResult),
    'it is done': done(ACT, { kind: 'done' } satisfies ActionResult),
    'the password is refused': fails(ACT),
    'enter a code': { type: 'confirm', code: '123456' },
    'the code is right': done(CONFIRM, codes),
    'the code is right, of a further factor': done(CONFIRM, []),
    'the code is refused': fails(CONFIRM),
    'the codes are noted': { type: 'finish' },
    'forget a browser': { type: 'forget', id: 7 },
    'it is forgotten': done(FORGET),
    'it was forgotten already': fails(FORGET, { kind: 'missing', code: 'not_found' }),
    'forgetting fails': fails(FORGET),
  },
  factsOf: ({ factor, action, passkey, codes: shown, secret: app, failure }) => [
    factor?.isEnabled ?? null,
    action,
    passkey,
    shown.length,
    app !== null,
    failure !== null,
  ],
});
