import { lazy, type ComponentType } from 'react';
import type { Framed, ViewName } from '../../../analyses/analysis.ts';

/** @property host the analysis whose screen shows the view */
export interface ViewProps {
  readonly host: Framed;
}

/** The views of analyses. Each is loaded when it is first shown, since most users read only the report. */
export const VIEWS: Readonly<Record<string, ComponentType<ViewProps>>> = {
  models: lazy(async () => ({ default: (await import('./model-comparison-view.tsx')).ModelsView })),
  paths: lazy(async () => ({ default: (await import('./paths-view.tsx')).PathsView })),
  what_if: lazy(async () => ({ default: (await import('./what-if-view.tsx')).WhatIfView })),
  transitions: lazy(async () => ({ default: (await import('./transitions-view.tsx')).TransitionsView })),
} satisfies Readonly<Record<ViewName, ComponentType<ViewProps>>>;
