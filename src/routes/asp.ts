import { screen } from './screen.ts';

export const aspRoute = screen('/ad/asp-setting/$id', 'resource.asps.one', () => import('../screens/record/asp.tsx'), '/ad/asp-setting');
