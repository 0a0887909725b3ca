import { mkdirSync, writeFileSync } from 'node:fs';
import { machines } from '../machines/index.ts';
import { chartOf } from '../machines/charts/chart.ts';
import { configOf } from '../machines/charts/config.ts';
import { drawn } from '../machines/charts/layout.ts';
import { mermaidOf } from '../machines/charts/mermaid.ts';
import { svgOf } from '../machines/charts/svg.ts';

/**
 * Writes every machine of the console as JSON (the visualizer imports it), as a diagram for Mermaid and as a picture.
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
process.stdout.write(`${machines.length} machines are in ${folder}: for each a .json, a .mmd and a .svg.\n`);
