import { createRoute, lazyRouteComponent, type StaticDataRouteOption } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadMessages } from '../console/load-messages.ts';
import { partsOf } from '../messages/parts-by-address.ts';
import type { ModalKind } from '../screens/record/use-record.ts';
import { shellRoute } from './shell.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Message id of the page title. */
    readonly title?: string;
    /** Path of the highlighted menu entry, if not the route's own: a record highlights its list. */
    readonly navActiveLink?: string;
    /** The screen belongs to the company and needs no product. */
    readonly ofCompany?: boolean;
    /** Modals that the address may open; default: none. */
    readonly modals?: readonly (ModalKind | 'import')[];
  }
}

type Screen = () => Promise<{ readonly Screen: ComponentType }>;

/** The modals of a list (docs/decisions/0013-errors-and-modals.md). */
export const LIST_MODALS: readonly ModalKind[] = ['add', 'edit', 'detail'];
/** A list whose rows can be imported from a file. */
export const IMPORT_MODALS = [...LIST_MODALS, 'import'] as const;
/** A record page, whose row is that of the screen. */
export const RECORD_MODALS: readonly ModalKind[] = ['edit'];

type Options = Pick<StaticDataRouteOption, 'navActiveLink' | 'modals'>;

/** Creates the route of a screen inside the shell: path, message id of the title, import of its code. */
export const screen = <const Path extends string>(
  path: Path,
  title: string,
  load: Screen,
  options: Options = {},
) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    staticData: {
      title,
      ofCompany: path === '/demo' || path.startsWith('/config/') || path.startsWith('/dev/'),
      ...options,
    },
    // Texts are loaded in parallel with the code, and never reloaded.
    loader: ({ context }) => loadMessages(context.console, partsOf(path)),
    staleTime: Infinity,
    component: lazyRouteComponent(load, 'Screen'),
  });
