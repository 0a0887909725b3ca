import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAgents } from '../../../server/collector/agents.ts';
import { matchesWildcard } from '../../../server/collector/wildcard.ts';

/** The shortest of seven measured times, in ms. */
const timeOf = (work: () => unknown): number =>
  Math.min(
    ...Array.from({ length: 7 }, () => {
      const begun = performance.now();
      work();
      return performance.now() - begun;
    }),
  );

describe('a pattern with asterisks', () => {
  /** The definition: an asterisk matches nothing, or one character and another asterisk. */
  const matches = (pattern: string, text: string): boolean => {
    if (pattern === '') return text === '';
    if (pattern.startsWith('*'))
      return matches(pattern.slice(1), text) || (text !== '' && matches(pattern, text.slice(1)));
    return text !== '' && pattern[0] === text[0] && matches(pattern.slice(1), text.slice(1));
  };

  test('matches like its definition', () => {
    const word = (letters: string, maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...letters), maxLength });
    fc.assert(
      fc.property(word('ab*', 9), word('ab', 12), (pattern, text) => {
        expect(matchesWildcard(pattern, text)).toBe(matches(pattern, text));
      }),
      { numRuns: 2_000 },
    );
    const long = 'ab'.repeat(20);
    for (const [pattern, text] of [
      [`*${long}a*`, `a${long}a`],
      [`*${long}*${long}`, `${long}x${long}`],
      [`*${long}*${long}`, long],
      [`*a${long}*`, `${long}a${long}`],
    ] as const) {
      expect(matchesWildcard(pattern, text), pattern).toBe(matches(pattern, text));
    }
  });

  test('finds long repetitive parts at their first occurrence, and again after it', () => {
    const words = Array.from({ length: 16 }, (_, bits) => bits.toString(2).padStart(4, '0'));
    const parts = words.flatMap(word => [0, 1].map(last => word.repeat(4) + String(last)));
    for (const part of parts) {
      for (const other of parts) {
        const text = `${other}${other.slice(0, 9)}${part}${other}${part.slice(0, 16)}`;
        const first = text.indexOf(part);
        const second = text.indexOf(part, first + part.length);
        const found = [`*${part}*`, `*${part}*${part}*`, `*${part}*x*`].map(pattern =>
          matchesWildcard(pattern, text),
        );
        expect([part, text, ...found]).toEqual([part, text, true, second >= 0, false]);
        expect(matchesWildcard(`*${part}*`, text.replaceAll(part, part.slice(1)))).toBe(
          text.replaceAll(part, part.slice(1)).includes(part),
        );
      }
    }
  });

  test('takes time proportional to the text, whatever an operator enters', () => {
    const address = `${'a'.repeat(16_000)}c`;
    const time = (pattern: string) => timeOf(() => matchesWildcard(pattern, address));
    // A search that restarted at every character would take some thousand times as long.
    expect(time(`*${'a'.repeat(8_000)}b*`) / time(`*${'ab'.repeat(4_000)}*`)).toBeLessThan(100);
  });
});

test('the worst User-Agent header takes little more time than an ordinary one', () => {
  const everyday =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';
  const time = (ua: string) => timeOf(() => createAgents()(ua.slice(0, 512)));
  time(everyday);
  for (const pump of [
    'android pixel  ',
    ' ',
    'droid-',
    'android tv ',
    'maemo ',
    'Mozilla/5.0 (',
    ';',
    'a',
    '0.',
  ]) {
    expect(time(pump.repeat(512)) / time(everyday), pump).toBeLessThan(60);
  }
});
