import type { AnyMachineSnapshot, EventObject, StateValue } from 'xstate';
import { createSanitizer } from './sanitize.ts';

/** The history of one actor, which the running console stores. */
export interface ActorHistory {
  readonly id: string;
  readonly machine: string;
  readonly first: AnyMachineSnapshot;
  /** Number of older steps that were discarded because of the size limit. */
  readonly dropped: number;
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
  readonly first: RecordedPosition;
  readonly dropped: number;
  /** State after each event, and the errors found in a draft: only the screen can compute those. */
  readonly steps: readonly {
    readonly event: unknown;
    readonly value: StateValue;
    readonly faults?: unknown;
  }[];
}
/** Incremented when machines, states or events are renamed, because a recording contains their names. */
export const RECORDING_VERSION = 3;

/** Content of a bug report. */
export interface Recording {
  readonly kind: 'touchpath.recording';
  readonly version: typeof RECORDING_VERSION;
  readonly actors: readonly Recorded[];
}

const historyOf = ({ historyValue }: AnyMachineSnapshot): RecordedPosition['history'] =>
  Object.fromEntries(Object.entries(historyValue).map(([id, nodes]) => [id, nodes.map(node => node.id)]));

/** Creates a recording of actors. Equal texts get equal placeholders in all actors. */
export const recordingOf = (actors: readonly ActorHistory[]): Recording => {
  const clean = createSanitizer();
  return {
    kind: 'touchpath.recording',
    version: RECORDING_VERSION,
    actors: actors.map(({ id, machine, first, dropped, steps }) => ({
      id,
      machine,
      dropped,
      first: { value: first.value as StateValue, context: clean(first.context), history: historyOf(first) },
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
