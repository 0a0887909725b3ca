import type { Drawing, Line } from './layout.ts';

const STYLE = `
  rect { fill: #fff; stroke: #555; } .parallel > rect { stroke-dasharray: 4 3; } .final > rect { stroke-width: 3; }
  text { font: 12px ui-monospace, Menlo, Consolas, monospace; fill: #222; white-space: pre; } .name { font-weight: bold; } .note { fill: #767676; }
  path { fill: none; stroke: #b03060; stroke-opacity: 0.55; }
`;

const safe = (text: string): string => text.replace(/[&<>"]/g, sign => `&#${sign.codePointAt(0)};`);
const lineOf = ({ kind, text, x, y }: Line): string =>
  `<text class="${kind}" x="${x}" y="${y}">${safe(text)}</text>`;

/** A drawing as a self-contained SVG file, readable outside its page. */
export const svgOf = (
  { width, height, placed, curves }: Drawing,
  title: string,
): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${safe(title)}</title>
<style>${STYLE}</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8 z" style="fill: #b03060; stroke: none"/></marker></defs>
${placed.map(({ box, x, y, width: wide, height: high, lines }) => `<g class="${box.type}"><rect x="${x}" y="${y}" width="${wide}" height="${high}" rx="6"/>${lines.map(lineOf).join('')}</g>`).join('\n')}
${curves.map(({ path }) => `<path d="${path}" marker-end="url(#head)"/>`).join('\n')}
</svg>
`;
