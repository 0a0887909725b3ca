import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { API } from '../http/openapi.ts';
import { Closed, Id } from '../http/schemas.ts';
import type { TypedApp } from '../http/typed-app.ts';
import type { Viewers } from '../http/visibility.ts';
import { authorOf } from '../records/writes.ts';
import { acceptedLocale } from '../wording/accepted-locale.ts';
import { beginPasskey, registerPasskey, removeOwnPasskey } from './own-passkeys.ts';
import { PasskeyOptions } from './schemas.ts';
import { FactorChanged, PasskeyForm, PasswordForm, RecoveryCodes } from './second-factor-schemas.ts';

interface PasskeyRouteParts {
  readonly parts: Dependencies;
  readonly viewers: Viewers;
  /** Called after a mail was queued. */
  readonly ordered: () => void;
}

const authorIn = (
  request: Pick<FastifyRequest, 'viewer' | 'ip' | 'headers' | 'claims'>,
  parts: Dependencies,
) => ({
  ...authorOf(request, parts),
  userId: request.viewer.userId,
  locale: acceptedLocale(request.headers['accept-language']),
  family: request.claims.family,
});

const serveRegistration = (app: TypedApp, { parts, viewers, ordered }: PasskeyRouteParts): void => {
  app.post(
    `${API}/users/me/second_factor/passkeys/begin/`,
    {
      config: { access: 'person', beforeSecondFactor: true },
      schema: {
        operationId: 'beginPasskey',
        tags: ['users'],
        summary: 'Begin the registration of a passkey; one that was not finished in this session ends',
        body: PasswordForm,
        response: { 200: PasskeyOptions.ref },
      },
    },
    async request => ({
      options: await beginPasskey(parts, authorIn(request, parts), request.body.current_password),
    }),
  );

  app.post(
    `${API}/users/me/second_factor/passkeys/`,
    {
      config: { access: 'person', beforeSecondFactor: true },
      schema: {
        operationId: 'registerPasskey',
        tags: ['users'],
        summary: 'Finish the registration of a passkey within five minutes, in the same session',
        body: PasskeyForm,
        response: { 200: RecoveryCodes.ref },
      },
    },
    async request => {
      const codes = await registerPasskey(parts, authorIn(request, parts), request.body);
      viewers.forget(request.viewer.companyId);
      ordered();
      return { recovery_codes: [...codes] };
    },
  );
};

const serveRemoval = (app: TypedApp, { parts, viewers, ordered }: PasskeyRouteParts): void => {
  app.post(
    `${API}/users/me/second_factor/passkeys/:id/remove/`,
    {
      config: { access: 'person' },
      schema: {
        operationId: 'removePasskey',
        tags: ['users'],
        summary:
          'Remove a passkey of the signed-in user; the last factor takes recovery codes and remembered devices with it',
        params: Closed({ id: Id() }),
        body: PasswordForm,
        response: { 200: FactorChanged.ref },
      },
    },
    async request => {
      const { params, body, viewer } = request;
      await removeOwnPasskey(parts, authorIn(request, parts), {
        id: params.id,
        password: body.current_password,
      });
      viewers.forget(viewer.companyId);
      ordered();
      return { changed: true };
    },
  );
};

/** Registers the routes of the signed-in user's own passkeys. */
export const servePasskeys = (app: TypedApp, options: PasskeyRouteParts): void => {
  serveRegistration(app, options);
  serveRemoval(app, options);
};
