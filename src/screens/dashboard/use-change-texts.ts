import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { ChangeMetric } from '../../analyses/dashboard.ts';
import { NOTHING } from '../../components/formats.ts';

/** Changes with their sign; CVs of parts have a decimal. */
const signedFormat = new Intl.NumberFormat('en', { signDisplay: 'exceptZero', maximumFractionDigits: 1 });
const partFormats = {
  cv: new Intl.NumberFormat('en', { signDisplay: 'exceptZero', minimumFractionDigits: 1 }),
  amount_sum: signedFormat,
  cpa: signedFormat,
} as const;
const plainFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

const signOf = (change: number): string => {
  if (change === 0) return '±';
  return change > 0 ? '+' : '-';
};

/** Texts of the figures of a change in the current language. */
export const useChangeTexts = (metric: ChangeMetric) => {
  const intl = useIntl();
  return useMemo(() => {
    const inUnit = (text: string) =>
      metric === 'cv' ? text : intl.formatMessage({ id: 'unit.amount_yen' }, { yen: text });
    return {
      /** A value of a period with its unit. */
      value: (value: number) => inUnit(plainFormat.format(value)),
      /** A change with sign and unit. */
      signed: (change: number) => `${signOf(change)}${inUnit(plainFormat.format(Math.abs(change)))}`,
      /** The same in a table: without unit, and a dash for none. */
      change: (change: number) => (change === 0 ? NOTHING : signedFormat.format(change)),
      part: (part: number) => (part === 0 ? NOTHING : partFormats[metric].format(part)),
    };
  }, [intl, metric]);
};
