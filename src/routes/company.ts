import { RECORD_MODALS, screen } from './screen.ts';

export const companyRoute = screen(
  '/config/company',
  'nav.config.company',
  () => import('../screens/record/company.tsx'),
  { modals: RECORD_MODALS },
);
