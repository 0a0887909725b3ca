import { importingMachine } from '../../importing.ts';
import { done, fails, modelOf } from '../model.ts';

export const importingModel = modelOf(importingMachine, {
  happenings: {
    'choose a file': { type: 'choose', chosen: { name: '費用.csv' } },
    'choose another file': { type: 'another' },
    cancel: { type: 'cancel' },
    'the preview is sound': done('0.importing.reading', { digest: 'd', error_total: 0 }),
    'the preview has errors': done('0.importing.reading', { digest: 'd', error_total: 2 }),
    'the file cannot be read': fails('0.importing.reading'),
    apply: { type: 'apply' },
    'it is applied': done('0.importing.applying', {}),
    'it cannot be applied': fails('0.importing.applying'),
    'try again': { type: 'again' },
  },
  factsOf: ({ preview }) => preview?.error_total,
});
