import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../server/accounts/passwords.ts';
import { PERMISSION_KEYS, type Permissions, type RoleBase } from '../../server/accounts/visibility.ts';
import { createApp } from '../../server/app.ts';
import { contractOf } from '../../server/http/openapi.ts';
import { role, user } from '../../server/store/postgres/schema.ts';
import { makeTenant, one, PASSWORD, signIn, type Body, type Tenant } from '../support/tenants.ts';
import { createTestParts, type TestParts } from '../support/test-parts.ts';

/**
 * Who may do what: every operation of the contract, asked by everybody about the first product of one company and the rows of its first agency.
 *
 * - `nobody`: without a token
 * - `admin`, `user`, `agency`: the three roles; the agency's user has no level of the six permissions
 * - `none`, `read`: roles of the company's own, from `user` with no level and from `agency` with all six at `read`
 * - `agency2`: of the company's second agency, which has the product too, but not the ad
 * - `foreign`: an administrator of another company
 *
 * An operation that is missing here fails the test.
 */
const TABLE = `
operation         nobody  admin  user  agency  none  read  agency2  foreign
signIn            401     401    401   401     401   401   401      401
refreshTokens     401     401    401   401     401   401   401      401
signOut           200     200    200   200     200   200   200      200
forgotPassword    200     200    200   200     200   200   200      200
resetPassword     410     410    410   410     410   410   410      410
me                401     200    200   200     200   200   200      200
myPermissions     401     200    200   200     200   200   200      200
users             401     200    200   200     200   200   200      200
user              401     200    200   404     200   404   404      404
updateUser        401     200    403   404     403   404   404      404
roles             401     200    200   200     200   200   200      200
role              401     200    200   404     200   404   404      404
rolePermissions   401     200    200   200     200   200   200      200
createRole        401     201    403   403     403   403   403      201
updateRole        401     200    403   403     403   403   403      404
removeRole        401     200    403   403     403   403   403      404
agencies          401     200    200   200     200   200   200      200
agency            401     200    200   200     200   200   404      404
products          401     200    200   200     200   200   200      200
product           401     200    200   200     200   200   200      404
ads               401     200    200   200     200   200   200      403
ad                401     200    200   200     200   200   404      404
redirects         401     200    200   200     200   200   200      403
redirect          401     200    200   200     200   200   404      404
asps              401     200    200   200     200   200   200      403
asp               401     200    200   200     200   200   404      404
cvSettings        401     200    200   200     200   200   200      403
cvSetting         401     200    200   200     200   200   200      404
adCategories      401     200    200   200     200   200   200      403
adCategory        401     200    200   200     200   200   200      404
adTypes           401     200    200   200     200   200   200      403
adType            401     200    200   200     200   200   200      404
interactions      401     200    200   403     403   200   403      403
attributions      401     200    200   200     200   200   200      403
adSummaries       401     200    200   200     200   200   200      403
timeSeries        401     200    200   200     200   200   200      403
`;
const [[, ...WHO] = [], ...ROWS] = TABLE.trim().split('\n').map(line => line.split(/ +/));
const expected = Object.fromEntries(ROWS.map(([operation = '', ...statuses]) => [operation, statuses.map(Number)]));

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: 'path' | 'query'; readonly required: boolean; readonly schema: { readonly format?: string; readonly type?: string; readonly enum?: string[] } }[];
}

let parts: TestParts;
let app: FastifyInstance;
let mine: Tenant;
let operations: (Operation & { readonly method: string; readonly path: string })[];
/** Tokens by the names of the table; none for nobody. */
const tokens: Record<string, string> = {};
const made = { role: 0, updatedAt: '', spare: 0, victim: 0 };

const levels = (level: 'none' | 'read') => Object.fromEntries(PERMISSION_KEYS.map(key => [key, level])) as Permissions;

beforeAll(async () => {
  parts = await createTestParts();
  const { db } = parts;
  mine = await makeTenant(db, 'acme');
  const foreign = await makeTenant(db, 'rival');
  const password = await hashPassword(PASSWORD);
  const makeRole = async (code: string, base: RoleBase, level: 'none' | 'read') =>
    one(await db.insert(role).values({ companyId: mine.id, code, base, name: code, permissions: levels(level) }).returning());
  const makeUser = async (name: string, roleId: number, agencyId: number | null) =>
    one(await db.insert(user).values({ companyId: mine.id, name, email: `${name}@acme.example`, password, roleId, agencyId }).returning()).id;
  const [none, read, changed, spare] = [await makeRole('none', 'user', 'none'), await makeRole('read', 'agency', 'read'), await makeRole('changed', 'user', 'none'), await makeRole('spare', 'user', 'none')];
  await makeUser('none', none.id, null);
  await makeUser('read', read.id, mine.agencies[0]);
  await makeUser('agency2', mine.roles.agency, mine.agencies[1]);
  Object.assign(made, { role: changed.id, updatedAt: changed.updatedAt.toISOString(), spare: spare.id, victim: await makeUser('victim', mine.roles.user, null) });

  app = await createApp({ parts, collector: null });
  const enter = async (email: string) => (await app.inject({ method: 'POST', url: '/api/v1/auth/signin/', payload: { company_id: 'acme', email, password: PASSWORD } })).json<{ access: string }>().access;
  for (const who of ['admin', 'user', 'agency', 'none', 'read', 'agency2']) tokens[who] = await enter(`${who}@acme.example`);
  tokens['foreign'] = (await signIn(app, foreign, 'admin')).access;
  const paths = contractOf(app)['paths'] as Record<string, Record<string, Operation>>;
  operations = Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })));
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

/** The row that an operation with an id is about. */
const rowOf = (operationId: string): number => {
  const [shelf] = mine.shelves;
  const rows: Record<string, number> = {
    user: mine.users.user, updateUser: made.victim, role: mine.roles.user, updateRole: made.role, removeRole: made.spare,
    agency: mine.agencies[0], product: shelf.product, ad: shelf.ads[0], redirect: shelf.redirects[0], asp: shelf.asp, cvSetting: shelf.cvSetting,
    adCategory: shelf.category, adType: shelf.type,
  };
  const found = rows[operationId];
  if (found === undefined) throw new Error(`say which row ${operationId} is to be about`);
  return found;
};

/** A body that is right, so that what is refused is refused for who asks. */
const bodyOf = (operationId: string, who: string): object | undefined => {
  const email = `${who}-${operationId}@acme.example`;
  const roleForm = { role_name: '役割', role_code: `by_${who.toLowerCase()}`, base: 'user', permissions: levels('read') };
  const bodies: Record<string, object> = {
    signIn: { company_id: 'acme', email, password: 'x' }, refreshTokens: { refresh: 'x' }, signOut: { refresh: 'x' },
    forgotPassword: { company_id: 'acme', email }, resetPassword: { token: 'x', password: '新しい合言葉 2026' },
    updateUser: { password: '新しい合言葉 2026', current_password: PASSWORD },
    createRole: roleForm, updateRole: { ...roleForm, role_code: 'changed', updated_at: made.updatedAt },
  };
  return bodies[operationId];
};

const addressOf = ({ operationId, path, parameters = [] }: Operation & { path: string }): string => {
  const query = new URLSearchParams();
  for (const { name, in: place, required, schema } of parameters) {
    if (place !== 'query' || !(required || name === 'product_id')) continue;
    query.set(name, name === 'product_id' ? String(mine.shelves[0].product) : schema.enum?.[0] ?? (schema.format === 'date' ? '2026-02-28' : schema.type === 'string' ? 'x' : '1'));
  }
  return `${path.includes('{id}') ? path.replace('{id}', String(rowOf(operationId))) : path}${query.size > 0 ? `?${query}` : ''}`;
};

describe('every operation', () => {
  it('stands in the table, and the table has none that is not there', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(expected).toSorted());
    for (const [operation, statuses] of Object.entries(expected)) expect([operation, statuses.length]).toEqual([operation, WHO.length]);
  });

  it('is answered to each as the table says', async () => {
    const answered: Record<string, number[]> = {};
    const codes: string[] = [];
    for (const operation of operations) {
      const statuses: number[] = [];
      for (const who of WHO) {
        const payload = bodyOf(operation.operationId, who);
        const answer = await app.inject({
          method: operation.method as 'GET', url: addressOf(operation), remoteAddress: `198.51.100.${WHO.indexOf(who) + 1}`,
          headers: tokens[who] === undefined ? {} : { authorization: `Bearer ${tokens[who]}` }, ...(payload && { payload }),
        });
        statuses.push(answer.statusCode);
        if (answer.statusCode >= 400) codes.push(answer.json<Body>().code);
      }
      answered[operation.operationId] = statuses;
    }
    expect(answered).toEqual(expected);
    expect([...new Set(codes)].toSorted(), 'and says why in these words').toEqual(
      ['forbidden', 'no_permission_for_data', 'not_found', 'reset_refused', 'session_ended', 'signin_refused', 'unauthenticated'],
    );
  });
});
