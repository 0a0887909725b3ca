import type { Dependencies } from '../dependencies.ts';
import { ACCESS_LIFETIME_MS, signAccess } from '../http/auth.ts';
import type { TypedApp } from '../http/typed-app.ts';
import type { Grant } from './sessions.ts';

/** Answers that begin or renew a session. */

/** Creates the answer with the tokens of a session that began or was refreshed. */
export const createGrantAnswer = (app: TypedApp, clock: Dependencies['clock']) => (grant: Grant) => ({
  access: signAccess(app, clock, grant),
  refresh: grant.refresh,
  lifetime: ACCESS_LIFETIME_MS,
});
