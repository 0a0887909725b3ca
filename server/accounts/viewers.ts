import type { Clock } from '../platform/clock.ts';
import { loadViewer } from '../store/postgres/accounts/accounts.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import type { Viewer, Viewers } from '../http/visibility.ts';

const VIEWER_LIFETIME_MS = 5_000;
const MAX_VIEWERS = 10_000;

/**
 * Caches viewers for 5 s, so that the requests of one screen read the permissions once and a permission that another
 * process revokes ends soon. Concurrent requests share one load. An entry is also dropped if the clock was set back.
 */
export const createViewers = (db: Database, clock: Clock): Viewers => {
  const viewersBySession = new Map<
    string,
    { readonly companyId: number; readonly until: number; readonly viewer: Promise<Viewer | null> }
  >();
  return {
    find: ({ sub, company, family }) => {
      const key = `${company}/${sub}/${family}`;
      const found = viewersBySession.get(key);
      if (found !== undefined && found.until > clock.now() && found.until - VIEWER_LIFETIME_MS <= clock.now())
        return found.viewer;
      const viewer = loadViewer(db, { userId: Number(sub), companyId: company, family });
      viewersBySession.delete(key);
      if (viewersBySession.size >= MAX_VIEWERS)
        viewersBySession.delete(viewersBySession.keys().next().value ?? key);
      viewersBySession.set(key, { companyId: company, until: clock.now() + VIEWER_LIFETIME_MS, viewer });
      // A failed load is not cached, so that the next request loads again.
      viewer.catch(() => {
        if (viewersBySession.get(key)?.viewer === viewer) viewersBySession.delete(key);
      });
      return viewer;
    },
    forget: companyId => {
      for (const [key, entry] of viewersBySession)
        if (entry.companyId === companyId) viewersBySession.delete(key);
    },
  };
};
