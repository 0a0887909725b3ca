import { screen } from './screen.ts';

/** Inspection page of the state machines; in no menu. */
export const devMachinesRoute = screen(
  '/dev/machines',
  'dev.machines.title',
  () => import('../screens/dev/machines.tsx'),
);
