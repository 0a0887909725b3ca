import type { Measured, MetricKey } from '../../attribution/metrics.ts';

/** Columns of a file for the comparison period: `cv_compared` is the comparison value of `cv`. */

export const compared = (metric: string): string => `${metric}_compared`;

/** @param measured the values of the comparison period; undefined: there are none, and the columns are null */
export const comparedColumns = <Key extends MetricKey>(
  metrics: readonly Key[],
  measured: Measured<Key> | undefined,
) => Object.fromEntries(metrics.map(metric => [compared(metric), measured?.[metric] ?? null]));
