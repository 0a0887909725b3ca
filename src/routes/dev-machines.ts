import { screen } from './screen.ts';

/** In no menu: for those who look at how the console works. */
export const devMachinesRoute = screen(
  '/dev/machines',
  'dev.machines.title',
  () => import('../screens/dev/machines.tsx'),
);
