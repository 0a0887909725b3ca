import { languageMachine } from '../../language.ts';
import { done, fails, modelOf } from '../model.ts';

export const languageModel = modelOf(languageMachine, {
  starts: { 'Japanese at the door': { locale: 'ja', texts: {} } },
  events: {
    'choose English': { type: 'choose', locale: 'en' },
    'choose Japanese': { type: 'choose', locale: 'ja' },
    enter: { type: 'need', parts: ['shell'] },
    'the texts come': done('0.language.loading', {}),
    'the texts cannot be had': fails('0.language.loading'),
  },
  factsOf: ({ locale, parts, requested, failure }) => [locale, parts, requested, failure !== null],
});
