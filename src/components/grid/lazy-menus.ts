import { lazy } from 'react';
import type { ColumnChooser as Chooser } from './chooser.tsx';
import type { GridMenus as Menus } from './grid-menus.tsx';

/**
 * What a grid opens over itself, whose code comes when it is opened. React's `lazy` forgets type parameters:
 * hence the casts.
 */
export const GridMenus = lazy(async () => ({
  default: (await import('./grid-menus.tsx')).GridMenus,
})) as unknown as typeof Menus;
export const ColumnChooser = lazy(async () => ({
  default: (await import('./chooser.tsx')).ColumnChooser,
})) as unknown as typeof Chooser;
