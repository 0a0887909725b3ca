import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { API } from '../http/openapi.ts';
import { aMinute } from '../http/rates.ts';
import type { Dependencies } from '../dependencies.ts';
import { createResets } from './resets.ts';
import { Accepted, ForgottenForm, PasswordSet, ResetForm, ResetOffer, ResetToken } from './schemas.ts';
import type { Viewers } from '../http/visibility.ts';
import { acceptedLocale } from '../wording/accepted-locale.ts';

/** Requests per minute and network, successful or not, because each costs a password hash or a mail. */
const MAX_REQUESTS_PER_MINUTE = 30;

/** Routes of forgotten passwords. @param options.ordered called after a mail was queued */
export const passwordRoutes: FastifyPluginAsyncTypebox<{
  parts: Dependencies;
  viewers: Viewers;
  ordered: () => void;
}> = async (app, { parts, viewers, ordered }) => {
  const resets = createResets(parts, viewers);
  for (const { schema } of [Accepted, PasswordSet, ResetOffer]) app.addSchema(schema);
  const config = { access: 'public', rateLimit: aMinute(MAX_REQUESTS_PER_MINUTE) } as const;

  app.post(
    `${API}/auth/forgot_password/`,
    {
      config,
      schema: {
        operationId: 'forgotPassword',
        tags: ['auth'],
        summary: 'Send an email with a link to reset the password',
        body: ForgottenForm,
        response: { 200: Accepted.ref },
      },
    },
    async ({ body, ip }) => {
      await resets.ask({ companyCode: body.company_id, email: body.email, locale: body.locale ?? 'ja' }, ip);
      ordered();
      return { accepted: true, has_mail: parts.settings.smtpUrl !== null };
    },
  );

  app.post(
    `${API}/auth/reset_link/`,
    {
      config,
      schema: {
        operationId: 'openResetLink',
        tags: ['auth'],
        summary: 'The account whose password a link resets',
        body: ResetToken,
        response: { 200: ResetOffer.ref },
      },
    },
    async ({ body }) => {
      const { companyCode, email, name } = await resets.open(body.token);
      return { company_code: companyCode, email, user_name: name };
    },
  );

  app.post(
    `${API}/auth/reset_password/`,
    {
      config,
      schema: {
        operationId: 'resetPassword',
        tags: ['auth'],
        summary: 'Set a new password with the token from the email',
        body: ResetForm,
        response: { 200: PasswordSet.ref },
      },
    },
    async ({ body, ip, headers }) => {
      await resets.redeem(body, ip, acceptedLocale(headers['accept-language']));
      ordered();
      return { changed: true };
    },
  );
};
