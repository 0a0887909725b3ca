import type { FastifyInstance } from 'fastify';
import { hashPassword } from '../server/accounts/passwords.ts';
import type { Database } from '../server/store/postgres/engine/database.ts';
import { company, role, user } from '../server/store/postgres/schema/index.ts';

/** A company with an administrator, whose account sends the benchmarks' requests. */

const ACCOUNT = { company_id: 'bench', email: 'admin@bench.example', password: 'benchmark' } as const;
const PERMISSIONS = {
  access_log: 'write',
  interaction_log: 'write',
  cv_log: 'write',
  result_notification_log: 'write',
  result_queue: 'write',
  cv_approval: 'write',
} as const;

/** Stores the company with its administrator. @returns the company's id */
export const storeAdministrator = async (db: Database): Promise<number> => {
  const [owner] = await db.insert(company).values({ code: ACCOUNT.company_id, name: '会社' }).returning();
  const companyId = owner?.id ?? 0;
  const [administrator] = await db
    .insert(role)
    .values({ companyId, code: 'admin', base: 'admin', name: '管理者', permissions: PERMISSIONS })
    .returning();
  await db.insert(user).values({
    companyId,
    name: 'Zoë',
    email: ACCOUNT.email,
    password: await hashPassword(ACCOUNT.password),
    roleId: administrator?.id ?? 0,
  });
  return companyId;
};

/** Signs the administrator in. @returns the headers of the administrator's requests */
export const signIn = async (app: FastifyInstance): Promise<{ readonly authorization: string }> => {
  const answer = await app.inject({ method: 'POST', url: '/api/v1/auth/signin/', payload: ACCOUNT });
  return { authorization: `Bearer ${answer.json<{ access: string }>().access}` };
};
