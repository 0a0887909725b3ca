import { inquiryMachine } from '../../query.ts';
import { after, done, fails, modelOf } from '../model.ts';

export const inquiryModel = modelOf(inquiryMachine, {
  starts: { 'a question': { question: {} } },
  happenings: {
    'the answer comes': done('0.inquiry.asking', {}),
    'no answer comes': fails('0.inquiry.asking'),
    'ask something else': { type: 'ask', question: { page: 2 } },
    again: { type: 'again' },
    'a second passes': after('inASecond', 'inquiry.asking.prompt'),
    'give up': { type: 'giveUp' },
  },
});
