import { setup } from 'xstate';

/**
 * What may happen to an installation, and when.
 *
 *     stopped ──start──▶ running ──stop · kill · killDuringBurst──▶ stopped
 *     stopped: rebuild · downgradeJournal · setClock
 *     running: burst · killChild · setClock
 *              ∥ store {answering ⇄ paused; answering: restoreBackup}  ∥  disk {free ⇄ full}
 *
 * A store that is paused and a disk that is full when the program is stopped or killed are in order again at
 * the next start.
 */
export type LifeEvent =
  | {
      readonly type:
        | 'start'
        | 'stop'
        | 'rebuild'
        | 'downgradeJournal'
        | 'pauseStore'
        | 'resumeStore'
        | 'fillDisk'
        | 'freeDisk'
        /** A backup is made while events arrive; the program and its data are lost; the backup is restored. */
        | 'restoreBackup';
    }
  | { readonly type: 'burst'; readonly clicks: number; readonly conversions: number }
  | { readonly type: 'kill' | 'killDuringBurst'; readonly afterMs: number }
  | { readonly type: 'killChild'; readonly index: number }
  /** Shifts the program's clock by hours relative to that of the machine. */
  | { readonly type: 'setClock'; readonly hours: number };

export const installationMachine = setup({
  types: { events: {} as LifeEvent },
  // An event without a change of state is allowed, too.
  actions: { happen: () => undefined },
}).createMachine({
  id: 'installation',
  initial: 'stopped',
  states: {
    stopped: {
      on: {
        start: 'running',
        rebuild: { actions: 'happen' },
        downgradeJournal: { actions: 'happen' },
        setClock: { actions: 'happen' },
      },
    },
    running: {
      type: 'parallel',
      on: {
        stop: 'stopped',
        kill: 'stopped',
        killDuringBurst: 'stopped',
        killChild: { actions: 'happen' },
        burst: { actions: 'happen' },
        setClock: { actions: 'happen' },
      },
      states: {
        store: {
          initial: 'answering',
          states: {
            answering: { on: { pauseStore: 'paused', restoreBackup: { actions: 'happen' } } },
            paused: { on: { resumeStore: 'answering' } },
          },
        },
        disk: {
          initial: 'free',
          states: { free: { on: { fillDisk: 'full' } }, full: { on: { freeDisk: 'free' } } },
        },
      },
    },
  },
});
