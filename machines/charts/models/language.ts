import { languageMachine } from '../../language.ts';
import { done, fails, modelOf } from '../model.ts';

export const languageModel = modelOf(languageMachine, {
  starts: { 'Japanese at the door': { locale: 'ja', texts: {} } },
  happenings: {
    'choose English': { type: 'choose', locale: 'en' },
    'choose Japanese': { type: 'choose', locale: 'ja' },
    enter: { type: 'need', parts: ['house'] },
    'the texts come': done('0.language.learning', {}),
    'the texts cannot be had': fails('0.language.learning'),
  },
  factsOf: ({ locale, parts, wanted, failure }) => [locale, parts, wanted, failure !== null],
});
