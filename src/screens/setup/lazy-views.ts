import { lazy } from 'react';

const load = () => import('./views.tsx');

export const EmptyData = lazy(async () => ({ default: (await load()).EmptyData }));
export const FirstProduct = lazy(async () => ({ default: (await load()).FirstProduct }));
export const SetupPanel = lazy(async () => ({ default: (await load()).SetupPanel }));
