import { screen } from './screen.ts';

export const redirectRoute = screen('/ad/redirect-setting/$id', 'resource.redirects.title', () => import('../screens/record/redirect.tsx'), '/ad/redirect-setting');
