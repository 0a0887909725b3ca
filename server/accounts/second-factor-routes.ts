import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import { API } from '../http/openapi.ts';
import { Closed, Id } from '../http/schemas.ts';
import type { TypedApp } from '../http/typed-app.ts';
import type { Viewer, Viewers } from '../http/visibility.ts';
import { authorOf } from '../records/writes.ts';
import { forgetDevice, listRememberedDevices } from '../store/postgres/accounts/remembered-devices.ts';
import { listPasskeys } from '../store/postgres/accounts/passkeys.ts';
import { countRecoveryCodes, findSecondFactor } from '../store/postgres/accounts/second-factors.ts';
import { acceptedLocale } from '../wording/accepted-locale.ts';
import { describeAgent } from './describe-agent.ts';
import {
  confirmApp,
  removeOwnApp,
  removeOwnFactor,
  renewRecoveryCodes,
  resetFactor,
  setUpApp,
} from './own-second-factor.ts';
import { relyingPartyOf } from './passkeys.ts';
import { servePasskeys } from './passkey-routes.ts';
import {
  AppSecret,
  CodeForm,
  DEVICE_LIST_LIMIT,
  FactorChanged,
  Passkey,
  PasswordForm,
  RecoveryCodes,
  RememberedDevice,
  ResetForm,
  SecondFactor,
} from './second-factor-schemas.ts';

const OWN = { access: 'person' } as const;
/** Routes of the set-up, which users may call whose company requires a second factor. */
const SET_UP = { access: 'person', beforeSecondFactor: true } as const;

interface FactorRouteParts {
  readonly parts: Dependencies;
  readonly viewers: Viewers;
  /** Called after a mail was queued. */
  readonly ordered: () => void;
}

const ownAuthorOf = (request: Pick<FastifyRequest, 'viewer' | 'ip' | 'headers'>, parts: Dependencies) => ({
  ...authorOf(request, parts),
  userId: request.viewer.userId,
  locale: acceptedLocale(request.headers['accept-language']),
});

/** The time since when an app or passkey is there; null: neither. */
const enabledAt = (appAt: Date | null, passkeys: readonly { readonly createdAt: Date }[]): Date | null => {
  const times = [...(appAt === null ? [] : [appAt]), ...passkeys.map(({ createdAt }) => createdAt)];
  return times.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
};

const statusOf = async ({ db, clock, settings }: Dependencies, viewer: Viewer) => {
  const at = new Date(clock.now());
  const [factor, left, devices, passkeys] = await Promise.all([
    findSecondFactor(db, viewer),
    countRecoveryCodes(db, viewer),
    listRememberedDevices(db, viewer, { at, limit: DEVICE_LIST_LIMIT }),
    listPasskeys(db, viewer),
  ]);
  const appAt = factor?.confirmedAt ?? null;
  return {
    enabled: appAt !== null || passkeys.length > 0,
    app: appAt !== null,
    required: viewer.secondFactor?.isRequired === true,
    enabled_at: enabledAt(appAt, passkeys)?.toISOString() ?? null,
    recovery_codes: left,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
    passkey_origin: relyingPartyOf(settings.publicUrl)?.origin ?? null,
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
const serveSetUp = (app: TypedApp, { parts, viewers, ordered }: FactorRouteParts): void => {
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
        summary: 'Finish the set-up with a code of the app; sign-ins need a code or passkey from then on',
        body: CodeForm,
        response: { 200: RecoveryCodes.ref },
      },
    },
    async request => {
      const codes = await confirmApp(parts, ownAuthorOf(request, parts), request.body.code);
      viewers.forget(request.viewer.companyId);
      ordered();
      return { recovery_codes: [...codes] };
    },
  );
};

/** Registers the renewal of recovery codes. */
const serveRenewal = (app: TypedApp, { parts, ordered }: Omit<FactorRouteParts, 'viewers'>): void => {
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
    async request => {
      const codes = await renewRecoveryCodes(
        parts,
        ownAuthorOf(request, parts),
        request.body.current_password,
      );
      ordered();
      return { recovery_codes: [...codes] };
    },
  );
};

/** Registers the removal of the app, of the second factor, and of remembered devices. */
const serveRemovals = (app: TypedApp, { parts, viewers, ordered }: FactorRouteParts): void => {
  app.post(
    `${API}/users/me/second_factor/app/remove/`,
    {
      config: OWN,
      schema: {
        operationId: 'removeAuthenticatorApp',
        tags: ['users'],
        summary:
          'Remove the authenticator app of the signed-in user; without a passkey, this removes the second factor',
        body: PasswordForm,
        response: { 200: FactorChanged.ref },
      },
    },
    async request => {
      await removeOwnApp(parts, ownAuthorOf(request, parts), request.body.current_password);
      viewers.forget(request.viewer.companyId);
      ordered();
      return { changed: true };
    },
  );

  app.post(
    `${API}/users/me/second_factor/remove/`,
    {
      config: OWN,
      schema: {
        operationId: 'removeSecondFactor',
        tags: ['users'],
        summary:
          'Remove the second factor of the signed-in user: app, passkeys, recovery codes and remembered devices',
        body: PasswordForm,
        response: { 200: FactorChanged.ref },
      },
    },
    async request => {
      await removeOwnFactor(parts, ownAuthorOf(request, parts), request.body.current_password);
      viewers.forget(request.viewer.companyId);
      ordered();
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
  for (const { schema } of [RememberedDevice, Passkey, SecondFactor, AppSecret, RecoveryCodes])
    app.addSchema(schema);
  app.addSchema(FactorChanged.schema);
  serveSetUp(app, options);
  serveRenewal(app, options);
  serveRemovals(app, options);
  servePasskeys(app, options);
  serveReset(app, options);
};
