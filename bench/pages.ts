/** What somebody who is signed in has loaded on every page. */
const HOUSE = ['src/layout/shell.tsx', 'src/console/signed-in.ts'];

/**
 * Pages by the code of their routes, and how many kilobytes of JavaScript (gzip) a browser may have to load
 * for each, the entry and all static imports counted.
 */
export const PAGES = {
  '/login': { routes: ['src/screens/login/login.tsx'], goal: 146 },
  '/log/reference, signed in': { routes: [...HOUSE, 'src/screens/log/reference.tsx'], goal: 216.8 },
  '/analyze/attribution, signed in': {
    routes: [...HOUSE, 'src/screens/analysis/pages/attribution.tsx'],
    goal: 220.1,
  },
  '/dashboard, signed in': { routes: [...HOUSE, 'src/screens/dashboard/dashboard.tsx'], goal: 215 },
} as const;
