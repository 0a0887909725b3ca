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

/** Every analysis that the server answers, in the order of the contract. */

/** Analyses whose rows are metrics by an axis or by time. */
export const METRIC_ANALYSES: readonly Analysis[] = [attributions, adSummaries, effects, timeSeries];

/** Analyses with rows of their own. */
export const OTHER_ANALYSES: readonly Analysis[] = [
  monthTransition,
  cvInfo,
  landingPages,
  journeys,
  modelComparison,
  allocation,
  whatIf,
];
