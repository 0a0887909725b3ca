import type { AnyMachineSnapshot, EventObject, StateValue } from 'xstate';
import { createSanitizer } from './sanitize.ts';

/** The history of one actor, as it is stored while the console runs. */
export interface Life {
  readonly id: string;
  readonly machine: string;
  readonly began: AnyMachineSnapshot;
  /** Number of steps discarded because of the size limit, before the first of `steps`. */
  readonly forgotten: number;
  readonly steps: readonly { readonly event: EventObject; readonly state: AnyMachineSnapshot }[];
}

interface RecordedPosition {
  readonly value: StateValue;
  readonly context: unknown;
  /** The states to which it would return, by ids. */
  readonly history: Readonly<Record<string, readonly string[]>>;
}
/** A life without secrets and personal data, as JSON. */
export interface Recorded {
  readonly id: string;
  readonly machine: string;
  readonly began: RecordedPosition;
  readonly forgotten: number;
  /** After each event: the state, and the errors found in a draft, which only the screen can report. */
  readonly steps: readonly {
    readonly event: unknown;
    readonly value: StateValue;
    readonly faults?: unknown;
  }[];
}
/** Counts up when machines, states or events are renamed, since a recording names them. */
export const RECORDING_VERSION = 2;

/** What a bug report holds. */
export interface Recording {
  readonly kind: 'touchpath.recording';
  readonly version: typeof RECORDING_VERSION;
  readonly actors: readonly Recorded[];
}

const historyOf = ({ historyValue }: AnyMachineSnapshot): RecordedPosition['history'] =>
  Object.fromEntries(Object.entries(historyValue).map(([id, nodes]) => [id, nodes.map(node => node.id)]));

/** Makes a recording of actors. The same text is the same sign in all of them. */
export const recordingOf = (actors: readonly Life[]): Recording => {
  const clean = createSanitizer();
  return {
    kind: 'touchpath.recording',
    version: RECORDING_VERSION,
    actors: actors.map(({ id, machine, began, forgotten, steps }) => ({
      id,
      machine,
      forgotten,
      began: { value: began.value as StateValue, context: clean(began.context), history: historyOf(began) },
      steps: steps.map(({ event, state }) => {
        const { faults } = state.context as { readonly faults?: unknown };
        return {
          event: clean(event),
          value: state.value as StateValue,
          ...(faults !== undefined && { faults: clean(faults) }),
        };
      }),
    })),
  };
};
