import type { Part } from './parts.ts';

/**
 * Parts of the messages by address, in addition to those of all screens; the first match is used
 * (tests/laws/texts.test.ts).
 */
const PARTS_BY_ADDRESS: readonly (readonly [address: RegExp, parts: readonly Part[]])[] = [
  [/^\/demo/, ['report', 'log', 'setting', 'demo']],
  // These pages name metrics.
  [/^\/(?:ad-analyze|analyze\/delivery|config\/history)/, ['report', 'setting']],
  [/^\/(?:dashboard|ad\/ad$|analyze\/(?!delivery|cv$))/, ['report']],
  [/^\/log\//, ['log']],
  [/^\/(?:ad|config)/, ['setting']],
];
export const partsOf = (address: string): readonly Part[] =>
  PARTS_BY_ADDRESS.find(([addresses]) => addresses.test(address))?.[1] ?? [];
