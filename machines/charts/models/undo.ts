import { undoMachine } from '../../undo.ts';
import { done, fails, modelOf } from '../model.ts';

export const undoModel = modelOf(undoMachine, {
  starts: { 'rows were deleted': { command: { kind: 'restore', ids: [1] } } },
  events: {
    'the rows are restored': done('0.undo.undoing'),
    'it fails': fails('0.undo.undoing'),
    retry: { type: 'retry' },
  },
});
