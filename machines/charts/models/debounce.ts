import { debounceMachine } from '../../debounce.ts';
import { after, modelOf } from '../model.ts';

export const debounceModel = modelOf(debounceMachine, {
  starts: { 'an empty box': { text: '' } },
  events: {
    type: { type: 'type', text: '広告' },
    'others say what is in it': { type: 'set', text: 'é' },
    'begin to compose': { type: 'compose' },
    'the word is composed': { type: 'composed' },
    'press Enter': { type: 'send' },
    'the typing rests': after('typingPause', 'debounce.typing'),
  },
  factsOf: ({ text, sent }) => [text, sent],
});
