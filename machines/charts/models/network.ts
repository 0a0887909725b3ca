import { networkMachine } from '../../network.ts';
import { modelOf } from '../model.ts';

const line = { 'the network is lost': { type: 'lost' }, 'the network is back': { type: 'found' } } as const;
const pace = {
  'a call begins': { type: 'call.begun', call: { id: 1, readOnly: true } },
  'a call is late': { type: 'call.late', call: { id: 1, readOnly: true } },
  'another call is late': { type: 'call.late', call: { id: 2, readOnly: false } },
  'the call ends': { type: 'call.ended', id: 1 },
  'the other call ends': { type: 'call.ended', id: 2 },
  cancel: { type: 'cancel' },
} as const;

export const networkModel = modelOf(networkMachine, {
  events: { ...line, ...pace },
  topics: [Object.keys(line), Object.keys(pace)],
  factsOf: ({ late }) => late.map(({ id }) => id),
  isEnough: ({ late }) => late.length > 2,
});
