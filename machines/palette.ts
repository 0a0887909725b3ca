import { assertEvent, assign, emit, setup, stateIn } from 'xstate';

/**
 * The command palette and the list of keyboard shortcuts.
 *
 *     view  closed ──open──▶ searching { typing ⇄ composing },  closed · searching ──keys──▶ sheet
 *           searching.typing ──choose──▶ closed, `chosen` is emitted;  searching · sheet ──close──▶ closed
 *     keys  enabled ⇄ disabled;  enabled[view closed] ──stroke──▶ enabled, `stroked` is emitted
 *
 * While an input method composes, `choose` and `close` are ignored: its Enter and Escape belong to the composition.
 * Single-letter shortcuts work only with the palette closed, and the user can switch them off (WCAG 2.1.4). The
 * shortcut of the palette has a modifier and always works.
 */
export const paletteMachine = setup({
  types: {
    context: {} as { readonly query: string },
    events: {} as
      | { readonly type: 'open' | 'close' | 'keys' | 'toggle' }
      | { readonly type: 'type'; readonly query: string }
      | { readonly type: 'composition.begin' | 'composition.end' }
      | { readonly type: 'choose'; readonly command: string }
      | { readonly type: 'keys.on' | 'keys.off' }
      | { readonly type: 'stroke'; readonly command: string },
    emitted: {} as { readonly type: 'chosen' | 'stroked'; readonly command: string },
    tags: {} as 'open',
  },
  actions: {
    emitCommand: emit(({ event }) => {
      assertEvent(event, ['choose', 'stroke']);
      return { type: event.type === 'choose' ? 'chosen' : 'stroked', command: event.command } as const;
    }),
  },
  guards: { isClosed: stateIn({ view: 'closed' }) },
}).createMachine({
  id: 'palette',
  type: 'parallel',
  context: { query: '' },
  states: {
    view: {
      initial: 'closed',
      states: {
        closed: {
          entry: assign({ query: '' }),
          on: { open: 'searching', toggle: 'searching', keys: 'sheet' },
        },
        searching: {
          tags: 'open',
          initial: 'typing',
          on: { type: { actions: assign({ query: ({ event }) => event.query }) } },
          states: {
            typing: {
              on: {
                'composition.begin': 'composing',
                choose: { target: '#palette.view.closed', actions: 'emitCommand' },
                close: '#palette.view.closed',
                toggle: '#palette.view.closed',
                keys: '#palette.view.sheet',
              },
            },
            composing: { on: { 'composition.end': 'typing' } },
          },
        },
        sheet: {
          tags: 'open',
          on: { close: 'closed', keys: 'closed', open: 'searching', toggle: 'searching' },
        },
      },
    },
    keys: {
      initial: 'enabled',
      states: {
        enabled: { on: { 'keys.off': 'disabled', stroke: { guard: 'isClosed', actions: 'emitCommand' } } },
        disabled: { on: { 'keys.on': 'enabled' } },
      },
    },
  },
});
