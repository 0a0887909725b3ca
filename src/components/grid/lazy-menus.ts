import { lazy } from 'react';
import type { ColumnChooser as Chooser } from './chooser.tsx';
import type { GridMenus as Menus } from './grid-menus.tsx';

/**
 * Overlays of a grid, whose code is loaded when they open. The casts restore the type parameters that React's
 * `lazy` loses.
 */
export const GridMenus = lazy(async () => ({
  default: (await import('./grid-menus.tsx')).GridMenus,
})) as unknown as typeof Menus;
export const ColumnChooser = lazy(async () => ({
  default: (await import('./chooser.tsx')).ColumnChooser,
})) as unknown as typeof Chooser;
