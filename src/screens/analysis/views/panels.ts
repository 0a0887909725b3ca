import { lazy, type ComponentType } from 'react';
import type { PanelName } from '../../../analyses/analysis.ts';
import type { ReportContext } from '../report/context.ts';

export type Panel = ComponentType<{ readonly context: ReportContext }>;

/** The panels of analyses. Each is loaded when it is first shown, since most users read only the report. */
export const PANELS: Readonly<Record<string, Panel>> = {
  models: lazy(async () => ({ default: (await import('./model-comparison-view.tsx')).ModelsView })),
  paths: lazy(async () => ({ default: (await import('./paths-view.tsx')).PathsView })),
  what_if: lazy(async () => ({ default: (await import('./what-if-view.tsx')).WhatIfView })),
  transitions: lazy(async () => ({ default: (await import('./transitions-panel.tsx')).TransitionsPanel })),
} satisfies Readonly<Record<PanelName, Panel>>;
