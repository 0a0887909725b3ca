import { downloadMachine } from '../../download.ts';
import { done, fails, modelOf } from '../model.ts';

export const downloadModel = modelOf(downloadMachine, {
  events: {
    start: { type: 'start', file: { path: 'ads', format: 'csv' } },
    'some of it comes': { type: 'received', progress: { bytes: 1024, rows: 5, total: 10 } },
    'all of it has come': done('0.download.fetching'),
    'it fails': fails('0.download.fetching'),
    cancel: { type: 'cancel' },
    retry: { type: 'retry' },
    dismiss: { type: 'dismiss' },
  },
});
