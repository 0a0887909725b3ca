import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { arrowsOf, chartOf } from '../../machines/charts/chart.ts';
import { models } from '../../machines/charts/models/index.ts';
import { planOf } from '../../machines/charts/paths.ts';
import { FORMATS, printed } from '../../machines/charts/print.ts';
import { replay } from '../../machines/charts/replay.ts';
import { LOCALES } from '../../machines/language.ts';
import { createActorRegistry } from '../../src/console/actor-registry.ts';
import { play, recorded } from '../support/recorded-machine.ts';

/** Values of the models that stand for names, passwords, tokens or typed texts. */
const PERSONAL = /パス ワード|例え|access-one|refresh-one|山田|広告|Théo|重複|費用|"demo"/;

/**
 * Runs every generated path on the real machine; the path determines the answers of the ports and the clock.
 */
describe.each(models.map(model => [model.machine.id, model] as const))(
  'the running machine %s',
  (_id, model) => {
    const { paths } = planOf(model, 'shortest');
    const walked = new Set<string>();

    test.each(
      paths.map(path => [path.id, path.steps.map(({ eventName }) => eventName).join(' · '), path] as const),
    )('walks %s: %s', async (_path, _steps, path) => {
      const registry = createActorRegistry();
      const { places, taken } = await play(model, path, registry.watch);
      expect(places).toEqual([path.first, ...path.steps.map(step => step.places)]);
      expect(taken.slice(1)).toEqual(path.steps.map(step => step.taken));
      taken.flat().forEach(key => walked.add(key));

      // A replay of the recording reaches the same states, and the recording has no personal data.
      const {
        actors: [life],
      } = recorded(registry, model.machine.id);
      const steps = life!.steps.filter(
        ({ event }) => (event as { readonly type: string }).type !== 'xstate.stop',
      );
      expect(replay(model.machine, { ...life!, steps }).filter(({ agrees }) => !agrees)).toEqual([]);
      expect(JSON.stringify(life)).not.toMatch(PERSONAL);
    });

    test('has taken every transition of its chart after all paths', () => {
      expect(
        arrowsOf(chartOf(model.machine))
          .map(({ key }) => key)
          .filter(key => !walked.has(key)),
      ).toEqual([]);
    });
  },
);

const approvalModel = models.find(({ machine }) => machine.id === 'cvApproval')!;
const plan = planOf(approvalModel, 'shortest');
test.each(FORMATS.flatMap(format => LOCALES.map(locale => [format, locale] as const)))(
  'paths are printed as %s in %s, with a text for every step',
  (format, locale) => {
    const text = printed(plan, format, locale, 1);
    expect(text).not.toMatch(/cvApproval\.(?:at|step|start)\.|\{\w+\}/);
    for (const { id } of plan.paths) expect(text).toContain(id);
    const steps = plan.paths.reduce((sum, path) => sum + path.steps.length + 1, 0);
    if (format === 'csv') expect(parse(text, { bom: true })).toHaveLength(steps + 1);
    if (format === 'md') expect(text.match(/^\| \d+ \|/gm)).toHaveLength(steps);
  },
);

test('a path keeps its id as long as its steps stay', () => {
  const less = planOf(
    {
      ...approvalModel,
      topics: [Object.keys(approvalModel.events).filter(name => name !== 'acknowledge')],
    },
    'shortest',
  );
  const ids = new Set(plan.paths.map(({ id }) => id));
  expect(less.paths.some(({ id }) => ids.has(id))).toBe(true);
  expect(less.coverage.untaken).toEqual(['cvApproval.partial acknowledge']);
});
