import { useMemo, useSyncExternalStore, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../icon.tsx';
import { TOP_SHOWN_PAST_PX } from '../top-threshold.ts';

interface Props {
  readonly scroll: RefObject<HTMLElement | null>;
  /** Height in pixels of the totals, which stay at the bottom of the box. */
  readonly footHeight: number;
  readonly onTop: () => void;
}

const watchScroll =
  (scroll: Props['scroll']) =>
  (changed: () => void): (() => void) => {
    const box = scroll.current;
    box?.addEventListener('scroll', changed, { passive: true });
    return () => box?.removeEventListener('scroll', changed);
  };

/**
 * Button that scrolls back to the first row. It is centred, as the page's own button is in the corner, and
 * follows the scroll box in the document, since the role grid allows no button among its rows.
 */
export const TopButton = ({ scroll, footHeight, onTop }: Props) => {
  const label = useIntl().formatMessage({ id: 'grid.top' });
  const watch = useMemo(() => watchScroll(scroll), [scroll]);
  const far = useSyncExternalStore(watch, () => (scroll.current?.scrollTop ?? 0) > TOP_SHOWN_PAST_PX);
  if (!far) return null;
  const barHeight = (scroll.current?.offsetHeight ?? 0) - (scroll.current?.clientHeight ?? 0);
  return (
    <div className="tp-top">
      <button
        type="button"
        style={{ bottom: footHeight + barHeight + 12 }}
        aria-label={label}
        title={label}
        onClick={onTop}
      >
        <Icon large name="top" />
      </button>
    </div>
  );
};
