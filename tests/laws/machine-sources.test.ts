import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { machines } from '../../machines/index.ts';
import { sourcesOf } from '../support/sources.ts';

/** Laws about the text of the machines, which differs while mutants are measured (scripts/mutation-tests.mjs). */

test('every machine of the folder is checked', () => {
  const files = readdirSync('machines').filter(file => file.endsWith('.ts'));
  const made = files.flatMap(file =>
    [...readFileSync(`machines/${file}`, 'utf8').matchAll(/export const (\w+Machine) = setup/g)].map(
      ([, name]) => name!,
    ),
  );
  expect(machines.map(({ id }) => `${id}Machine`).sort()).toEqual(made.sort());
});

test('every delay is a named constant', () => {
  const files = readdirSync('machines').filter(file => file.endsWith('.ts'));
  const delays = files.flatMap(file =>
    [...readFileSync(`machines/${file}`, 'utf8').matchAll(/\bdelays: \{[^]*?\n? *\},?\n/g)].map(
      ([text]) => `${file}: ${text}`,
    ),
  );
  expect(delays.length).toBeGreaterThan(5);
  expect(delays.filter(text => /\b[1-9][\d_]+\b/.test(text))).toEqual([]);
});

test('every machine has its chart in its doc comment', () => {
  const files = readdirSync('machines').filter(file => file.endsWith('.ts'));
  const undrawn = files.filter(file => {
    const text = readFileSync(`machines/${file}`, 'utf8');
    return (
      / = setup\(/.test(text) &&
      !/\/\*\*(?:(?!\*\/)[^])*[▶⇄](?:(?!\*\/)[^])*\*\/\nexport const \w+Machine = setup/.test(text)
    );
  });
  expect(undrawn).toEqual([]);
});

test('every actor of a screen can be inspected and recorded, except for pages before the sign-in', () => {
  const making = sourcesOf(['src']).filter(file => readFileSync(file, 'utf8').includes('useActorRef('));
  expect(making.length).toBeGreaterThan(8);
  expect(making.filter(file => !/\bwatched\b/.test(readFileSync(file, 'utf8')))).toEqual([
    'src/screens/accounts/forgot-password.tsx',
  ]);
});
