import { Type } from '@fastify/type-provider-typebox';
import { LOCALES, type Locale } from '../wording/words.ts';
import { LENGTHS } from '../records/writing.ts';
import { Closed, component, Id, Nullable, Time, words } from '../http/schemas.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './passwords.ts';
import { PERMISSION_KEYS, PERMISSION_LEVELS, type RoleBase, type PermissionKey } from '../http/visibility.ts';

export const PermissionLevelWord = words(
  'PermissionLevel',
  PERMISSION_LEVELS,
  'none: hidden; read: shown and downloaded; write: changed too',
);

export const SignInForm = Closed({
  company_id: Type.String({ minLength: 1, maxLength: 100, description: "The company's code" }),
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 256 }),
  auto_login: Type.Optional(
    Type.Boolean({
      description:
        "Where the console stores the tokens: beyond the browser's session or not. The server treats both alike",
    }),
  ),
});

export const RefreshForm = Closed({ refresh: Type.String({ minLength: 1, maxLength: 200 }) });

export const Tokens = component(
  'Tokens',
  Type.Object({
    access: Type.String({ description: 'Bearer for every other call' }),
    refresh: Type.String({ description: 'Good for one refresh; using it twice ends the session' }),
    lifetime: Type.Integer({ description: 'Milliseconds until `access` expires' }),
  }),
);

export const SignedOut = component(
  'SignedOut',
  Type.Object({ ended: Type.Boolean({ description: 'Always true: the session is over' }) }),
);

export const Me = component(
  'Me',
  Type.Object({
    id: Id(),
    name: Type.String(),
    email: Type.String(),
    role_name: Type.String(),
    role_code: Type.String(),
    company_id: Id('Number of the company; not the code of the sign-in form'),
    company_name: Type.String(),
    agency: Nullable(Type.Object({ id: Id(), name: Type.String() }, { description: 'Of agency users' })),
    last_login: Nullable(Time('When he last signed in')),
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
        'Which of admin, user and agency the role starts from: that decides everything except the six permissions',
    }),
    permissions: PermissionMap.ref,
  }),
);

/** A password to be set. */
const NewPassword = () =>
  Type.String({
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_PASSWORD_LENGTH,
    description: 'Counted as NFKC; not the name or the email address of its user',
  });

export const ForgottenForm = Closed({
  company_id: Type.String({ minLength: 1, maxLength: 100, description: "The company's code" }),
  email: Type.String({ minLength: 1, maxLength: 254 }),
  locale: Type.Optional(
    Type.Unsafe<Locale>({
      type: 'string',
      enum: [...LOCALES],
      description: 'Language of the mail; default ja',
    }),
  ),
});

export const ResetForm = Closed({
  token: Type.String({
    minLength: 1,
    maxLength: 200,
    description: "What stood behind #token= in the mail's link",
  }),
  password: NewPassword(),
});

export const Accepted = component(
  'Accepted',
  Type.Object({
    accepted: Type.Boolean({ description: 'Always true, whether there is such an account or not' }),
  }),
);
export const PasswordSet = component(
  'PasswordSet',
  Type.Object({
    changed: Type.Boolean({
      description: 'Always true: the password is the new one, and every session of the user is over',
    }),
  }),
);

const UserName = () => Type.String({ minLength: 1, maxLength: LENGTHS.name });
const UserEmail = () =>
  Type.String({
    minLength: 1,
    maxLength: LENGTHS.email,
    format: 'email',
    description: 'With which he signs in; once in a company, deleted users counted',
  });
const UserAgency = () =>
  Type.Optional(Nullable(Id("Required where the role is of an agency's kind, and only there")));

export const UserForm = component(
  'UserForm',
  Closed({
    user_name: UserName(),
    email: UserEmail(),
    role: Id('His role'),
    agency: UserAgency(),
    password: NewPassword(),
  }),
);
export const UserChange = component(
  'UserChange',
  Closed({
    user_name: Type.Optional(UserName()),
    email: Type.Optional(UserEmail()),
    role: Type.Optional(Id('Another role ends his sessions')),
    agency: UserAgency(),
    password: Type.Optional(NewPassword()),
    current_password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: "Required with a password: that of the caller, also for another user's password",
      }),
    ),
    updated_at: Type.Optional(
      Time(
        'Required if more than the password changes: of the user as it was read; a later change by another user is a conflict',
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
    description: 'Lower-case word; unique in the company',
  }),
  base: Type.Unsafe<RoleBase>({
    type: 'string',
    enum: ['admin', 'user', 'agency'],
    description: 'Which role it starts from',
  }),
  permissions: PermissionMap.ref,
};
export const RoleForm = component('RoleForm', Closed(roleForm));
export const RoleChange = component(
  'RoleChange',
  Closed({
    ...roleForm,
    updated_at: Time('Of the role as it was read: a later change by another user is a conflict'),
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
