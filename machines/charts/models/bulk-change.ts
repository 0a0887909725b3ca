import { bulkChangeMachine } from '../../bulk-change.ts';
import { done, fails, modelOf } from '../model.ts';

const chosen = (...ids: readonly number[]) =>
  ({ type: 'choose', change: { values: { ad_category: 1 }, ids } }) as const;

export const bulkChangeModel = modelOf(bulkChangeMachine, {
  events: {
    'choose what changes two': chosen(1, 2),
    'choose what changes none': chosen(),
    preview: { type: 'preview' },
    back: { type: 'back' },
    confirm: { type: 'confirm' },
    stop: { type: 'stop' },
    retry: { type: 'retry' },
    close: { type: 'close' },
    'a row is changed': done('0.bulkChange.sending'),
    'a row is refused': fails('0.bulkChange.sending'),
  },
  factsOf: ({ change, remaining, unchanged }) => [change.ids.length, remaining.length, unchanged.length],
});
