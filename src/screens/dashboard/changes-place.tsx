import { lazy, Suspense, type ComponentProps } from 'react';
import { useNear } from '../use-near.ts';
import './changes-place.css';

const Changes = lazy(() => import('./changes.tsx'));

/**
 * Place of the explanation of changes, at the end of the dashboard. Its report counts two periods, so it is not
 * loaded before the user comes near.
 */
export const ChangesPlace = (props: ComponentProps<typeof Changes>) => {
  const { place, isNear } = useNear();
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
