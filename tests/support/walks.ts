import { expect } from 'vitest';
import { arrowsOf, chartOf } from '../../machines/charts/chart.ts';
import { modelNamed } from '../../machines/charts/models/index.ts';
import type { Model } from '../../machines/charts/model.ts';
import { planOf, type Path } from '../../machines/charts/paths.ts';

/** How a screen is led along the paths of one machine, and how one sees there where it stands. */
export interface Walker {
  /** Brings the screen to where a path begins. */
  readonly begin: (path: Path) => Promise<unknown>;
  /**
   * What is done so that something happens.
   *
   * @param at where the screen stands
   * @param next what the path goes on with
   */
  readonly act: Readonly<Record<string, (at: readonly string[], next: string | undefined) => unknown>>;
  /** Of some places those that the screen does not show. */
  readonly missing: (places: readonly string[]) => Promise<readonly string[]>;
  /** Leaves the screen wherever a path ended. */
  readonly end?: (at: readonly string[]) => Promise<unknown>;
  /** What the screen has a way for, where that is not everything; what it never has need not be in `act`. */
  readonly offers?: Model['offers'];
  readonly remembers?: Model['remembers'];
  /** Transitions that nothing outside can bring about, each with the reason why it is there. */
  readonly never?: Readonly<Record<string, string>>;
}

/** What is missing, by what each place is known on the screen. */
export const seenBy =
  (signs: Readonly<Record<string, () => boolean | Promise<boolean>>>): Walker['missing'] =>
  async places => {
    const shown = await Promise.all(places.map(async place => [place, await signs[place]!()] as const));
    return shown.flatMap(([place, isShown]) => (isShown ? [] : [place]));
  };

/**
 * Walks every path that is generated of a machine, of what its screen offers, and looks after each step
 * whether the screen shows where the machine must
 * stand. Fails where it does not, and where a transition of the chart is left that was not taken.
 */
export const walkAll = async (machine: string, walker: Walker): Promise<void> => {
  const { begin, act, missing, end, never = {} } = walker;
  const fullModel = modelNamed(machine);
  const model: Model = {
    ...fullModel,
    offers: (name, at) => name in act && (walker.offers?.(name, at) ?? true),
    remembers: walker.remembers ?? [],
  };
  const { paths } = planOf(model, 'shortest');
  const taken = new Set<string>();
  const seen = new Set<string>();
  for (const path of paths) {
    const words = [path.start, ...path.steps.map(({ happening }) => happening)];
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
    for (const [at, { happening, places, taken: keys }] of path.steps.entries()) {
      await act[happening]!(from, path.steps[at + 1]?.happening);
      await stands(places, at + 1);
      keys.forEach(key => taken.add(key));
      from = places;
    }
    await end?.(from);
  }
  const arrows = arrowsOf(chartOf(model.machine)).map(({ key }) => key);
  // For the report of the run.
  process.stdout.write(
    `${machine} on its screen: ${paths.length} paths, ${taken.size} of ${arrows.length} transitions, ${seen.size} places\n`,
  );
  expect(
    arrows.filter(key => !taken.has(key)).toSorted(),
    `${machine}: transitions that no path took`,
  ).toEqual(Object.keys(never).toSorted());
};
