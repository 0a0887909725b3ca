import { useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { TOP_SHOWN_PAST_PX } from '../components/top-threshold.ts';
import { Icon } from '../components/icon.tsx';

const watch = (changed: () => void) => {
  addEventListener('scroll', changed, { passive: true });
  return () => removeEventListener('scroll', changed);
};

/**
 * Button that scrolls to the top of a long page; the style sheet decides whether smoothly (reduced motion).
 */
export const ScrollTop = () => {
  const label = useIntl().formatMessage({ id: 'shell.top' });
  const far = useSyncExternalStore(watch, () => scrollY > TOP_SHOWN_PAST_PX);
  const rise = () => {
    scrollTo({ top: 0 });
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  if (!far) return null;
  return (
    <button type="button" className="scroll-top" aria-label={label} title={label} onClick={rise}>
      <Icon large name="top" />
    </button>
  );
};
