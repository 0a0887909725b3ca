import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { openDatabase } from '../../server/store/postgres/engine/connect.ts';
import { company, role, user } from '../../server/store/postgres/schema/index.ts';

/** A user with a custom role that sees one log only. */
export interface Colleague {
  readonly email: string;
  readonly password: string;
  readonly roleName: string;
}

const NONE = {
  access_log: 'none',
  interaction_log: 'none',
  cv_log: 'none',
  result_notification_log: 'none',
  result_queue: 'none',
  cv_approval: 'none',
} as const;

/** Adds such a user to a company in the store. */
export const addColleague = async (databaseUrl: string, code: string): Promise<Colleague> => {
  const { db, close } = await openDatabase({ databaseUrl }, null, pino({ level: 'silent' }));
  try {
    const [found] = await db.select({ id: company.id }).from(company).where(eq(company.code, code));
    if (found === undefined) throw new Error(`There is no company ${code}.`);
    const colleague: Colleague = {
      email: 'nozomi@journey.example',
      password: 'のぞみの合言葉です',
      roleName: '閲覧係 é',
    };
    const [made] = await db
      .insert(role)
      .values({
        companyId: found.id,
        name: colleague.roleName,
        code: 'viewer',
        base: 'user',
        permissions: { ...NONE, interaction_log: 'read' },
      })
      .returning();
    if (made === undefined) throw new Error('nothing was inserted');
    await db.insert(user).values({
      companyId: found.id,
      roleId: made.id,
      name: '望月 希',
      email: colleague.email,
      password: await hash(colleague.password.normalize('NFKC')),
    });
    return colleague;
  } finally {
    await close();
  }
};
