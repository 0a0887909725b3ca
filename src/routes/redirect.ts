import { screen } from './screen.ts';

export const redirectRoute = screen('/ad/redirect-setting/$id', 'resource.redirects.one', () => import('../screens/record/redirect.tsx'), '/ad/redirect-setting');
