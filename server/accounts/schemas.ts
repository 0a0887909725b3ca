import { Type } from '@fastify/type-provider-typebox';
import { LOCALES, type Locale } from '../wording/words.ts';
import { LENGTHS } from '../records/writing.ts';
import { Closed, component, Id, Nullable, Time, words } from '../http/schemas.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './passwords.ts';
import { PERMISSION_KEYS, PERMISSION_LEVELS, type RoleBase, type PermissionKey } from '../http/visibility.ts';

export const PermissionLevelWord = words(
  'PermissionLevel',
  PERMISSION_LEVELS,
  'none: no access; read: view and download; write: also change',
);

/** Where the refresh token of a session goes. */
export const tokenPlace = () => ({
  cookie: Type.Optional(
    Type.Boolean({
      description:
        'Whether the refresh token goes into a cookie instead of the answer, as the console wants; default false',
    }),
  ),
  auto_login: Type.Optional(
    Type.Boolean({ description: 'Whether that cookie outlives the browser session; default false' }),
  ),
});

export const SignInForm = Closed({
  company_id: Type.String({ minLength: 1, maxLength: 100, description: 'Company ID (company_code)' }),
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 256 }),
  ...tokenPlace(),
});

export const RefreshForm = Closed({
  refresh: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Refresh token; absent: that of the cookie' }),
  ),
  session: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Session that the caller expects; a token of another one is left as it is',
    }),
  ),
  ...tokenPlace(),
});

export const SignOutForm = Closed({
  refresh: RefreshForm.properties.refresh,
  session: RefreshForm.properties.session,
});

export const Tokens = component(
  'Tokens',
  Type.Object({
    access: Type.String({
      description: 'Access token, to be sent as a bearer token with every other request',
    }),
    refresh: Nullable(
      Type.String({
        description:
          'Refresh token, valid for one refresh; a second use ends the session; null: it is in the cookie',
      }),
    ),
    lifetime: Type.Integer({ description: 'Milliseconds until the access token expires' }),
    session: Type.String({ description: 'ID of the session, which renewals keep' }),
  }),
);

export const SignedIn = component(
  'SignedIn',
  Type.Object({
    access: Nullable(
      Type.String({ description: 'As in Tokens, like the next three; null: the second step follows' }),
    ),
    refresh: Nullable(Type.String()),
    lifetime: Nullable(Type.Integer()),
    session: Nullable(Type.String()),
    challenge: Nullable(
      Type.Object(
        {
          token: Type.String({ description: 'Challenge, which is sent with the code or passkey' }),
          lifetime: Type.Integer({ description: 'Milliseconds until the challenge expires' }),
          app: Type.Boolean({ description: 'Whether the user has an authenticator app' }),
          passkey: Type.Boolean({ description: 'Whether the user has a passkey' }),
        },
        { description: 'Challenge of the second step; null: the user is signed in' },
      ),
    ),
  }),
);

const ChallengeText = () => Type.String({ minLength: 1, maxLength: 200 });
const Remember = () =>
  Type.Optional(
    Type.Boolean({
      description:
        'Whether sign-ins from this browser need no second step for 30 days (cookie); default false',
    }),
  );

export const ChallengeForm = Closed({
  challenge: ChallengeText(),
  code: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Code of the authenticator app, or a recovery code; each is accepted once',
  }),
  remember: Remember(),
  ...tokenPlace(),
});

export const ChallengeToken = Closed({ challenge: ChallengeText() });

export const PasskeyOptions = component(
  'PasskeyOptions',
  Type.Object({
    options: Type.String({
      description:
        'JSON for parseCreationOptionsFromJSON or parseRequestOptionsFromJSON of PublicKeyCredential (WebAuthn Level 3)',
    }),
  }),
);

/** A credential of a browser: some hundred bytes, and a few kilobytes with a certificate of the authenticator. */
export const CredentialText = () =>
  Type.String({
    minLength: 1,
    maxLength: 20_000,
    description: 'JSON by toJSON() of the PublicKeyCredential (WebAuthn Level 3)',
  });

export const PasskeyAnswerForm = Closed({
  challenge: ChallengeText(),
  credential: CredentialText(),
  remember: Remember(),
  ...tokenPlace(),
});

export const SignedOut = component(
  'SignedOut',
  Type.Object({ ended: Type.Boolean({ description: 'Always true: the session has ended' }) }),
);

export const Me = component(
  'Me',
  Type.Object({
    id: Id(),
    name: Type.String(),
    email: Type.String(),
    role_name: Type.String(),
    role_code: Type.String(),
    company_id: Id('ID of the company; not the company ID of the sign-in form, which is company_code'),
    company_name: Type.String(),
    agency: Nullable(
      Type.Object(
        { id: Id(), name: Type.String() },
        { description: 'Agency of the user; null: not an agency user' },
      ),
    ),
    last_login: Nullable(Time("Time of the user's last sign-in; null: never")),
    second_factor_missing: Type.Boolean({
      description:
        'Whether the company requires a second factor that the user has not set up; all other routes are refused until then',
    }),
  }),
);

const permissions = Object.fromEntries(PERMISSION_KEYS.map(key => [key, PermissionLevelWord.ref])) as Record<
  PermissionKey,
  typeof PermissionLevelWord.ref
>;
export const PermissionMap = component('PermissionMap', Closed(permissions));

export const MyPermissions = component(
  'MyPermissions',
  Type.Object({
    role_name: Type.String(),
    role_code: Type.String(),
    base: Type.String({
      description:
        'Base of the role: admin, user or agency. The base determines everything except the six permissions',
    }),
    permissions: PermissionMap.ref,
  }),
);

/** A password to be set. */
const NewPassword = () =>
  Type.String({
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_PASSWORD_LENGTH,
    description:
      'New password; its length is counted in NFKC; it must not be the name or the email address of the user, nor easy to guess',
  });

export const MailLocale = () =>
  Type.Optional(
    Type.Unsafe<Locale>({
      type: 'string',
      enum: [...LOCALES],
      description: 'Language of the email; default ja',
    }),
  );

export const ForgottenForm = Closed({
  company_id: Type.String({ minLength: 1, maxLength: 100, description: 'Company ID (company_code)' }),
  email: Type.String({ minLength: 1, maxLength: 254 }),
  locale: MailLocale(),
});

const LinkToken = () =>
  Type.String({ minLength: 1, maxLength: 200, description: 'Value of #token= in the link' });
export const ResetToken = Closed({ token: LinkToken() });
export const ResetOffer = component(
  'ResetOffer',
  Type.Object({
    company_code: Type.String({ description: 'Company ID for sign-in' }),
    email: Type.String({ description: 'Email address for sign-in' }),
    user_name: Type.String({ description: 'Name of the user, which is no password' }),
  }),
);
export const ResetForm = Closed({ token: LinkToken(), password: NewPassword() });

export const Accepted = component(
  'Accepted',
  Type.Object({
    accepted: Type.Boolean({ description: 'Always true, whether or not the account exists' }),
    has_mail: Type.Boolean({
      description: 'Whether this installation has a mail server; false: emails are written to a folder',
    }),
  }),
);
export const PasswordSet = component(
  'PasswordSet',
  Type.Object({
    changed: Type.Boolean({
      description: 'Always true: the password is changed and all sessions of the user have ended',
    }),
  }),
);

const UserName = () => Type.String({ minLength: 1, maxLength: LENGTHS.name });
const UserEmail = () =>
  Type.String({
    minLength: 1,
    maxLength: LENGTHS.email,
    format: 'email',
    description: 'Email address for sign-in; unique in the company, including deleted users',
  });
const UserAgency = () =>
  Type.Optional(
    Nullable(Id('Agency of the user; required if the base of the role is agency, otherwise not allowed')),
  );

export const InvitationForm = component(
  'InvitationForm',
  Closed({
    email: UserEmail(),
    role: Id('Role of the new user'),
    agency: UserAgency(),
    locale: MailLocale(),
  }),
);
export const InvitationSent = component(
  'InvitationSent',
  Type.Object({
    id: Id('ID of the invitation'),
    expires_at: Time('Time until which the invitation can be accepted'),
    link: Nullable(
      Type.String({
        description: 'Link of the invitation, which is shown only here; null: the invitation is mailed',
      }),
    ),
  }),
);
export const InvitationToken = Closed({ token: LinkToken() });
export const InvitationOffer = component(
  'InvitationOffer',
  Type.Object({
    company_code: Type.String({ description: 'Company ID for sign-in' }),
    company_name: Type.String(),
    email: Type.String({ description: 'Email address for sign-in' }),
    role_name: Type.String({ description: 'Role of the new user' }),
    locale: Type.String({ description: 'Language in which the inviter addressed the new user' }),
    expires_at: Time('Time until which the invitation can be accepted'),
  }),
);
export const AcceptanceForm = Closed({
  token: LinkToken(),
  user_name: UserName(),
  password: NewPassword(),
});
export const InvitationAccepted = component(
  'InvitationAccepted',
  Type.Object({
    company_code: Type.String({ description: 'Company ID for sign-in' }),
    email: Type.String({ description: 'Email address for sign-in' }),
  }),
);

export const UserForm = component(
  'UserForm',
  Closed({
    user_name: UserName(),
    email: UserEmail(),
    role: Id('Role of the user'),
    agency: UserAgency(),
    password: NewPassword(),
  }),
);
export const UserChange = component(
  'UserChange',
  Closed({
    user_name: Type.Optional(UserName()),
    email: Type.Optional(UserEmail()),
    role: Type.Optional(Id("Role of the user; a change ends the user's sessions")),
    agency: UserAgency(),
    password: Type.Optional(NewPassword()),
    current_password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description:
          'Current password of the caller; required to change a password, also that of another user',
      }),
    ),
    updated_at: Type.Optional(
      Time(
        'Value of updated_at that the client read, required unless only the password changes; the request fails with conflict if the user has changed since',
      ),
    ),
  }),
);

const ROLE_CODE = '^[a-z][a-z0-9_]*$';
const roleForm = {
  role_name: Type.String({ minLength: 1, maxLength: LENGTHS.name }),
  role_code: Type.String({
    minLength: 1,
    maxLength: 30,
    pattern: ROLE_CODE,
    description: 'Code of the role, in lower case; unique in the company',
  }),
  base: Type.Unsafe<RoleBase>({
    type: 'string',
    enum: ['admin', 'user', 'agency'],
    description: 'Base of the role',
  }),
  permissions: PermissionMap.ref,
};
export const RoleForm = component('RoleForm', Closed(roleForm));
export const RoleChange = component(
  'RoleChange',
  Closed({
    ...roleForm,
    updated_at: Time(
      'Value of updated_at that the client read; the request fails with conflict if the role has changed since',
    ),
  }),
);

export const RolePermissions = component(
  'RolePermissions',
  Type.Object({
    results: Type.Array(
      Type.Object({
        role_id: Id(),
        role_name: Type.String(),
        role_code: Type.String(),
        base: Type.String(),
        permissions: PermissionMap.ref,
      }),
    ),
  }),
);
