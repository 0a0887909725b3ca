import { lazy } from 'react';

const load = () => import('./views.tsx');

export const Checklist = lazy(async () => ({ default: (await load()).Checklist }));
export const EmptyData = lazy(async () => ({ default: (await load()).EmptyData }));
export const FirstProduct = lazy(async () => ({ default: (await load()).FirstProduct }));
