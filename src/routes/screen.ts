import { createRoute, lazyRouteComponent, type StaticDataRouteOption } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { learn } from '../console/load-messages.ts';
import { partsOf } from '../messages/parts-by-address.ts';
import type { ModalKind } from '../screens/record/use-record.ts';
import { shellRoute } from './shell.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Message id of the page title. */
    readonly title?: string;
    /** The path of the menu entry that is lit, where it is not the route's own: a record lights its list. */
    readonly navActiveLink?: string;
    /**
     * It is about the company and needs no product: it opens where there is none, or none that the user may
     * see.
     */
    readonly ofCompany?: boolean;
    /** Which modals its address may open; none: none. */
    readonly modals?: readonly ModalKind[];
  }
}

type Screen = () => Promise<{ readonly Screen: ComponentType }>;

/** The modals of a list (docs/decisions/0013-errors-and-modals.md). */
export const LIST_MODALS: readonly ModalKind[] = ['add', 'edit', 'detail'];
/** The row is the screen's own. */
export const RECORD_MODALS: readonly ModalKind[] = ['edit'];

type Options = Pick<StaticDataRouteOption, 'navActiveLink' | 'modals'>;

/** A screen inside the shell: its address, its title, and the import of its code. */
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
    // The texts are loaded with the code; loaded texts stay.
    loader: ({ context }) => learn(context.console, partsOf(path)),
    staleTime: Infinity,
    component: lazyRouteComponent(load, 'Screen'),
  });
