import type { ChecklistChoice, ProductFacts, SetupFacts } from '../../machines/setup-steps.ts';

/** Facts of the setup checklist, for tests of its steps and its machine. */

export const NO_CHOICE: ChecklistChoice = { skipped: [], view: null };
const BARE: ProductFacts = {
  domain: 'shop.example',
  tag: '<script></script>',
  refusedHosts: [],
  hasAccesses: false,
  cvSettings: 0,
  isMatched: false,
  adId: null,
  clickUrl: null,
  hasClicks: false,
};
export const withProduct = (product: Partial<ProductFacts>, users = 1): SetupFacts => ({
  users,
  product: { ...BARE, ...product },
  sample: null,
});
export const COMPLETE: Partial<ProductFacts> = {
  hasAccesses: true,
  cvSettings: 1,
  isMatched: true,
  adId: 1,
  clickUrl: '/r/1',
  hasClicks: true,
};
