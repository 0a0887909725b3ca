import { Suspense } from 'react';
import { useProduct } from '../../console/product.ts';
import { useChecklistChoice, useExpectedView, useOwnSteps } from './checklist-choice.ts';
import { Checklist } from './lazy-views.ts';
import './checklist-place.css';

interface Props {
  /** The user asked for the checklist, which may be hidden or folded. */
  readonly isRequested: boolean;
  /** Called when the request was fulfilled. */
  readonly onShown: () => void;
}

/** Place of the setup checklist on a screen, for users who may set up products. */
export const ChecklistPlace = ({ isRequested, onShown }: Props) => {
  const { id } = useProduct();
  const steps = useOwnSteps();
  const stored = useChecklistChoice();
  const expected = useExpectedView(id, stored[0]);
  if (steps.length === 0 || (expected === 'hidden' && !isRequested)) return null;
  const view = isRequested ? 'expanded' : expected;
  return (
    <Suspense fallback={<div className="tp-checklist-place" data-view={view} />}>
      <Checklist
        key={id}
        productId={id}
        steps={steps}
        stored={stored}
        isRequested={isRequested}
        onShown={onShown}
        expectedView={view}
      />
    </Suspense>
  );
};
