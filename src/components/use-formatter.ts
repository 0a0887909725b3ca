import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { createFormatter, type Formatter } from './formats.ts';

/**
 * The formatter of the current language; the same function until the language changes.
 * @param own name of a resource in message ids whose words for codes take precedence over the shared ones
 */
export const useFormatter = (own?: string): Formatter => {
  const intl = useIntl();
  return useMemo(() => {
    const translate = (id: string, values?: Record<string, number>) => intl.formatMessage({ id }, values);
    const known = (id: string) => (id in intl.messages ? translate(id) : null);
    return createFormatter(
      {
        daysHours: (days, hours) => translate('duration.days_hours', { days, hours }),
        hoursMinutes: (hours, minutes) => translate('duration.hours_minutes', { hours, minutes }),
        minutesSeconds: (minutes, seconds) => translate('duration.minutes_seconds', { minutes, seconds }),
        seconds: seconds => translate('duration.seconds', { seconds }),
      },
      {
        tag: word => known(`tag.${word}`) ?? word,
        // Boolean fields without messages of their own use the shared words for yes and no.
        choice: (field, value) =>
          (own === undefined ? null : known(`choice.${own}.${field}.${value}`)) ??
          known(`choice.${field}.${value}`) ??
          known(`choice.flag.${value}`),
      },
    );
  }, [intl, own]);
};
