import { paletteMachine } from '../../palette.ts';
import { modelOf } from '../model.ts';

export const paletteModel = modelOf(paletteMachine, {
  events: {
    open: { type: 'open' },
    'press the key of the palette': { type: 'toggle' },
    'open the shortcuts': { type: 'keys' },
    close: { type: 'close' },
    type: { type: 'type', query: '広告' },
    'begin to compose': { type: 'composition.begin' },
    'the word is composed': { type: 'composition.end' },
    'choose a command': { type: 'choose', command: 'go.dashboard' },
    'press the key of a command': { type: 'stroke', command: 'go.dashboard' },
    'turn single keys off': { type: 'keys.off' },
    'turn single keys on': { type: 'keys.on' },
  },
});
