import { adjustmentMachine } from '../../adjustment.ts';
import { modelOf } from '../model.ts';

export const adjustmentModel = modelOf(adjustmentMachine, {
  events: {
    'two ads are selected': { type: 'select', keys: ['1', '2'] },
    clear: { type: 'clear' },
    'one ad is adjusted': { type: 'adjust', keys: ['1'] },
    'the selected ads are adjusted': { type: 'adjust', keys: ['1', '2'] },
    'the adjustments of the selected ads are removed': { type: 'remove', keys: ['1', '2'] },
    save: { type: 'save', adjustment: { unit: '1', amount: 10 } },
    close: { type: 'close' },
  },
  factsOf: ({ selected, adjusting }) => [selected.length > 0, adjusting.length],
});
