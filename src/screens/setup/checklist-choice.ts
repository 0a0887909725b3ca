import {
  SETTING_STEPS,
  SETUP_STEPS,
  type ChecklistChoice,
  type ChecklistView,
  type SetupStep,
} from '../../../machines/setup-steps.ts';
import { useColumns } from '../../console/columns.ts';
import { useMayWrite, useSelections } from '../../console/context.ts';

/** Name under which the choices are stored among the user's column choices. */
const SCREEN = 'setup';
const VIEWS = ['expanded', 'folded', 'hidden'] as const satisfies readonly ChecklistView[];

export type StoredChoice = readonly [ChecklistChoice, (choice: ChecklistChoice) => void];

/**
 * The user's choices of the checklist, for all products. They are stored on the server as a column choice: the skipped
 * steps are its hidden columns, and the view is its pinned one.
 */
export const useChecklistChoice = (): StoredChoice => {
  const [{ hidden, pinned }, change] = useColumns(SCREEN);
  return [
    {
      skipped: SETUP_STEPS.filter(step => hidden?.includes(step)),
      view: VIEWS.find(view => view === pinned) ?? null,
    },
    ({ skipped, view }) => change({ hidden: skipped, pinned: view }),
  ];
};

/** The steps that the user may do; none: the user may not set up products. */
export const useOwnSteps = (): readonly SetupStep[] => {
  const [maySetUp, mayAdminister] = [useMayWrite('settings'), useMayWrite('administration')];
  if (mayAdminister) return SETUP_STEPS;
  return maySetUp ? SETTING_STEPS : [];
};

/** Whether the checklist of a product was last expanded. In memory: a reload guesses from the product's settings. */
const lastExpanded = new Map<number, boolean>();
export const noteExpanded = (productId: number, isExpanded: boolean): void => {
  lastExpanded.set(productId, isExpanded);
};

/** Whether the checklist will probably be expanded, so that its room is reserved before its state is loaded. */
export const useExpectedView = (
  productId: number,
  { view }: ChecklistChoice,
): 'expanded' | 'folded' | 'hidden' => {
  const has = (entries: ReturnType<typeof useSelections>) =>
    entries.some(({ product }) => product === productId);
  const [hasAd, hasCvSetting] = [has(useSelections('ad')), has(useSelections('cvSetting'))];
  if (view !== null) return view;
  return (lastExpanded.get(productId) ?? !(hasAd && hasCvSetting)) ? 'expanded' : 'folded';
};
