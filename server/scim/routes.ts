import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { SCIM_PATH as SCIM } from '../entities/single-sign-on.ts';
import type { OnServerFault } from '../http/error-handler.ts';
import { Failure } from '../http/failures.ts';
import { refuseUnstorable } from '../http/query.ts';
import type { Viewers } from '../http/visibility.ts';
import { authorOf } from '../records/writes.ts';
import {
  findScimGroup,
  groupsOfUsers,
  listScimGroups,
  membersOfGroups,
  type ScimGroup,
} from '../store/postgres/accounts/provisioned-groups.ts';
import { findScimUser, listScimUsers, type ScimUser } from '../store/postgres/accounts/provisioned-users.ts';
import { groupCondition, userCondition } from '../store/postgres/accounts/scim-conditions.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './discovery.ts';
import { notFound, ScimError, SCIM_TYPE, sendScimError } from './errors.ts';
import { idIn } from './group-patch.ts';
import { changeGroup, createGroup, deleteGroup, replaceGroup } from './groups.ts';
import {
  listResponse,
  readListQuery,
  readProjection,
  refuseFilter,
  type ListQuery,
  type Projection,
} from './list-query.ts';
import { readOperations, type Operation, type ScimObject } from './operations.ts';
import { provision, type ProvisioningWork } from './provision.ts';
import { groupResource, userResource, type Reference } from './resources.ts';
import { changeUser, createUser, deleteUser, replaceUser } from './users.ts';

/** Routes of SCIM 2.0 (RFC 7644), by which the identity provider of a company provisions its users and groups. */

const BODY_LIMIT = 1024 * 1024;
const config = { access: { key: 'provisioning' } } as const;

interface ScimParts {
  readonly parts: Pick<Dependencies, 'db' | 'clock' | 'settings'>;
  readonly viewers: Viewers;
  readonly onServerFault: OnServerFault;
}

/** A kind of resource: how its rows are read and written. */
interface Kind {
  readonly path: 'Users' | 'Groups';
  /** Answers one resource; null: there is none. */
  readonly find: (companyId: number, id: number, projection: Projection) => Promise<ScimObject | null>;
  readonly list: (companyId: number, query: ListQuery, projection: Projection) => Promise<ScimObject>;
  readonly create: (work: ProvisioningWork, body: unknown) => Promise<number>;
  readonly replace: (work: ProvisioningWork, id: number | null, body: unknown) => Promise<number>;
  readonly change: (
    work: ProvisioningWork,
    id: number | null,
    operations: readonly Operation[],
  ) => Promise<number>;
  readonly remove: (work: ProvisioningWork, id: number | null) => Promise<void>;
}

const groupRows = <Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => number,
): ReadonlyMap<number, readonly Row[]> => {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
};

const pageOf = ({ startIndex, count }: ListQuery) => ({ offset: startIndex - 1, limit: count });

const usersKind = ({ db, settings: { publicUrl } }: ScimParts['parts']): Kind => {
  const resources = async (
    companyId: number,
    users: readonly ScimUser[],
    { includes, apply }: Projection,
  ) => {
    const ids = users.map(({ id }) => id);
    const found = includes('groups') && ids.length > 0 ? await groupsOfUsers(db, companyId, ids) : [];
    const groups = groupRows(found, ({ userId }) => userId);
    return users.map(user => {
      const own: readonly Reference[] = (groups.get(user.id) ?? []).map(({ groupId, display }) => ({
        id: groupId,
        display,
      }));
      return apply(userResource(publicUrl, user, own));
    });
  };
  return {
    path: 'Users',
    find: async (companyId, id, projection) => {
      const found = await findScimUser(db, companyId, id);
      return found === null ? null : ((await resources(companyId, [found], projection))[0] ?? null);
    },
    list: async (companyId, query, projection) => {
      const condition = query.filter === null ? null : userCondition(query.filter);
      if (query.filter !== null && condition === null) throw refuseFilter();
      const { total, users } = await listScimUsers(db, companyId, condition, pageOf(query));
      return listResponse(query, total, await resources(companyId, users, projection));
    },
    create: createUser,
    replace: replaceUser,
    change: changeUser,
    remove: deleteUser,
  };
};

const groupsKind = ({ db, settings: { publicUrl } }: ScimParts['parts']): Kind => {
  const resources = async (
    companyId: number,
    groups: readonly ScimGroup[],
    { includes, apply }: Projection,
  ) => {
    const ids = groups.map(({ id }) => id);
    const hasMembers = includes('members');
    const found = hasMembers && ids.length > 0 ? await membersOfGroups(db, companyId, ids) : [];
    const members = groupRows(found, ({ groupId }) => groupId);
    return groups.map(group =>
      apply(groupResource(publicUrl, group, hasMembers ? (members.get(group.id) ?? []) : null)),
    );
  };
  return {
    path: 'Groups',
    find: async (companyId, id, projection) => {
      const found = await findScimGroup(db, companyId, id);
      return found === null ? null : ((await resources(companyId, [found], projection))[0] ?? null);
    },
    list: async (companyId, query, projection) => {
      const condition = query.filter === null ? null : groupCondition(db, query.filter);
      if (query.filter !== null && condition === null) throw refuseFilter();
      const { total, groups } = await listScimGroups(db, companyId, condition, pageOf(query));
      return listResponse(query, total, await resources(companyId, groups, projection));
    },
    create: createGroup,
    replace: replaceGroup,
    change: changeGroup,
    remove: deleteGroup,
  };
};

const send = (reply: FastifyReply, status: number, resource: ScimObject) =>
  reply.code(status).type(SCIM_TYPE).send(JSON.stringify(resource));

const idOf = ({ params }: FastifyRequest): number | null => idIn((params as { id: string }).id);

const serveReads = (app: FastifyInstance, { path, find, list }: Kind): void => {
  app.get(`${SCIM}/${path}`, { config }, async (request, reply) => {
    const { companyId } = request.viewer;
    return send(
      reply,
      200,
      await list(companyId, readListQuery(request.query), readProjection(request.query)),
    );
  });
  app.get(`${SCIM}/${path}/:id`, { config }, async (request, reply) => {
    const id = idOf(request);
    const projection = readProjection(request.query);
    const found = id === null ? null : await find(request.viewer.companyId, id, projection);
    if (found === null) throw notFound();
    return send(reply, 200, found);
  });
};

const serveWrites = (app: FastifyInstance, { parts, viewers }: ScimParts, kind: Kind): void => {
  const { path, find, create, replace, change, remove } = kind;
  /** Runs a change, after which cached rights of the company's users are not used any more. */
  const write = async <Answer>(
    request: FastifyRequest,
    work: (its: ProvisioningWork) => Promise<Answer>,
  ): Promise<Answer> => {
    const author = authorOf(request, parts);
    const answer = await provision(parts.db, author, work);
    viewers.forget(author.companyId);
    return answer;
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply, status: number, id: number) => {
    const found = await find(request.viewer.companyId, id, readProjection(request.query));
    if (found === null) throw notFound();
    return send(reply, status, found);
  };

  app.post(`${SCIM}/${path}`, { config, bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const id = await write(request, work => create(work, request.body));
    void reply.header('location', `${parts.settings.publicUrl}${SCIM}/${path}/${id}`);
    return answer(request, reply, 201, id);
  });
  app.put(`${SCIM}/${path}/:id`, { config, bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const id = await write(request, work => replace(work, idOf(request), request.body));
    return answer(request, reply, 200, id);
  });
  app.patch(`${SCIM}/${path}/:id`, { config, bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const operations = readOperations(request.body);
    const id = await write(request, work => change(work, idOf(request), operations));
    return answer(request, reply, 200, id);
  });
  app.delete(`${SCIM}/${path}/:id`, { config }, async (request, reply) => {
    await write(request, work => remove(work, idOf(request)));
    return reply.code(204).send();
  });
};

const serveDiscovery = (app: FastifyInstance, publicUrl: string): void => {
  app.get(`${SCIM}/ServiceProviderConfig`, { config }, (_request, reply) =>
    send(reply, 200, serviceProviderConfig(publicUrl)),
  );
  const lists = { ResourceTypes: resourceTypes(publicUrl), Schemas: schemas(publicUrl) };
  for (const [path, resources] of Object.entries(lists)) {
    const all = listResponse({ filter: null, startIndex: 1, count: 0 }, resources.length, resources);
    app.get(`${SCIM}/${path}`, { config }, (_request, reply) => send(reply, 200, all));
    app.get(`${SCIM}/${path}/:id`, { config }, (request, reply) => {
      const found = resources.find(({ id }) => id === (request.params as { id: string }).id);
      if (found === undefined) throw notFound();
      return send(reply, 200, found);
    });
  }
};

/** Reads JSON bodies of both types. Okta states a type also where there is no body. */
const readBodies = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/scim+json', 'application/json'],
    { parseAs: 'string' },
    (request, body: string, done) => {
      if (body === '') done(null, undefined);
      else void parse(request, body, done);
    },
  );
};

const NOT_IMPLEMENTED = /\/(?:Me|Bulk|\.search)\/?$/;

/** Answers addresses that are no resource. */
const serveOthers = (app: FastifyInstance): void => {
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${SCIM}/*`,
    config: { access: 'public' },
    handler: ({ url }) => {
      const [path = ''] = url.split('?', 1);
      if (NOT_IMPLEMENTED.test(path)) throw new ScimError(501, null, 'This is not available.');
      throw new Failure('not_found');
    },
  });
};

/** Routes of SCIM, in a scope of their own, with their own form of errors. */
export const scimRoutes = async (app: FastifyInstance, options: ScimParts): Promise<void> => {
  const { parts, onServerFault } = options;
  app.setErrorHandler((error, request, reply) => sendScimError(error, request, reply, onServerFault));
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', 'x-request-id': request.id });
    done();
  });
  readBodies(app);
  refuseUnstorable(app);
  serveDiscovery(app, parts.settings.publicUrl);
  for (const kind of [usersKind(parts), groupsKind(parts)]) {
    serveReads(app, kind);
    serveWrites(app, options, kind);
  }
  serveOthers(app);
  return Promise.resolve();
};
