import type { PermissionKey } from '../../machines/startup.ts';
import type { IconName } from './icon.tsx';

export interface Entry {
  readonly to: string;
  /** Message id. */
  readonly label: string;
  readonly icon: IconName;
  /** Shown only to who may at least read this. */
  readonly needs?: PermissionKey;
}

export interface Group {
  /** Message id; null: the entries stand for themselves. */
  readonly label: string | null;
  readonly entries: readonly Entry[];
}

/** The menu, in the order of the specification. */
export const NAVIGATION: readonly Group[] = [
  { label: null, entries: [{ to: '/dashboard', label: 'nav.dashboard', icon: 'dashboard' }] },
  { label: 'nav.analyze', entries: [{ to: '/analyze/attribution', label: 'nav.analyze.attribution', icon: 'attribution' }] },
  { label: 'nav.log', entries: [{ to: '/log/reference', label: 'nav.log.reference', icon: 'log', needs: 'interaction_log' }] },
];
