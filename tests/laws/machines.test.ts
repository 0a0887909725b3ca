import { describe, expect, test } from 'vitest';
import {
  createActor,
  StateMachine,
  toPromise,
  type AnyActorLogic,
  type AnyStateMachine,
  type AnyStateNode,
} from 'xstate';
import { machines } from '../../machines/index.ts';

const below = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states as Record<string, AnyStateNode>).flatMap(below),
];
const above = (node: AnyStateNode): AnyStateNode[] => (node.parent ? [node, ...above(node.parent)] : [node]);
const leads = (node: AnyStateNode) =>
  [...node.transitions.values(), node.always ?? []].flat().some(transition => transition.target?.length);
const ids = (nodes: readonly AnyStateNode[]) => nodes.map(node => node.id);

describe.each(machines.map(machine => [machine.id, machine as unknown as AnyStateMachine] as const))(
  'the %s machine',
  (_id, machine) => {
    const states = below(machine.root as AnyStateNode);

    test('handles the success and the failure of everything it invokes', () => {
      const answers = (node: AnyStateNode, how: 'done' | 'error', id: string) =>
        node.ownEvents.includes(`xstate.${how}.actor.${id}` as never);
      expect(
        ids(
          states.filter(node =>
            node.invoke.some(({ id }) => !answers(node, 'done', id) || !answers(node, 'error', id)),
          ),
        ),
      ).toEqual([]);
    });

    test('has the tag busy in every state that invokes an actor', () => {
      expect(
        ids(
          states.filter(
            node => node.invoke.length > 0 && !above(node).some(({ tags }) => tags.includes('busy')),
          ),
        ),
      ).toEqual([]);
    });

    test('invokes machines, or ports that fail with their name while they are not provided', async () => {
      const actors = machine.implementations.actors as Readonly<Record<string, AnyActorLogic | undefined>>;
      for (const src of states.flatMap(({ invoke }) => invoke.map(({ src }) => String(src)))) {
        const logic = actors[src]!;
        if (logic instanceof StateMachine) continue;
        await expect(toPromise(createActor(logic, { input: undefined as never }).start())).rejects.toThrow(
          `Nothing is plugged into the port "${src}".`,
        );
      }
    });

    test('has a transition out of every state that is not final', () => {
      const leaves = states.filter(({ type }) => type === 'atomic');
      expect(ids(leaves.filter(node => !above(node).some(leads)))).toEqual([]);
    });

    test('names every delay', () => {
      const unnamed = states.flatMap(node =>
        node.after.filter(({ delay }) => typeof delay === 'number').map(() => node.id),
      );
      expect(unnamed).toEqual([]);
    });
  },
);
