import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Id, Nullable, Time } from '../http/schemas.ts';
import { LENGTHS } from '../records/writing.ts';
import { RECOVERY_CODE_COUNT } from './one-time-codes.ts';
import { PASSKEY_LIMIT } from './own-passkeys.ts';
import { CredentialText, MailLocale } from './schemas.ts';

/** Remembered devices in one answer. */
export const DEVICE_LIST_LIMIT = 100;

export const RememberedDevice = component(
  'RememberedDevice',
  Type.Object({
    id: Id('ID of the remembered device'),
    browser: Nullable(Type.String({ description: 'Name of the browser; null: unknown' })),
    os: Nullable(Type.String({ description: 'Name of the operating system; null: unknown' })),
    address: Type.String({ description: 'IP address of the last sign-in from it' }),
    last_used_at: Time('Time of the last sign-in from it'),
    expires_at: Time('Time from which sign-ins from it need a code again'),
  }),
);

export const Passkey = component(
  'Passkey',
  Type.Object({
    id: Id('ID of the passkey'),
    name: Type.String({ description: 'Name by which the user recognises it' }),
    created_at: Time('Time of its registration'),
    last_used_at: Nullable(Time('Time of the last sign-in with it; null: never')),
  }),
);

export const SecondFactor = component(
  'SecondFactor',
  Type.Object({
    enabled: Type.Boolean({ description: 'Whether sign-ins need a code or passkey besides the password' }),
    app: Type.Boolean({ description: 'Whether an authenticator app is set up' }),
    required: Type.Boolean({ description: 'Whether the company requires it' }),
    enabled_at: Nullable(Time('Time since when it is enabled; null: it is not')),
    recovery_codes: Type.Integer({ description: 'Number of recovery codes that are left' }),
    passkeys: Type.Array(Passkey.ref, { maxItems: PASSKEY_LIMIT, description: 'Registered passkeys' }),
    passkey_origin: Nullable(
      Type.String({
        description: 'Origin at which the console must be opened to use passkeys; null: they cannot be used',
      }),
    ),
    devices: Type.Array(RememberedDevice.ref, {
      maxItems: DEVICE_LIST_LIMIT,
      description: 'Browsers from which sign-ins need no second step',
    }),
  }),
);

export const AppSecret = component(
  'AppSecret',
  Type.Object({
    key: Type.String({ description: 'Secret of the authenticator app in base32; shown only here' }),
    address: Type.String({ description: 'The same as an address (otpauth:) for a QR code' }),
  }),
);

export const RecoveryCodes = component(
  'RecoveryCodes',
  Type.Object({
    recovery_codes: Type.Array(Type.String(), {
      maxItems: RECOVERY_CODE_COUNT,
      description:
        'Recovery codes, shown only here; each replaces a code of the app or a passkey once; empty: there are some already',
    }),
  }),
);

export const FactorChanged = component(
  'SecondFactorChanged',
  Type.Object({ changed: Type.Boolean({ description: 'Always true' }) }),
);

const CurrentPassword = () =>
  Type.String({ minLength: 1, maxLength: 256, description: 'Current password of the caller' });
export const PasswordForm = Closed({ current_password: CurrentPassword() });
export const CodeForm = Closed({
  code: Type.String({ minLength: 1, maxLength: 100, description: 'Code of the authenticator app' }),
});
export const ResetForm = Closed({ current_password: CurrentPassword(), locale: MailLocale() });
export const PasskeyForm = Closed({
  name: Type.String({ minLength: 1, maxLength: LENGTHS.name, description: 'Name of the passkey' }),
  credential: CredentialText(),
});
