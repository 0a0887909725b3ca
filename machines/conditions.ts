import { assign, emit, setup } from 'xstate';

/** Conditions as the address names them, divided by the selected product. */
export interface ReadConditions {
  readonly conditions: readonly object[];
  /** Conditions that rows of the product can satisfy, without values of other products. */
  readonly own: readonly object[];
  /** Fields whose condition named only records of other products. */
  readonly foreign: readonly string[];
}

/**
 * The conditions of a list or log, and the removal of those that name records of another product: the rows would be
 * missing without a visible reason.
 *
 *     any ──read[every value is of the product]──▶ valid
 *     any ──read──▶ correcting (`corrected` is emitted: the address is replaced, which is read again)
 *
 * The address owns the conditions; the machine decides what leaves it, and announces each removal once.
 */
export const conditionsMachine = setup({
  types: {
    context: {} as Pick<ReadConditions, 'own' | 'foreign'>,
    events: {} as { readonly type: 'read' } & ReadConditions,
    emitted: {} as { readonly type: 'corrected' } & Pick<ReadConditions, 'own' | 'foreign'>,
  },
  guards: {
    isValid: (_, { conditions, own }: ReadConditions) => JSON.stringify(own) === JSON.stringify(conditions),
  },
  actions: {
    setConditions: assign((_, { own, foreign }: ReadConditions) => ({ own, foreign })),
  },
}).createMachine({
  id: 'conditions',
  context: { own: [], foreign: [] },
  initial: 'unread',
  on: {
    read: [
      {
        guard: { type: 'isValid', params: ({ event }) => event },
        target: '.valid',
        actions: { type: 'setConditions', params: ({ event }) => event },
      },
      {
        target: '.correcting',
        reenter: true,
        actions: { type: 'setConditions', params: ({ event }) => event },
      },
    ],
  },
  states: {
    unread: {},
    valid: {},
    correcting: {
      entry: emit(({ context: { own, foreign } }) => ({ type: 'corrected' as const, own, foreign })),
    },
  },
});
