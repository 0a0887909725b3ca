import type { Framed } from './analysis.ts';
import { AD_AXES } from './axes.ts';
import { AD_FILTERS } from './filters.ts';

/** The query of the views of a report: one axis over ads and filters of ads. */
export const OVER_ADS = {
  axes: AD_AXES,
  nested: false,
  models: null,
  controls: ['filters'],
  filters: AD_FILTERS,
} as const satisfies Partial<Framed>;
