import type { Part } from './parts.ts';

/**
 * By address, the parts of a screen's texts in addition to those of all screens; the first match counts
 * (tests/laws/texts.test.ts).
 */
const PARTS_BY_ADDRESS: readonly (readonly [address: RegExp, parts: readonly Part[]])[] = [
  [/^\/demo/, ['report', 'log', 'setting', 'demo']],
  // Their forms name metrics.
  [/^\/(?:ad-analyze-setting|analyze\/delivery)/, ['report', 'setting']],
  [/^\/(?:dashboard|ad\/ad$|analyze\/(?!delivery|cv$))/, ['report']],
  [/^\/log\//, ['log']],
  [/^\/(?:ad|config)/, ['setting']],
];
export const partsOf = (address: string): readonly Part[] =>
  PARTS_BY_ADDRESS.find(([addresses]) => addresses.test(address))?.[1] ?? [];
