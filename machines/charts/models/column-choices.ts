import { columnChoicesMachine, RENEWAL_INTERVAL_MS } from '../../column-choices.ts';
import { done, fails, modelOf } from '../model.ts';

const SAVE = '0.columnChoices.saving';
const open = (key: string) => ({ type: 'open', key, unsent: null, unusedMs: null }) as const;

export const columnChoicesModel = modelOf(columnChoicesMachine, {
  events: {
    'a screen without a choice is opened': open('ads'),
    'a screen with a choice of today is opened': { ...open('ads'), unusedMs: RENEWAL_INTERVAL_MS },
    'a screen with a choice of two days ago is opened': { ...open('ads'), unusedMs: 2 * RENEWAL_INTERVAL_MS },
    'a screen with unsent changes is opened': { ...open('cvs'), unsent: { hidden: ['name'] } },
    'a column is hidden': { type: 'change', key: 'ads', changes: { hidden: ['name'] } },
    'the columns of another screen are ordered': { type: 'change', key: 'cvs', changes: { order: ['id'] } },
    'the choice is saved': done(SAVE),
    'the save fails': fails(SAVE),
  },
  factsOf: ({ queue }) => queue,
});
