import type { AnyMachineSnapshot, AnyStateMachine, EventObject, StateValue } from 'xstate';
import { placesOf } from './places.ts';
import { RECORDING_VERSION, type Recorded, type Recording } from './record.ts';
import { revived } from './sanitize.ts';
import { stepsOf } from './step.ts';

/** One step of a replay: the recorded states and the present ones. */
export interface Replayed {
  readonly event: string;
  readonly was: readonly string[];
  readonly is: readonly string[];
  readonly agrees: boolean;
}

/** @throws {TypeError} when the text is not a valid recording; the message names the defect */
export const readRecording = (text: string): Recording => {
  const wrong = (what: string) => new TypeError(`This is not a recording: ${what}.`);
  const parsed = parse(text);
  if (
    typeof parsed !== 'object' ||
    parsed === null ||
    !('kind' in parsed) ||
    parsed.kind !== 'touchpath.recording'
  )
    throw wrong('it does not say so');
  if (!('version' in parsed) || typeof parsed.version !== 'number') throw wrong('it has no version');
  if (parsed.version !== RECORDING_VERSION)
    throw new TypeError(
      `The recording is of version ${parsed.version}, and this release replays version ${RECORDING_VERSION}: replay it with the release that made it.`,
    );
  if (!('actors' in parsed) || !Array.isArray(parsed.actors)) throw wrong('it has no actors');
  return parsed as Recording;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

/** Replays the recorded events of a machine with the recorded answers; no call is made. */
export const replay = (machine: AnyStateMachine, { first, steps }: Recorded): readonly Replayed[] => {
  const { step } = stepsOf(machine);
  let faults: unknown = {};
  // The screen validates a draft, so its errors are taken from the recording.
  const functionOf = (key: string) => (key === 'check' ? () => faults : () => undefined);
  const history = Object.fromEntries(
    Object.entries(first.history).map(([id, nodes]) => [
      id,
      nodes.map(node => machine.getStateNodeById(node)),
    ]),
  );
  let state: AnyMachineSnapshot = machine.resolveState({
    value: first.value,
    context: revived(first.context, functionOf) as never,
    historyValue: history,
  } as never);
  return steps.map(({ event, value, faults: found = {} }) => {
    faults = found;
    const received = revived(event, functionOf) as EventObject;
    state = step(state, received).next;
    const [was, is] = [placesOf(value), placesOf(state.value as StateValue)];
    return { event: received.type, was, is, agrees: JSON.stringify(was) === JSON.stringify(is) };
  });
};
