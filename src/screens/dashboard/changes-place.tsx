import { lazy, Suspense, useEffect, useRef, useState, type ComponentProps } from 'react';
import './changes-place.css';

const Changes = lazy(() => import('./changes.tsx'));

/** Distance to the window, in px, from which the card loads, so that it is complete when it is seen. */
const LOADING_DISTANCE_PX = 400;

/**
 * Place of the explanation of changes, at the end of the dashboard. Its report counts two periods, so it is not
 * loaded before the user comes near.
 */
export const ChangesPlace = (props: ComponentProps<typeof Changes>) => {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return undefined;
    const observer = new IntersectionObserver(
      entries => {
        if (!entries.some(entry => entry.isIntersecting)) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: `${LOADING_DISTANCE_PX}px` },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const awaited = <div className="tp-panel tp-changes-awaited" aria-hidden="true" />;
  return (
    <div ref={place}>
      {isNear ? (
        <Suspense fallback={awaited}>
          <Changes {...props} />
        </Suspense>
      ) : (
        awaited
      )}
    </div>
  );
};
