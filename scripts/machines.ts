import { mkdirSync, writeFileSync } from 'node:fs';
import { machines } from '../machines/index.ts';
import { chartOf } from '../machines/charts/chart.ts';
import { configOf } from '../machines/charts/config.ts';
import { documentOf } from '../machines/charts/document.ts';
import { drawn } from '../machines/charts/layout.ts';
import { mermaidOf } from '../machines/charts/mermaid.ts';
import { models } from '../machines/charts/models/index.ts';
import { svgOf } from '../machines/charts/svg.ts';

/**
 * Writes every machine of the console as JSON (for the visualizer), as a Mermaid diagram and as an SVG file, and renews
 * docs/machines.md.
 *
 *     npm run machines            into dist/machines
 *     npm run machines -- FOLDER
 */
const folder = process.argv[2] ?? 'dist/machines';
mkdirSync(folder, { recursive: true });
for (const machine of machines) {
  const chart = chartOf(machine as never);
  const write = (kind: string, text: string) => writeFileSync(`${folder}/${machine.id}.${kind}`, text);
  write('json', `${JSON.stringify(configOf(chart), null, 2)}\n`);
  write('mmd', mermaidOf(chart));
  write('svg', svgOf(drawn(chart), machine.id));
}
writeFileSync('docs/machines.md', documentOf(models));
process.stdout.write(
  `${machines.length} machines were written to ${folder}, each as .json, .mmd and .svg. docs/machines.md is up to date.\n`,
);
