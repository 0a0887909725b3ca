import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Dependencies } from '../dependencies.ts';
import { whileConnected } from '../http/abort-on-disconnect.ts';
import { creationOf, creationQuery } from '../http/idempotency.ts';
import { API } from '../http/openapi.ts';
import { aMinute, limitRates } from '../http/rates.ts';
import { Closed, Id } from '../http/schemas.ts';
import type { TypedApp } from '../http/typed-app.ts';
import { networkOf } from '../platform/allowed-addresses.ts';
import { serveEntity, type ServedEntity } from '../records/crud.ts';
import type { Entity } from '../records/entity.ts';
import { authorOf } from '../records/writes.ts';
import { boardLinks } from './board-links.ts';
import { readViewFigures, type Absent } from './board-report.ts';
import { NO_FIGURES, type ItemFigures } from './figures.ts';
import {
  BoardItemFigures,
  BoardLinkForm,
  BoardLinkMade,
  components,
  DEFAULT_LINK_DAYS,
  SavedViewFiguresQuery,
  SharedBoard,
  SharedBoardItemRequest,
  SharedBoardToken,
} from './schemas.ts';
import { makeBoardLink, openSharedBoard, readSharedItem, revokeLink } from './shared-boards.ts';
import { countCalls } from '../store/postgres/operations/usage.ts';

const PERSON = { access: 'person' } as const;
/**
 * Requests per minute and network. A token has 256 bits and cannot be guessed; the limits keep one reader from occupying
 * the stores. A board has at most 20 items, each a request.
 */
const MAX_OPENINGS_PER_MINUTE = 30;
const MAX_ITEMS_PER_MINUTE = 300;

interface BoardParts {
  readonly parts: Dependencies;
}

/** Registers the routes with which users make and revoke links to boards. */
const serveLinks = (app: TypedApp, { parts }: BoardParts, { row, find }: ServedEntity): void => {
  app.post(
    `${API}/board_links/`,
    {
      config: PERSON,
      schema: {
        operationId: 'createBoardLink',
        tags: ['board_links'],
        summary: 'Make a link by which people without an account read a board',
        querystring: creationQuery,
        body: BoardLinkForm.ref,
        response: { 201: BoardLinkMade.ref },
      },
    },
    async (request, reply) => {
      const { days = DEFAULT_LINK_DAYS, title = '', brand = '', locale = null, ...named } = request.body;
      const { id, link, expiresAt } = await makeBoardLink(parts, request.viewer, authorOf(request, parts), {
        values: { ...named, title, brand, locale },
        days,
        creation: creationOf(request.query, 'boardLinks', request.body),
      });
      return reply.code(201).send({ id, link, expires_at: expiresAt.toISOString() });
    },
  );
  app.post(
    `${API}/board_links/:id/revoke/`,
    {
      config: PERSON,
      schema: {
        operationId: 'revokeBoardLink',
        tags: ['board_links'],
        summary: 'Revoke a link to a board, which ends at once and for good',
        params: Closed({ id: Id() }),
        response: { 200: row },
      },
    },
    async request => {
      const { viewer, params } = request;
      await revokeLink(parts, viewer, authorOf(request, parts), params.id);
      return find(viewer, params.id);
    },
  );
};

const answerOf = (found: ItemFigures | Absent) => {
  const isAbsent = typeof found === 'string';
  const { conditions, columns, rows, totals, ...figures } = isAbsent ? NO_FIGURES : found;
  return {
    absent: isAbsent ? found : null,
    ...figures,
    conditions: [...conditions],
    columns: [...columns],
    rows: rows.map(({ texts = [], ...line }) => ({ ...line, values: [...line.values], texts: [...texts] })),
    totals: totals && [...totals],
  };
};

/** Registers the route with which the console shows items of boards that the server composes. */
const serveFigures = (app: TypedApp, { parts }: BoardParts): void => {
  app.get(
    `${API}/saved_views/:id/figures/`,
    {
      config: PERSON,
      schema: {
        operationId: 'savedViewFigures',
        tags: ['report_boards'],
        summary: 'What an item of a board shows of a saved view',
        params: Closed({ id: Id() }),
        querystring: SavedViewFiguresQuery,
        response: { 200: BoardItemFigures.ref },
      },
    },
    async ({ viewer, params, query: { product_id: productId, kind, metric = null, locale = 'ja' } }, reply) =>
      answerOf(
        await readViewFigures(
          parts,
          { viewer, productId, locale },
          { view_id: params.id, kind, metric, wide: false },
          { signal: whileConnected(reply) },
        ),
      ),
  );
};

/** Registers the public routes of links: all that a link opens. */
const serveSharedBoards = (app: TypedApp, { parts }: BoardParts): void => {
  // Neither stored nor listed anywhere; the other headers of shared boards are those of every answer.
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('x-robots-tag', 'noindex, nofollow');
    done();
  });
  app.post(
    `${API}/shared_boards/open/`,
    {
      config: { access: 'public', rateLimit: aMinute(MAX_OPENINGS_PER_MINUTE) },
      schema: {
        operationId: 'openSharedBoard',
        tags: ['shared_boards'],
        summary: 'What the link of a board opens, without its figures',
        body: SharedBoardToken,
        response: { 200: SharedBoard.ref },
      },
    },
    async ({ body }) => {
      const { items, expiresAt, ...opened } = await openSharedBoard(parts, body.token);
      return { ...opened, expires_at: expiresAt.toISOString(), items: [...items] };
    },
  );
  app.post(
    `${API}/shared_boards/item/`,
    {
      config: { access: 'public', rateLimit: aMinute(MAX_ITEMS_PER_MINUTE) },
      schema: {
        operationId: 'sharedBoardItem',
        tags: ['shared_boards'],
        summary: 'The figures of an item of a shared board',
        body: SharedBoardItemRequest,
        response: { 200: BoardItemFigures.ref },
      },
    },
    async ({ body: { token, item, locale = 'ja' } }, reply) =>
      answerOf(await readSharedItem(parts, { token, item, locale }, { signal: whileConnected(reply) })),
  );
};

/** Routes of links to boards, and of the boards that they share. */
export const boardRoutes: FastifyPluginAsyncTypebox<BoardParts> = async (app, options) => {
  for (const { schema } of components) app.addSchema(schema);
  serveLinks(app, options, serveEntity(app, options.parts, boardLinks as Entity));
  serveFigures(app as TypedApp, options);
  await app.register(async scope => {
    await limitRates(scope, countCalls(options.parts.db), ({ ip }) => networkOf(ip));
    serveSharedBoards(scope as TypedApp, options);
  });
};
