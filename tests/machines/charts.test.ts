import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createMachine, type AnyStateMachine } from 'xstate';
import { arrowsOf, boxesOf, chartOf } from '../../machines/charts/chart.ts';
import { configOf } from '../../machines/charts/config.ts';
import { documentOf } from '../../machines/charts/document.ts';
import { drawn } from '../../machines/charts/layout.ts';
import { mermaidOf } from '../../machines/charts/mermaid.ts';
import { models } from '../../machines/charts/models/index.ts';
import { svgOf } from '../../machines/charts/svg.ts';
import { machines } from '../../machines/index.ts';

describe.each(machines.map(machine => [machine.id, chartOf(machine as unknown as AnyStateMachine)] as const))(
  'the chart of %s',
  (id, chart) => {
    test('survives an export as JSON: the import has the same states and transitions', () => {
      const again = createMachine(JSON.parse(JSON.stringify(configOf(chart))) as object);
      expect(chartOf(again)).toEqual(chart);
    });

    test('names each transition once', () => {
      const keys = arrowsOf(chart).map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    });

    test('is drawn with every state inside its parent and no overlap', () => {
      const { placed, width, height } = drawn(chart);
      expect(placed.map(({ box }) => box.id).sort()).toEqual(
        boxesOf(chart)
          .map(box => box.id)
          .sort(),
      );
      for (const one of placed) {
        expect(one.x + one.width).toBeLessThanOrEqual(width);
        expect(one.y + one.height).toBeLessThanOrEqual(height);
        for (const other of placed.filter(
          ({ box }) =>
            box !== one.box && !box.id.startsWith(`${one.box.id}.`) && !one.box.id.startsWith(`${box.id}.`),
        )) {
          const apart =
            one.x + one.width <= other.x ||
            other.x + other.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y;
          expect(apart, `${one.box.id} and ${other.box.id}`).toBe(true);
        }
      }
      const svg = svgOf(drawn(chart), id);
      expect(svg.match(/<rect/g)).toHaveLength(placed.length);
      expect(svg).not.toContain('NaN');
    });

    test('contains every transition in Mermaid', () => {
      const text = mermaidOf(chart);
      expect(text.match(/ --> | → stays/g)!.length).toBeGreaterThanOrEqual(arrowsOf(chart).length);
    });
  },
);

test('docs/machines.md is up to date (else: npm run machines)', () => {
  expect(readFileSync('docs/machines.md', 'utf8') === documentOf(models)).toBe(true);
});
