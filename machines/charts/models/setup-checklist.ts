import { setupChecklistMachine } from '../../setup-checklist.ts';
import { SETUP_STEPS, type ProductFacts, type SetupFacts } from '../../setup-steps.ts';
import { after, done, fails, modelOf } from '../model.ts';

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
const withProduct = (product: Partial<ProductFacts>): SetupFacts => ({
  users: 1,
  product: { ...BARE, ...product },
  sample: null,
});
const READ = '0.setupChecklist.facts.loading';
const READ_AGAIN = '0.setupChecklist.facts.reading';

export const setupChecklistModel = modelOf(setupChecklistMachine, {
  starts: { '': { steps: SETUP_STEPS, choice: { skipped: [], view: null } } },
  events: {
    'there is no product': done(READ, { users: 1, product: null, sample: null }),
    'no page view has arrived': done(READ, withProduct({})),
    'an ad has no click URL': done(READ, withProduct({ hasAccesses: true, adId: 1 })),
    'nobody clicked': done(READ, withProduct({ adId: 1, clickUrl: '/r/1' })),
    'the state cannot be read': fails(READ),
    'still no page view': done(READ_AGAIN, withProduct({})),
    'the first page view arrives': done(READ_AGAIN, withProduct({ hasAccesses: true })),
    'the read fails': fails(READ_AGAIN),
    'read again': { type: 'reload' },
    'a moment passes': after('pollInterval', 'setupChecklist.facts.known.waiting'),
    'the page is hidden': { type: 'page.hide' },
    'the page is shown again': { type: 'page.show' },
    'create the click URL': { type: 'link' },
    'the click URL is created': done('0.setupChecklist.facts.linking'),
    'the click URL cannot be created': fails('0.setupChecklist.facts.linking'),
    'open a step': { type: 'open', step: 'ad' },
    'skip a step': { type: 'skip', step: 'tag' },
    'restore the step': { type: 'restore', step: 'tag' },
    'fold the checklist': { type: 'view', view: 'folded' },
    'expand the checklist': { type: 'view', view: 'expanded' },
  },
  topics: [
    [
      'there is no product',
      'no page view has arrived',
      'the state cannot be read',
      'read again',
      'still no page view',
      'the first page view arrives',
      'the read fails',
      'a moment passes',
      'the page is hidden',
      'the page is shown again',
    ],
    [
      'an ad has no click URL',
      'no page view has arrived',
      'nobody clicked',
      'create the click URL',
      'the click URL is created',
      'the click URL cannot be created',
      'read again',
      'still no page view',
      'a moment passes',
    ],
    [
      'no page view has arrived',
      'open a step',
      'skip a step',
      'restore the step',
      'fold the checklist',
      'expand the checklist',
    ],
  ],
  factsOf: ({ facts, choice, opened, failure, linkFailure }) => [
    facts,
    choice,
    opened,
    failure !== null,
    linkFailure !== null,
  ],
});
