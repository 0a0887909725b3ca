import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import { API } from '../http/openapi.ts';
import { Closed, component, Id, Nullable, Time } from '../http/schemas.ts';
import type { TypedApp } from '../http/typed-app.ts';
import type { Viewer, Viewers } from '../http/visibility.ts';
import { authorOf } from '../records/writes.ts';
import { forgetDevice, listRememberedDevices } from '../store/postgres/accounts/remembered-devices.ts';
import { countRecoveryCodes, findSecondFactor } from '../store/postgres/accounts/second-factors.ts';
import { describeAgent } from './describe-agent.ts';
import { RECOVERY_CODE_COUNT } from './one-time-codes.ts';
import {
  confirmApp,
  removeOwnFactor,
  renewRecoveryCodes,
  resetFactor,
  setUpApp,
} from './own-second-factor.ts';
import { MailLocale } from './schemas.ts';

/** Remembered devices in one answer. */
const DEVICE_LIST_LIMIT = 100;

const RememberedDevice = component(
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

const SecondFactor = component(
  'SecondFactor',
  Type.Object({
    enabled: Type.Boolean({ description: 'Whether sign-ins need a code besides the password' }),
    required: Type.Boolean({ description: 'Whether the company requires it' }),
    enabled_at: Nullable(Time('Time since when it is enabled; null: it is not')),
    recovery_codes: Type.Integer({ description: 'Number of recovery codes that are left' }),
    devices: Type.Array(RememberedDevice.ref, {
      maxItems: DEVICE_LIST_LIMIT,
      description: 'Browsers from which sign-ins need no code',
    }),
  }),
);

const AppSecret = component(
  'AppSecret',
  Type.Object({
    key: Type.String({ description: 'Secret of the authenticator app in base32; shown only here' }),
    address: Type.String({ description: 'The same as an address (otpauth:) for a QR code' }),
  }),
);

const RecoveryCodes = component(
  'RecoveryCodes',
  Type.Object({
    recovery_codes: Type.Array(Type.String(), {
      maxItems: RECOVERY_CODE_COUNT,
      description: 'Recovery codes, shown only here; each replaces a code of the app once',
    }),
  }),
);

const FactorChanged = component(
  'SecondFactorChanged',
  Type.Object({ changed: Type.Boolean({ description: 'Always true' }) }),
);

const CurrentPassword = () =>
  Type.String({ minLength: 1, maxLength: 256, description: 'Current password of the caller' });
const PasswordForm = Closed({ current_password: CurrentPassword() });
const CodeForm = Closed({
  code: Type.String({ minLength: 1, maxLength: 100, description: 'Code of the authenticator app' }),
});
const ResetForm = Closed({ current_password: CurrentPassword(), locale: MailLocale() });

const OWN = { access: 'signed-in' } as const;
/** Routes of the set-up, which users may call whose company requires a second factor. */
const SET_UP = { access: 'signed-in', beforeSecondFactor: true } as const;

interface FactorRouteParts {
  readonly parts: Dependencies;
  readonly viewers: Viewers;
  /** Called after a mail was queued. */
  readonly ordered: () => void;
}

const ownAuthorOf = (request: Pick<FastifyRequest, 'viewer' | 'ip' | 'headers'>, parts: Dependencies) => ({
  ...authorOf(request, parts),
  userId: request.viewer.userId,
});

const statusOf = async ({ db, clock }: Dependencies, viewer: Viewer) => {
  const at = new Date(clock.now());
  const [factor, left, devices] = await Promise.all([
    findSecondFactor(db, viewer),
    countRecoveryCodes(db, viewer),
    listRememberedDevices(db, viewer, { at, limit: DEVICE_LIST_LIMIT }),
  ]);
  return {
    enabled: factor !== null && factor.confirmedAt !== null,
    required: viewer.secondFactor?.isRequired === true,
    enabled_at: factor?.confirmedAt?.toISOString() ?? null,
    recovery_codes: left,
    devices: devices.map(({ id, address, userAgent, lastUsedAt, expiresAt }) => {
      const { browser, os } = describeAgent(userAgent);
      return {
        id,
        browser,
        os,
        address,
        last_used_at: lastUsedAt.toISOString(),
        expires_at: expiresAt.toISOString(),
      };
    }),
  };
};

/** Registers the status, and the set-up of an authenticator app. */
const serveSetUp = (app: TypedApp, { parts, viewers }: Omit<FactorRouteParts, 'ordered'>): void => {
  app.get(
    `${API}/users/me/second_factor/`,
    {
      config: SET_UP,
      schema: {
        operationId: 'mySecondFactor',
        tags: ['users'],
        summary: 'Second factor of the signed-in user, and the browsers that are remembered',
        response: { 200: SecondFactor.ref },
      },
    },
    ({ viewer }) => statusOf(parts, viewer),
  );

  app.post(
    `${API}/users/me/second_factor/begin/`,
    {
      config: SET_UP,
      schema: {
        operationId: 'beginSecondFactor',
        tags: ['users'],
        summary: 'Begin the set-up of an authenticator app; a set-up that was not finished ends',
        body: PasswordForm,
        response: { 200: AppSecret.ref },
      },
    },
    request => setUpApp(parts, ownAuthorOf(request, parts), request.body.current_password),
  );

  app.post(
    `${API}/users/me/second_factor/confirm/`,
    {
      config: SET_UP,
      schema: {
        operationId: 'confirmSecondFactor',
        tags: ['users'],
        summary: 'Finish the set-up with a code of the app; sign-ins need a code from then on',
        body: CodeForm,
        response: { 200: RecoveryCodes.ref },
      },
    },
    async request => {
      const codes = await confirmApp(parts, ownAuthorOf(request, parts), request.body.code);
      viewers.forget(request.viewer.companyId);
      return { recovery_codes: [...codes] };
    },
  );
};

/** Registers the renewal of recovery codes, and the removal of the second factor and of remembered devices. */
const serveChanges = (app: TypedApp, { parts, viewers }: Omit<FactorRouteParts, 'ordered'>): void => {
  app.post(
    `${API}/users/me/second_factor/recovery_codes/`,
    {
      config: OWN,
      schema: {
        operationId: 'renewRecoveryCodes',
        tags: ['users'],
        summary: 'Make new recovery codes; the former ones no longer work',
        body: PasswordForm,
        response: { 200: RecoveryCodes.ref },
      },
    },
    async request => ({
      recovery_codes: [
        ...(await renewRecoveryCodes(parts, ownAuthorOf(request, parts), request.body.current_password)),
      ],
    }),
  );

  app.post(
    `${API}/users/me/second_factor/remove/`,
    {
      config: OWN,
      schema: {
        operationId: 'removeSecondFactor',
        tags: ['users'],
        summary: 'Remove the second factor of the signed-in user, and all remembered devices',
        body: PasswordForm,
        response: { 200: FactorChanged.ref },
      },
    },
    async request => {
      await removeOwnFactor(parts, ownAuthorOf(request, parts), request.body.current_password);
      viewers.forget(request.viewer.companyId);
      return { changed: true };
    },
  );

  app.post(
    `${API}/users/me/second_factor/devices/:id/remove/`,
    {
      config: OWN,
      schema: {
        operationId: 'removeRememberedDevice',
        tags: ['users'],
        summary: 'Forget a remembered device of the signed-in user; sign-ins from it need a code again',
        params: Closed({ id: Id() }),
        response: { 200: FactorChanged.ref },
      },
    },
    async request => {
      if (!(await forgetDevice(parts.db, ownAuthorOf(request, parts), request.params.id)))
        throw new Failure('not_found');
      return { changed: true };
    },
  );
};

/** Registers the reset of the second factor of a user who lost it. */
const serveReset = (app: TypedApp, { parts, viewers, ordered }: FactorRouteParts): void => {
  app.post(
    `${API}/users/:id/second_factor/reset/`,
    {
      config: { access: { write: 'accounts' } },
      schema: {
        operationId: 'resetSecondFactor',
        tags: ['users'],
        summary:
          "Remove the second factor of a user who lost it; the user's sessions end, and a mail says so",
        params: Closed({ id: Id() }),
        body: ResetForm,
        response: { 200: FactorChanged.ref },
      },
    },
    async request => {
      const { params, body, claims, viewer } = request;
      await resetFactor(parts, ownAuthorOf(request, parts), {
        userId: params.id,
        password: body.current_password,
        locale: body.locale ?? 'ja',
        family: claims.family,
      });
      viewers.forget(viewer.companyId);
      ordered();
      return { changed: true };
    },
  );
};

/** Routes of the signed-in user's own second factor, and its reset by administrators. */
export const secondFactorRoutes: FastifyPluginAsyncTypebox<FactorRouteParts> = async (app, options) => {
  const { parts, viewers } = options;
  for (const { schema } of [RememberedDevice, SecondFactor, AppSecret, RecoveryCodes]) app.addSchema(schema);
  app.addSchema(FactorChanged.schema);
  serveSetUp(app, { parts, viewers });
  serveChanges(app, { parts, viewers });
  serveReset(app, options);
};
