import type { Draft, Faults } from '../../draft.ts';
import { editorMachine } from '../../editor.ts';
import { done, fails, modelOf } from '../model.ts';

const check = ({ name }: Draft): Faults => (name === '' ? { name: [{ code: 'required' }] } : {});
const blank = { name: '' };

export const editorModel = modelOf(editorMachine, {
  starts: {
    'a new record': { id: null, blank, check },
    'a record that is there': { id: '7', blank, check },
    'a form that was left': { id: null, blank, check, storesDraft: true },
  },
  events: {
    'it is found': done('0.editor.recalling', { at: 0, fields: { name: '途中 é' } }),
    'nothing is found': done('0.editor.recalling', null),
    'it cannot be looked for': fails('0.editor.recalling'),
    'it is loaded': done('0.editor.opening', { name: '広告 é', version: 1 }),
    'it cannot be loaded': fails('0.editor.opening', { kind: 'missing', code: 'not_found' }),
    'type a name': { type: 'change', field: 'name', value: '山田' },
    'clear the name': { type: 'change', field: 'name', value: '' },
    'leave the field': { type: 'leave', field: 'name' },
    save: { type: 'save' },
    'it is saved': done('0.editor.saving', { id: 7 }),
    'the server refuses it': fails('0.editor.saving', {
      kind: 'invalid',
      code: 'invalid',
      fields: { name: [{ code: 'taken' }] },
    }),
    'somebody else was first': fails('0.editor.saving', { kind: 'conflict', code: 'conflict' }),
    'theirs is there': done('0.editor.comparing', { name: 'Théo', version: 2 }),
    'theirs has no name': done('0.editor.comparing', { name: '', version: 2 }),
    'theirs cannot be loaded': fails('0.editor.comparing'),
    'take mine': { type: 'take', field: 'name', side: 'mine' },
    'take theirs': { type: 'take', field: 'name', side: 'theirs' },
    'go on editing': { type: 'keep' },
    close: { type: 'close' },
    discard: { type: 'discard' },
    'try again': { type: 'retry' },
    'restore it': { type: 'restore' },
    'forget it': { type: 'forget' },
  },
  factsOf: ({ draft, original, theirs, taken, stored, faults, failure }) => [
    draft,
    original,
    theirs,
    taken,
    stored !== null,
    Object.keys(faults),
    failure?.code,
  ],
});
