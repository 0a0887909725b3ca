import { consoleMachine } from '../../console.ts';
import { after, done, fails, modelOf, type ActorEvent } from '../model.ts';

/** A snapshot of the session with only the properties that the guards of the console read. */
const session = (state: 'active' | 'out' | 'left' | 'busy'): ActorEvent => ({
  type: 'xstate.snapshot.session',
  snapshot: {
    value: state,
    context: { signedOutByChoice: state === 'left' },
    matches: (name: string) => name === state,
    hasTag: (tag: string) => tag === 'out' && (state === 'out' || state === 'left'),
    toJSON: () => ({ value: state }),
  },
});
const known = {
  profile: { id: 1, agency: null },
  role: { base: 'admin' },
  lists: { product: [{ id: 7 }] },
  totals: {},
};
const self = (base: string) => ({ profile: { id: 1, agency: null }, role: { base } });

export const consoleModel = modelOf(consoleMachine, {
  starts: { 'open the page': { locale: 'ja', texts: {} } },
  events: {
    'the session is there': session('active'),
    'the session is over': session('out'),
    'the user signs out': session('left'),
    'the start is through': done('startup', known),
    'the second factor is missing': done('startup', {
      ...known,
      profile: { ...known.profile, lacksSecondFactor: true },
    }),
    'the second factor is set up': { type: 'secondFactor.enabled' },
    'the start fails': fails('startup'),
    'try again': { type: 'retry' },
    'choose a product': { type: 'product.choose', id: 7 },
    'choose a product that one may not see': { type: 'product.choose', id: 8 },
    'the own user is changed': { type: 'self.changed' },
    'rows of lists are changed': { type: 'lists.changed', lists: ['product', 'ad'] },
    'entries are shown that a list lacks': { type: 'entries.wanted', entries: { ad: [9] } },
    'the news come': done('renewal', {
      self: self('admin'),
      lists: {},
      totals: {},
      entries: {},
      deleted: {},
    }),
    'the news limit otherwise': done('renewal', {
      self: self('user'),
      lists: {},
      totals: {},
      entries: {},
      deleted: {},
    }),
    'the news are without products': done('renewal', {
      self: null,
      lists: { product: [] },
      totals: {},
      entries: {},
      deleted: {},
    }),
    'the news fail': fails('renewal'),
    'some time passes': after('retryDelay', 'console.open.stale'),
    'it is the same user': done('identification', { id: 1 }),
    'it is another user': done('identification', { id: 2 }),
    'the user cannot be identified': fails('identification'),
  },
  factsOf: context => [
    context.data !== null,
    context.product,
    context.failure?.code,
    context.stale,
    context.data?.lists.product.length,
    context.data?.role.base,
  ],
});
