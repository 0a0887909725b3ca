import type { FastifyInstance } from 'fastify';
import { createApp } from '../../server/app.ts';
import { entities } from '../../server/entities/entities.ts';
import type { Draft, Entity } from '../../server/records/entity.ts';
import { completeForm } from './entity-forms.ts';
import { makeTenant, signIn, type Body, type Shelf, type Tenant } from './tenants.ts';
import { createTestParts, type TestParts } from './test-parts.ts';

export type Who = 'admin' | 'user' | 'agency' | 'rival';
export interface Answer {
  readonly status: number;
  readonly body: Body;
}

export interface EntitySuite {
  readonly parts: TestParts;
  readonly app: FastifyInstance;
  readonly tenant: Tenant;
  /** Another company with the same data. */
  readonly rival: Tenant;
  ask(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    address: string,
    body?: unknown,
    who?: Who,
  ): Promise<Answer>;
  /** A valid form with all fields. */
  form(entity: Entity, shelf?: Shelf): Draft;
  /** Creates a row, or returns the existing one for an entity that cannot be created. */
  make(entity: Entity, over?: Draft): Promise<Body>;
  /** Changes a row as it currently is. */
  change(entity: Entity, row: Body, over: Draft, who?: Who): Promise<Answer>;
  close(): Promise<void>;
}

/** A company has one identity provider and one role a group, so their own test has their rows: single-sign-on.test.ts. */
const OF_OWN_TEST: ReadonlySet<string> = new Set(['identityProviders', 'groupRoles']);
/** The plain entities, for parameterized tests. */
export const ENTITIES: readonly Entity[] = (entities as unknown as readonly Entity[]).filter(
  ({ name }) => !OF_OWN_TEST.has(name),
);

/** An app with two companies and helpers for its entities. */
export const openEntitySuite = async (): Promise<EntitySuite> => {
  const parts = await createTestParts();
  const [tenant, rival] = [await makeTenant(parts.db, 'acme'), await makeTenant(parts.db, 'rival')];
  const app = await createApp({ parts, collector: null });
  const tokens: Record<Who, string> = {
    admin: (await signIn(app, tenant, 'admin')).access,
    user: (await signIn(app, tenant, 'user')).access,
    agency: (await signIn(app, tenant, 'agency')).access,
    rival: (await signIn(app, rival, 'admin')).access,
  };
  const ask: EntitySuite['ask'] = async (method, address, body, who = 'admin') => {
    const answer = await app.inject({
      method,
      url: `/api/v1/${address}`,
      headers: { authorization: `Bearer ${tokens[who]}` },
      ...(body !== undefined && { payload: body as object }),
    });
    return { status: answer.statusCode, body: answer.json<Body>() };
  };
  const form: EntitySuite['form'] = ({ name }, shelf = tenant.shelves[0]) =>
    completeForm(name, tenant, shelf);
  const change: EntitySuite['change'] = (entity, row, over, who = 'admin') => {
    const writable = Object.fromEntries(
      Object.entries(entity.fields).flatMap(([name, field]) =>
        field.write === undefined ? [] : [[name, row[name]]],
      ),
    );
    return ask(
      entity.writing?.verb === 'patch' ? 'PATCH' : 'PUT',
      `${entity.path}/${String(row['id'])}/`,
      { ...writable, updated_at: row['updated_at'], ...over },
      who,
    );
  };
  return {
    parts,
    app,
    tenant,
    rival,
    ask,
    form,
    change,
    make: async (entity, over = {}) => {
      const { status, body } =
        entity.writing?.create === undefined
          ? await ask('GET', `${entity.path}/${tenant.id}/`)
          : await ask('POST', `${entity.path}/`, { ...form(entity), ...over });
      if (status >= 300) throw new Error(`${entity.name} could not be made: ${JSON.stringify(body)}`);
      return body;
    },
    close: async () => {
      await app.close();
      await parts.close();
    },
  };
};
