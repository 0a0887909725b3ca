import { conditionsMachine } from '../../conditions.ts';
import { modelOf } from '../model.ts';

const device = { field: 'device', op: 'exact', value: 'mobile' };
const ads = (value: string) => ({ field: 'ad_id', op: 'in', value });

export const conditionsModel = modelOf(conditionsMachine, {
  events: {
    'conditions of the product are read': {
      type: 'read',
      conditions: [device],
      own: [device],
      foreign: [],
    },
    'a condition of another product is read': {
      type: 'read',
      conditions: [device, ads('9')],
      own: [device],
      foreign: ['ad_id'],
    },
    'a value of another product is read': {
      type: 'read',
      conditions: [ads('1,9')],
      own: [ads('1')],
      foreign: [],
    },
  },
});
