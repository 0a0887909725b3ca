import { useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../components/icon.tsx';

/** From here on there is a way back up (specification, section 9). */
const SHOWN_PAST = 200;

const watch = (changed: () => void) => {
  addEventListener('scroll', changed, { passive: true });
  return () => removeEventListener('scroll', changed);
};

/** Back to the top of a long screen; smoothly, unless less motion is asked for (the style sheet says which). */
export const ScrollTop = () => {
  const label = useIntl().formatMessage({ id: 'shell.top' });
  const far = useSyncExternalStore(watch, () => scrollY > SHOWN_PAST);
  const rise = () => {
    scrollTo({ top: 0 });
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  if (!far) return null;
  return <button type="button" className="scroll-top" aria-label={label} title={label} onClick={rise}><Icon large name="top" /></button>;
};
