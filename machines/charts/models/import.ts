import { importMachine } from '../../import.ts';
import { done, fails, modelOf } from '../model.ts';

export const importModel = modelOf(importMachine, {
  events: {
    'choose a file': { type: 'choose', chosen: { name: '費用.csv' } },
    'choose another file': { type: 'chooseAnother' },
    cancel: { type: 'cancel' },
    'the preview is sound': done('0.import.reading', { digest: 'd', error_total: 0 }),
    'the preview has errors': done('0.import.reading', { digest: 'd', error_total: 2 }),
    'the file cannot be read': fails('0.import.reading'),
    apply: { type: 'apply' },
    'it is applied': done('0.import.applying', {}),
    'it cannot be applied': fails('0.import.applying'),
    'try again': { type: 'retry' },
  },
  factsOf: ({ preview }) => preview?.error_total,
});
