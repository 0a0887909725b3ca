import { readdirSync, readFileSync } from 'node:fs';
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
import { sourcesOf } from '../support/sources.ts';

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

test('every machine of the folder is checked', () => {
  const files = readdirSync('machines').filter(file => file.endsWith('.ts'));
  const made = files.flatMap(file =>
    [...readFileSync(`machines/${file}`, 'utf8').matchAll(/export const (\w+Machine) = setup/g)].map(
      ([, name]) => name!,
    ),
  );
  expect(machines.map(({ id }) => `${id}Machine`).sort()).toEqual(made.sort());
});

test('every delay is a named constant', () => {
  const files = readdirSync('machines').filter(file => file.endsWith('.ts'));
  const delays = files.flatMap(file =>
    [...readFileSync(`machines/${file}`, 'utf8').matchAll(/\bdelays: \{[^]*?\n? *\},?\n/g)].map(
      ([text]) => `${file}: ${text}`,
    ),
  );
  expect(delays.length).toBeGreaterThan(5);
  expect(delays.filter(text => /\b[1-9][\d_]+\b/.test(text))).toEqual([]);
});

test('every machine has its chart in its doc comment', () => {
  const files = readdirSync('machines').filter(file => file.endsWith('.ts'));
  const undrawn = files.filter(file => {
    const text = readFileSync(`machines/${file}`, 'utf8');
    return (
      / = setup\(/.test(text) &&
      !/\/\*\*(?:(?!\*\/)[^])*[▶⇄](?:(?!\*\/)[^])*\*\/\nexport const \w+Machine = setup/.test(text)
    );
  });
  expect(undrawn).toEqual([]);
});

test('every actor of a screen can be inspected and recorded, except for pages before the sign-in', () => {
  const making = sourcesOf(['src']).filter(file => readFileSync(file, 'utf8').includes('useActorRef('));
  expect(making.length).toBeGreaterThan(8);
  expect(making.filter(file => !/\bwatched\b/.test(readFileSync(file, 'utf8')))).toEqual([
    'src/screens/accounts/forgot-password.tsx',
  ]);
});
