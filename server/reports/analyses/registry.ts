import { adSummaries } from './ad-summaries/analysis.ts';
import { allocation } from './allocation/analysis.ts';
import type { Analysis } from './analysis.ts';
import { attributions } from './attributions/analysis.ts';
import { cvInfo } from './cv-info/analysis.ts';
import { effects } from './effects/analysis.ts';
import { journeys } from './journeys/analysis.ts';
import { landingPages } from './landing-pages/analysis.ts';
import { modelComparison } from './model-comparison/analysis.ts';
import { monthTransition } from './month-transition/analysis.ts';
import { timeSeries } from './time-series/analysis.ts';
import { whatIf } from './what-if/analysis.ts';

/** Every analysis that the server answers. */
export const ANALYSES: readonly Analysis[] = [
  // Rows are metrics by an axis or by time.
  attributions,
  adSummaries,
  effects,
  timeSeries,
  // Rows of their own.
  monthTransition,
  cvInfo,
  landingPages,
  journeys,
  modelComparison,
  allocation,
  whatIf,
];
