import { describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { reachedBy } from '../../machines/charts/graph.ts';
import { models } from '../../machines/charts/models/index.ts';
import { coverageOf, planOf, STRATEGIES } from '../../machines/charts/paths.ts';
import { unspokenEvents, WORDS, wordsNeeded } from '../../machines/charts/words.ts';
import { machines } from '../../machines/index.ts';
import { isLong } from '../support/long.ts';

const plans = models.map(model => ({ model, plan: planOf(model, 'shortest') }));

describe.each(plans.map(({ model, plan }) => [model.machine.id, model, plan] as const))(
  'the test paths of %s',
  (_id, model, plan) => {
    test('reach every state and take every transition', () => {
      expect([plan.coverage.unseenStates, plan.coverage.untaken]).toEqual([[], []]);
    });

    test('include an example of every event', () => {
      expect(unspokenEvents(model)).toEqual([]);
    });

    test('have unique ids', () => {
      expect(new Set(plan.paths.map(({ id }) => id)).size).toBe(plan.paths.length);
    });

    test.each(Object.keys(WORDS) as (keyof typeof WORDS)[])('are described completely in %s', locale => {
      expect(wordsNeeded(model, plan).filter(id => !WORDS[locale][id])).toEqual([]);
    });
  },
);

test.each(models.map(model => [model.machine.id, model] as const))(
  '%s has no dead end: every active state has a transition to another state',
  (_, model) => {
    const edges = Object.keys(model.starts).flatMap(start =>
      model.topics.flatMap(topic => reachedBy(model, start, topic).edges),
    );
    const valueOf = (state: AnyMachineSnapshot) => JSON.stringify(state.value);
    const open = new Set(
      edges
        .flatMap(({ before, after }) => [before, after])
        .filter(({ status }) => status === 'active')
        .map(valueOf),
    );
    const left = new Set(
      edges
        .filter(({ before, after }) => valueOf(before) !== valueOf(after))
        .map(({ before }) => valueOf(before)),
    );
    // A machine with a single active state has no other state to reach.
    expect(open.size === 1 ? [] : [...open].filter(value => !left.has(value))).toEqual([]);
  },
);

test('every machine has a model', () => {
  expect(models.map(({ machine }) => machine.id).sort()).toEqual(machines.map(({ id }) => id).sort());
});

test('the words of paths have the same ids in all languages, and none is unused', () => {
  const needed = new Set(plans.flatMap(({ model, plan }) => wordsNeeded(model, plan)));
  for (const words of Object.values(WORDS)) {
    expect(Object.keys(words)).toEqual(Object.keys(WORDS.ja));
    expect(Object.keys(words).filter(id => !id.startsWith('plan.') && !needed.has(id))).toEqual([]);
  }
});

test('the coverage of paths names a transition that no path takes', () => {
  const {
    model,
    plan: { paths },
  } = plans.find(({ plan }) => plan.machine === 'confirm')!;
  expect(
    coverageOf(
      model,
      paths.filter(({ steps }) => steps.every(({ eventName }) => eventName !== 'it fails')),
    ).untaken,
  ).toEqual(['confirm.running xstate.error.actor.0.confirm.running']);
});

/** Machines whose random walks take seconds until they have met every transition: in the long form only. */
const LONG_WALKS: ReadonlySet<string> = new Set(isLong ? [] : ['recomputation']);

test.each(plans.map(({ model, plan }) => [model.machine.id, model, plan] as const))(
  'no strategy generates a path of %s twice, and random paths take every transition too',
  (machine, model, shortest) => {
    for (const strategy of STRATEGIES) {
      if (strategy === 'random' && LONG_WALKS.has(machine)) continue;
      const { paths, coverage } = strategy === 'shortest' ? shortest : planOf(model, strategy);
      expect(new Set(paths.map(({ id }) => id)).size, strategy).toBe(paths.length);
      if (strategy === 'random') expect([coverage.unseenStates, coverage.untaken]).toEqual([[], []]);
    }
  },
);

test('the generated paths are deterministic, random ones for the same seed', () => {
  const { model, plan } = plans.find(({ plan: { machine } }) => machine === 'session')!;
  expect(planOf(model, 'shortest')).toEqual(plan);
  expect(planOf(model, 'simple').coverage.transitions).toBe(1);
  expect(planOf(model, 'random', 7)).toEqual(planOf(model, 'random', 7));
  expect(planOf(model, 'random', 7).paths[0]!.id).not.toBe(planOf(model, 'random', 8).paths[0]!.id);
});
