import { screen } from './screen.ts';

export const traceRoute = screen('/log/trace', 'log.trace.title', () => import('../screens/log/trace.tsx'));
