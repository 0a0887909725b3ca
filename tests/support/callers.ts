import { createApp } from '../../server/app.ts';
import { makeTenant, signIn, type Body, type Tenant } from './tenants.ts';
import { createTestParts, type TestParts } from './test-parts.ts';

/** A row of the API that has an id and a version. */
export type Row = Body & { readonly id: number; readonly updated_at: string };

/** Calls the API as one user. */
export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
) => Promise<{ status: number; body: Row }>;

/** The server with two companies, and a caller for each kind of user of the first and a stranger. */
export interface CalledServer {
  readonly parts: TestParts;
  readonly tenant: Tenant;
  readonly admin: Call;
  readonly plain: Call;
  readonly ofAgency: Call;
  /** An administrator of the other company. */
  readonly stranger: Call;
  /** Signs in, and returns the caller of the session. */
  readonly signedIn: (company: Tenant, who: 'admin' | 'user' | 'agency') => Promise<Call>;
  readonly close: () => Promise<void>;
}

/** Starts the server at midnight of 1 March 2026 in Tokyo. */
export const startCalledServer = async (): Promise<CalledServer> => {
  const parts = await createTestParts({ now: Date.UTC(2026, 1, 28, 15) });
  const tenant = await makeTenant(parts.db, 'acme');
  const other = await makeTenant(parts.db, 'rival');
  const app = await createApp({ parts, collector: null });
  const callAs =
    (access: string): Call =>
    async (method, path, payload) => {
      const answer = await app.inject({
        method,
        url: `/api/v1/${path}`,
        headers: { authorization: `Bearer ${access}` },
        ...(payload && { payload }),
      });
      return { status: answer.statusCode, body: answer.json<Row>() };
    };
  const signedIn: CalledServer['signedIn'] = async (company, who) =>
    callAs((await signIn(app, company, who)).access);
  const [admin, plain, ofAgency, stranger] = await Promise.all([
    signedIn(tenant, 'admin'),
    signedIn(tenant, 'user'),
    signedIn(tenant, 'agency'),
    signedIn(other, 'admin'),
  ]);
  return {
    parts,
    tenant,
    admin,
    plain,
    ofAgency,
    stranger,
    signedIn,
    close: async () => {
      await app.close();
      await parts.close();
    },
  };
};
