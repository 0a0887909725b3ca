import { lazy } from 'react';
import type { ColumnChooser as Chooser } from './chooser.tsx';
import type { GridMenus as Menus } from './grid-menus.tsx';

/**
 * The overlays of a grid, whose code is loaded when they are opened. React's `lazy` loses type parameters:
 * hence the casts.
 */
export const GridMenus = lazy(async () => ({
  default: (await import('./grid-menus.tsx')).GridMenus,
})) as unknown as typeof Menus;
export const ColumnChooser = lazy(async () => ({
  default: (await import('./chooser.tsx')).ColumnChooser,
})) as unknown as typeof Chooser;
