/** Modules that every page loads for signed-in users. */
const SIGNED_IN_MODULES = ['src/layout/shell.tsx', 'src/console/signed-in.ts'];

/**
 * Pages by the modules of their routes, with the maximum size of their JavaScript in kB (gzip), including the entry and
 * all static imports.
 */
export const PAGES = {
  '/login': { routes: ['src/screens/login/login.tsx'], goal: 151.4 },
  '/shared-board': { routes: ['src/screens/shared-board/shared-board.tsx'], goal: 161.1 },
  '/log/reference, signed in': {
    routes: [...SIGNED_IN_MODULES, 'src/screens/log/reference.tsx'],
    goal: 228.6,
  },
  '/analyze/attribution, signed in': {
    routes: [
      ...SIGNED_IN_MODULES,
      'src/screens/analysis/report/analysis-screen.tsx',
      'src/analyses/attribution.ts',
    ],
    goal: 234.8,
  },
  '/dashboard, signed in': {
    routes: [...SIGNED_IN_MODULES, 'src/screens/dashboard/dashboard.tsx'],
    goal: 228.4,
  },
} as const;
