import { useIntl } from 'react-intl';
import { Choice } from './choice.tsx';
import { DayField } from './day-field.tsx';
import { PERIODS, type Days, type Period } from './days.ts';
import { date } from './formats.ts';

interface Props {
  readonly period: Period;
  /** First and last day to which the period resolves today. */
  readonly days: Days;
  readonly onChange: (period: Period, custom: Days | null) => void;
}

/**
 * Chooses a period: a named one, which is relative to today and has its days beside the label, or a custom
 * one, whose first and last day have a field each.
 */
export const DateRange = ({ period, days, onChange }: Props) => {
  const intl = useIntl();
  const translate = (id: string) => intl.formatMessage({ id });
  return (
    <>
      <Choice
        label={translate('period.label')}
        value={period}
        wide
        {...(period !== 'custom' && {
          note: intl.formatMessage({ id: 'period.days' }, { from: date(days.from), to: date(days.to) }),
        })}
        options={PERIODS.map(value => ({ value, label: translate(`period.${value}`) }))}
        onChange={chosen => onChange(chosen, chosen === 'custom' ? days : null)}
      />
      {period === 'custom' && (
        <>
          <DayField
            label={translate('period.from')}
            value={days.from}
            onChange={from => onChange('custom', { from, to: days.to < from ? from : days.to })}
          />
          <DayField
            label={translate('period.to')}
            value={days.to}
            onChange={to => onChange('custom', { from: days.from > to ? to : days.from, to })}
          />
        </>
      )}
    </>
  );
};
