import { lazy } from 'react';
import { attribution } from '../../../analyses/attribution.ts';
import { AnalysisScreen } from '../report/analysis-screen.tsx';
import { Views } from '../search/views.tsx';

// Chunks of their own: most who come here read the report.
const VIEWS = {
  models: lazy(async () => ({ default: (await import('../views/model-comparison-view.tsx')).ModelsView })),
  paths: lazy(async () => ({ default: (await import('../views/paths-view.tsx')).PathsView })),
  what_if: lazy(async () => ({ default: (await import('../views/what-if-view.tsx')).WhatIfView })),
};

/** /analyze/attribution */
export const Screen = () => <AnalysisScreen analysis={attribution} views={VIEWS} Tabs={Views} />;
