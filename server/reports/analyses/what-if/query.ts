import type { ReportParameters } from '../../parse/query.ts';
import type { WhatIfMetric } from './schema.ts';

/** The query carries the overridden rules as in any report; all others are the product's. */
export type WhatIfParameters = Omit<
  ReportParameters<WhatIfMetric>,
  'metrics' | 'compare' | 'compareFrom' | 'compareTo' | 'trend'
>;
