import { lazy } from 'react';
import type { ColumnChooser as Chooser } from './chooser.tsx';
import type { ColumnMenu as OfColumn } from './menu.tsx';
import type { RowMenu as OfRow } from './row-menu.tsx';

/**
 * What a grid opens over itself, whose code comes when it is opened. React's `lazy` forgets type parameters:
 * hence the casts.
 */
export const ColumnMenu = lazy(async () => ({
  default: (await import('./menu.tsx')).ColumnMenu,
})) as unknown as typeof OfColumn;
export const RowMenu = lazy(async () => ({
  default: (await import('./row-menu.tsx')).RowMenu,
})) as unknown as typeof OfRow;
export const OverflowPopover = lazy(async () => ({
  default: (await import('./overflow-popover.tsx')).OverflowPopover,
}));
export const ColumnChooser = lazy(async () => ({
  default: (await import('./chooser.tsx')).ColumnChooser,
})) as unknown as typeof Chooser;
