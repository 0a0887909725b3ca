import { useLayoutEffect, useState, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../icon.tsx';
import { TOP_SHOWN_PAST_PX } from '../top-threshold.ts';

interface Props {
  readonly scroll: RefObject<HTMLElement | null>;
  /** Height in pixels of the totals, which stay at the bottom of the box. */
  readonly footHeight: number;
  readonly onTop: () => void;
}

/**
 * Whether the rows are scrolled far from the first. Read after scrolling only: reading the position while rendering
 * would lay out the page each time.
 */
const useScrolledFar = (scroll: Props['scroll']): boolean => {
  const [isFar, setFar] = useState(false);
  useLayoutEffect(() => {
    const box = scroll.current;
    if (box === null) return undefined;
    const read = () => setFar(box.scrollTop > TOP_SHOWN_PAST_PX);
    box.addEventListener('scroll', read, { passive: true });
    return () => box.removeEventListener('scroll', read);
  }, [scroll]);
  return isFar;
};

/**
 * Button that scrolls back to the first row. It is centred, as the page's own button is in the corner, and
 * follows the scroll box in the document, since the role grid allows no button among its rows.
 */
export const TopButton = ({ scroll, footHeight, onTop }: Props) => {
  const label = useIntl().formatMessage({ id: 'grid.top' });
  const isFar = useScrolledFar(scroll);
  if (!isFar) return null;
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
