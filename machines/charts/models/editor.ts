import { editorMachine, type Draft, type Faults } from '../../editor.ts';
import { done, fails, modelOf } from '../model.ts';

const check = ({ name }: Draft): Faults => (name === '' ? { name: [{ code: 'required' }] } : {});
const blank = { name: '' };

export const editorModel = modelOf(editorMachine, {
  starts: { 'a new record': { id: null, blank, check }, 'a record that is there': { id: '7', blank, check } },
  happenings: {
    'it is loaded': done('0.editor.opening', { name: '広告 é', version: 1 }),
    'it cannot be loaded': fails('0.editor.opening', { kind: 'missing', code: 'not_found' }),
    'type a name': { type: 'change', field: 'name', value: '山田' },
    'clear the name': { type: 'change', field: 'name', value: '' },
    'leave the field': { type: 'leave', field: 'name' },
    save: { type: 'save' },
    'it is saved': done('0.editor.saving', { id: 7 }),
    'the server refuses it': fails('0.editor.saving', { kind: 'invalid', code: 'invalid', fields: { name: [{ code: 'taken' }] } }),
    'somebody else was first': fails('0.editor.saving', { kind: 'conflict', code: 'conflict' }),
    'theirs is there': done('0.editor.comparing', { name: 'Théo', version: 2 }),
    'theirs has no name': done('0.editor.comparing', { name: '', version: 2 }),
    'theirs cannot be loaded': fails('0.editor.comparing'),
    'take mine': { type: 'take', field: 'name', side: 'mine' },
    'take theirs': { type: 'take', field: 'name', side: 'theirs' },
    'go on editing': { type: 'keep' },
    close: { type: 'close' }, discard: { type: 'discard' }, 'try again': { type: 'again' },
  },
  told: ({ draft, original, theirs, taken, faults, failure }) => [draft, original, theirs, taken, Object.keys(faults), failure?.code],
});
