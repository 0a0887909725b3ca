import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { time } from '../components/formats.ts';
import { IconButton } from '../components/icon-button.tsx';
import { refreshScreen, useScreenData } from '../console/refresh.ts';
import './refresh-button.css';

/** Interval in ms at which the age of the data is recomputed. */
const AGE_EVERY_MS = 15_000;
const MINUTE_MS = 60_000;
const HOUR_MIN = 60;

/** The time of the last tick, in ms since the epoch. */
const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), AGE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};

const Age = ({ loadedAt }: { readonly loadedAt: number }) => {
  const intl = useIntl();
  const minutes = Math.max(0, Math.floor((useNow() - loadedAt) / MINUTE_MS));
  const text =
    minutes < HOUR_MIN
      ? intl.formatMessage({ id: 'shell.data_minutes' }, { minutes })
      : intl.formatMessage({ id: 'shell.data_hours' }, { hours: Math.floor(minutes / HOUR_MIN) });
  return (
    <span className="data-age" title={intl.formatMessage({ id: 'shell.data_at' }, { time: time(loadedAt) })}>
      {text}
    </span>
  );
};

/** Age of the screen's data, and the button that reloads it; the key `r` does the same. */
export const RefreshButton = () => {
  const intl = useIntl();
  const { refreshable, busy, loadedAt } = useScreenData();
  if (!refreshable) return null;
  const label = intl.formatMessage({ id: 'shell.refresh' });
  return (
    <div className="refresh" data-busy={busy}>
      {loadedAt !== null && <Age loadedAt={loadedAt} />}
      <IconButton
        icon="renew"
        large
        label={label}
        title={`${label} (R)`}
        aria-keyshortcuts="R"
        onClick={refreshScreen}
      />
    </div>
  );
};
