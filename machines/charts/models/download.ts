import { downloadMachine } from '../../download.ts';
import { done, fails, modelOf } from '../model.ts';

export const downloadModel = modelOf(downloadMachine, {
  happenings: {
    start: { type: 'start', wanted: { path: 'ads', format: 'csv' } },
    'some of it comes': { type: 'received', progress: { bytes: 1024, rows: 5, total: 10 } },
    'all of it has come': done('0.download.fetching'),
    'it fails': fails('0.download.fetching'),
    cancel: { type: 'cancel' },
    again: { type: 'again' },
    dismiss: { type: 'dismiss' },
  },
});
