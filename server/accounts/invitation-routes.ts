import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Dependencies } from '../dependencies.ts';
import { creationOf, creationQuery } from '../http/idempotency.ts';
import { API } from '../http/openapi.ts';
import { aMinute } from '../http/rates.ts';
import { Closed, Id } from '../http/schemas.ts';
import type { TypedApp } from '../http/typed-app.ts';
import { serveEntity, type ServedEntity } from '../records/crud.ts';
import type { Entity } from '../records/entity.ts';
import { authorOf } from '../records/writes.ts';
import { withdrawInvitation } from '../store/postgres/accounts/invitations.ts';
import {
  accept,
  invitationOfLink,
  invitationWay,
  invite,
  resend,
  type SentInvitation,
} from './invitations.ts';
import { namedLocale } from '../wording/accepted-locale.ts';
import { shownRoleName } from '../wording/reader-texts.ts';
import { invitations } from './people.ts';
import {
  AcceptanceForm,
  InvitationAccepted,
  InvitationForm,
  InvitationOffer,
  InvitationSent,
  InvitationToken,
} from './schemas.ts';

const ACCOUNTS = { access: { write: 'accounts' } } as const;
/** Requests per minute and network, successful or not: a token cannot be guessed, but acceptance costs a hash. */
const MAX_LINK_REQUESTS_PER_MINUTE = 30;

const params = Closed({ id: Id() });
const sent = ({ id, expiresAt, link }: SentInvitation) => ({ id, expires_at: expiresAt.toISOString(), link });

interface InvitationRouteParts {
  readonly parts: Dependencies;
  /** Called after a mail was queued. */
  readonly ordered: () => void;
}

/** Registers the routes with which administrators send and resend invitations. */
const serveSending = (app: TypedApp, { parts, ordered }: InvitationRouteParts): void => {
  const by = invitationWay(parts.settings);
  app.post(
    `${API}/invitations/`,
    {
      config: ACCOUNTS,
      schema: {
        operationId: 'createInvitation',
        tags: ['invitations'],
        summary: 'Invite a person to become a user',
        querystring: creationQuery,
        body: InvitationForm.ref,
        response: { 201: InvitationSent.ref },
      },
    },
    async (request, reply) => {
      const { body, query } = request;
      const values = { ...body, agency: body.agency ?? null, locale: body.locale ?? 'ja' };
      const creation = creationOf(query, 'invitations', body);
      const made = await invite(parts, authorOf(request, parts), values, { by, creation });
      ordered();
      return reply.code(201).send(sent(made));
    },
  );
  app.post(
    `${API}/invitations/:id/resend/`,
    {
      config: ACCOUNTS,
      schema: {
        operationId: 'resendInvitation',
        tags: ['invitations'],
        summary: 'Send an invitation again; its former link ends',
        params,
        response: { 200: InvitationSent.ref },
      },
    },
    async request => {
      const made = await resend(parts, authorOf(request, parts), request.params.id, by);
      ordered();
      return sent(made);
    },
  );
};

/** Registers the route with which administrators withdraw invitations. */
const serveWithdrawal = (
  app: TypedApp,
  { parts }: InvitationRouteParts,
  { row, find }: ServedEntity,
): void => {
  app.post(
    `${API}/invitations/:id/withdraw/`,
    {
      config: ACCOUNTS,
      schema: {
        operationId: 'withdrawInvitation',
        tags: ['invitations'],
        summary: 'Withdraw an invitation; its link ends',
        params,
        response: { 200: row },
      },
    },
    async request => {
      await withdrawInvitation(parts.db, authorOf(request, parts), request.params.id);
      return find(request.viewer, request.params.id);
    },
  );
};

/** Registers the public routes of an invitation's link. */
const serveLinks = (app: TypedApp, { parts }: InvitationRouteParts): void => {
  const config = { access: 'public', rateLimit: aMinute(MAX_LINK_REQUESTS_PER_MINUTE) } as const;
  app.post(
    `${API}/auth/invitation/`,
    {
      config,
      schema: {
        operationId: 'openInvitation',
        tags: ['auth'],
        summary: 'What the link of an invitation offers',
        body: InvitationToken,
        response: { 200: InvitationOffer.ref },
      },
    },
    async ({ body, headers }) => {
      const found = await invitationOfLink(parts, body.token);
      const role = { name: found.roleName, code: found.roleCode, base: found.roleBase };
      return {
        company_code: found.companyCode,
        company_name: found.companyName,
        email: found.email,
        role_name: shownRoleName(role, namedLocale(headers['accept-language'])),
        locale: found.locale,
        expires_at: found.expiresAt.toISOString(),
      };
    },
  );
  app.post(
    `${API}/auth/accept_invitation/`,
    {
      config,
      schema: {
        operationId: 'acceptInvitation',
        tags: ['auth'],
        summary: 'Become a user by the link of an invitation',
        body: AcceptanceForm,
        response: { 200: InvitationAccepted.ref },
      },
    },
    async ({ body, ip }) => {
      const { companyCode, email } = await accept(parts, body, ip);
      return { company_code: companyCode, email };
    },
  );
};

/** Routes of invitations: the list, what administrators do with them, and their links. */
export const invitationRoutes: FastifyPluginAsyncTypebox<InvitationRouteParts> = async (app, options) => {
  const served = serveEntity(app, options.parts, invitations as Entity);
  for (const { schema } of [InvitationForm, InvitationSent, InvitationOffer, InvitationAccepted])
    app.addSchema(schema);
  serveSending(app, options);
  serveWithdrawal(app, options, served);
  serveLinks(app, options);
};
