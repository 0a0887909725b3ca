/** Steps of the setup, in the order in which they are done. */
export const SETUP_STEPS = ['product', 'tag', 'cv', 'ad', 'people'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** What the server knows of the setup. */
export interface SetupFacts {
  /** Users of the company. */
  readonly users: number;
  /** Null: the company has no product yet. */
  readonly product: ProductFacts | null;
  /** The company's sample data; null: none. */
  readonly sample: SampleFacts | null;
}

export interface SampleFacts {
  readonly productId: number;
  /** False: it is being loaded or removed, or an error ended that. */
  readonly isLoaded: boolean;
}

export interface ProductFacts {
  /** Only its pages and those of its subdomains are measured. */
  readonly domain: string;
  readonly tag: string;
  /** Hosts outside the domain whose pages reported and were refused, latest first. */
  readonly refusedHosts: readonly string[];
  readonly hasAccesses: boolean;
  readonly cvSettings: number;
  /** A conversion was recorded, or a page view matches a CV setting. */
  readonly isMatched: boolean;
  /** Null: the product has no ad yet. */
  readonly adId: number | null;
  readonly clickUrl: string | null;
  readonly hasClicks: boolean;
}

/** `awaited`: the user's part is done or shown, and the event from outside is missing. `blocked`: needs a product. */
export type StepState = 'done' | 'skipped' | 'awaited' | 'open' | 'blocked';

/** How the checklist is shown. `null`: the user has not chosen; a complete checklist is folded then. */
export type ChecklistView = 'expanded' | 'folded' | 'hidden' | null;

/** Steps of users who may write settings, and may not add products and users. */
export const SETTING_STEPS: readonly SetupStep[] = ['tag', 'cv', 'ad'];

/** Choices of a user, which are stored on the server. */
export interface ChecklistChoice {
  readonly skipped: readonly SetupStep[];
  readonly view: ChecklistView;
}

const stateByFacts = (step: SetupStep, { users, product }: SetupFacts): StepState => {
  if (step === 'people') return users > 1 ? 'done' : 'open';
  if (product === null) return step === 'product' ? 'open' : 'blocked';
  switch (step) {
    case 'product':
      return 'done';
    case 'tag':
      return product.hasAccesses ? 'done' : 'awaited';
    case 'cv':
      if (product.cvSettings === 0) return 'open';
      return product.isMatched ? 'done' : 'awaited';
    case 'ad':
      if (product.clickUrl === null) return 'open';
      return product.hasClicks ? 'done' : 'awaited';
  }
};

/** State of a step. A step that is done is never shown as skipped. */
export const stepState = (
  step: SetupStep,
  facts: SetupFacts,
  { skipped }: Pick<ChecklistChoice, 'skipped'>,
): StepState => {
  const state = stateByFacts(step, facts);
  return state !== 'done' && skipped.includes(step) ? 'skipped' : state;
};

/** The setup as a user sees it. */
export interface SetupProgress {
  /** The steps that the user may do, in order. */
  readonly steps: readonly SetupStep[];
  /** Null: not loaded yet. */
  readonly facts: SetupFacts | null;
  readonly choice: ChecklistChoice;
}

/** The first step that can be done next; null: every step is done or skipped, or the facts are not loaded. */
export const nextStep = ({ steps, facts, choice }: SetupProgress): SetupStep | null =>
  facts === null
    ? null
    : (steps.find(step => ['open', 'awaited'].includes(stepState(step, facts, choice))) ?? null);

/** Whether the steps are shown, and not only the line that stands for them. */
export const isExpanded = (progress: SetupProgress): boolean =>
  progress.choice.view === 'expanded' ||
  (progress.choice.view === null && (progress.facts === null || nextStep(progress) !== null));
