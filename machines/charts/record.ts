import type { AnyMachineSnapshot, EventObject, StateValue } from 'xstate';
import { createSanitizer } from './sanitize.ts';

/** The history of one actor, which the running console stores. */
export interface Life {
  readonly id: string;
  readonly machine: string;
  readonly began: AnyMachineSnapshot;
  /** Number of older steps that were discarded because of the size limit. */
  readonly forgotten: number;
  readonly steps: readonly { readonly event: EventObject; readonly state: AnyMachineSnapshot }[];
}

interface RecordedPosition {
  readonly value: StateValue;
  readonly context: unknown;
  /** Ids of the states that each history state restores. */
  readonly history: Readonly<Record<string, readonly string[]>>;
}
/** The history of an actor as JSON, without secrets and personal data. */
export interface Recorded {
  readonly id: string;
  readonly machine: string;
  readonly began: RecordedPosition;
  readonly forgotten: number;
  /** State after each event, and the errors found in a draft: only the screen can compute those. */
  readonly steps: readonly {
    readonly event: unknown;
    readonly value: StateValue;
    readonly faults?: unknown;
  }[];
}
/** Incremented when machines, states or events are renamed, because a recording contains their names. */
export const RECORDING_VERSION = 2;

/** Content of a bug report. */
export interface Recording {
  readonly kind: 'touchpath.recording';
  readonly version: typeof RECORDING_VERSION;
  readonly actors: readonly Recorded[];
}

const historyOf = ({ historyValue }: AnyMachineSnapshot): RecordedPosition['history'] =>
  Object.fromEntries(Object.entries(historyValue).map(([id, nodes]) => [id, nodes.map(node => node.id)]));

/** Creates a recording of actors. Equal texts get equal placeholders in all actors. */
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
