import { lazy } from 'react';
import { attribution } from '../../analyses/attribution.ts';
import { AnalysisScreen } from './analysis-screen.tsx';
import { Views } from './views.tsx';

// Chunks of their own: most who come here read the report.
const VIEWS = {
  models: lazy(async () => ({ default: (await import('./models-view.tsx')).ModelsView })),
  paths: lazy(async () => ({ default: (await import('./paths-view.tsx')).PathsView })),
  what_if: lazy(async () => ({ default: (await import('./what-if-view.tsx')).WhatIfView })),
};

/** /analyze/attribution */
export const Screen = () => <AnalysisScreen analysis={attribution} views={VIEWS} Tabs={Views} />;
