import { screen } from './screen.ts';

export const aspRoute = screen('/ad/asp-setting/$id', 'resource.asps.title', () => import('../screens/record/asp.tsx'), '/ad/asp-setting');
