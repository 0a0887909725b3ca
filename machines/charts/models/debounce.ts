import { typingMachine } from '../../debounce.ts';
import { after, modelOf } from '../model.ts';

export const typingModel = modelOf(typingMachine, {
  starts: { 'an empty box': { text: '' } },
  happenings: {
    type: { type: 'type', text: '広告' },
    'others say what is in it': { type: 'put', text: 'é' },
    'begin to compose': { type: 'compose' },
    'the word is composed': { type: 'composed' },
    'press Enter': { type: 'send' },
    'the typing rests': after('aWhile', 'typing.typing'),
  },
  factsOf: ({ text, sent }) => [text, sent],
});
