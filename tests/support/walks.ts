import { expect } from 'vitest';
import { arrowsOf, chartOf } from '../../machines/charts/chart.ts';
import { modelNamed } from '../../machines/charts/models/index.ts';
import type { Model } from '../../machines/charts/model.ts';
import { planOf, type Path } from '../../machines/charts/paths.ts';
import { isLong } from './long.ts';
import { mostOf, toursThrough } from './tours.ts';

/** Leads a screen along the paths of a machine and reads its states from the screen. */
export interface Walker {
  /** Brings the screen to the start of a path. */
  readonly begin: (path: Path) => Promise<unknown>;
  /**
   * The action for each event.
   *
   * @param at the current states
   * @param next the next event of the path
   */
  readonly act: Readonly<Record<string, (at: readonly string[], next: string | undefined) => unknown>>;
  /** Returns those of the given states that the screen does not show. */
  readonly missing: (places: readonly string[]) => Promise<readonly string[]>;
  /** Leaves the screen in any state in which a path ends. */
  readonly end?: (at: readonly string[]) => Promise<unknown>;
  /**
   * The events that the screen offers in a state, when not all. Events that it never offers need not be in
   * `act`.
   */
  readonly offers?: Model['offers'];
  readonly remembers?: Model['remembers'];
  /**
   * Whether every path takes the shortest route from the start, because the screen does not offer what a longer path
   * would do.
   */
  readonly startsAnew?: boolean;
  /** Transitions that no action on the screen can cause, with the reason why they exist. */
  readonly never?: Readonly<Record<string, string>>;
}

/** Builds `missing` from a check for each state. */
export const seenBy =
  (signs: Readonly<Record<string, () => boolean | Promise<boolean>>>): Walker['missing'] =>
  async places => {
    const shown = await Promise.all(places.map(async place => [place, await signs[place]!()] as const));
    return shown.flatMap(([place, isShown]) => (isShown ? [] : [place]));
  };

/**
 * Walks generated paths of a machine that its screen offers, and checks after each step that the screen shows the
 * machine's states. Fails, too, when a transition of the chart is in no path. The long form walks the shortest route to
 * each transition; otherwise the paths are few and long, and reach every state but take most transitions only.
 */
export const walkAll = async (machine: string, walker: Walker): Promise<void> => {
  const { begin, act, missing, end, never = {} } = walker;
  const fullModel = modelNamed(machine);
  const model: Model = {
    ...fullModel,
    offers: (name, at) => name in act && (walker.offers?.(name, at) ?? true),
    remembers: walker.remembers ?? [],
  };
  const plan = isLong || walker.startsAnew === true ? planOf(model, 'shortest').paths : toursThrough(model);
  const arrows = arrowsOf(chartOf(model.machine)).map(({ key }) => key);
  const planned = new Set(
    plan.flatMap(({ begun, steps }) => [...begun, ...steps.flatMap(step => step.taken)]),
  );
  expect(
    arrows.filter(key => !planned.has(key)).toSorted(),
    `${machine}: transitions that no path takes`,
  ).toEqual(Object.keys(never).toSorted());
  const paths = isLong ? plan : mostOf(plan);
  const taken = new Set<string>();
  const seen = new Set<string>();
  for (const path of paths) {
    const words = [path.start, ...path.steps.map(({ eventName }) => eventName)];
    const stands = async (places: readonly string[], at: number) => {
      await expect
        .poll(() => missing(places), {
          message: `${machine} ${path.id}: ${words.slice(0, at + 1).join(' · ')}`,
          interval: 20,
        })
        .toEqual([]);
      places.forEach(place => seen.add(place));
    };
    await begin(path);
    await stands(path.first, 0);
    path.begun.forEach(key => taken.add(key));
    let from = path.first;
    for (const [at, { eventName, places, taken: keys }] of path.steps.entries()) {
      await act[eventName]!(from, path.steps[at + 1]?.eventName);
      await stands(places, at + 1);
      keys.forEach(key => taken.add(key));
      from = places;
    }
    await end?.(from);
  }
  // For the output of the test run.
  process.stdout.write(
    `${machine} on its screen: ${paths.length} paths, ${taken.size} of ${arrows.length} transitions, ${seen.size} places\n`,
  );
};
