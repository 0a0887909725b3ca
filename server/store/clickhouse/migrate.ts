import { readdir, readFile } from 'node:fs/promises';
import type { Columnar } from './columnar.ts';

/** The first file: what the others derive is made from what happened. They follow by name. */
const FIRST = 'events.sql';

/** Cuts a file into statements: at semicolons outside of literals, quoted names and comments. */
export const statementsOf = (text: string): string[] => {
  const statements = [''];
  for (const [token] of text.matchAll(/'(?:[^'\\]|\\[\s\S]|'')*'?|`[^`]*`?|--[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)|[\s\S]/g)) {
    if (token === ';') statements.push('');
    else if (!token.startsWith('--') && !token.startsWith('/*')) statements[statements.length - 1] += token;
  }
  return statements.map(statement => statement.trim()).filter(Boolean);
};

/** Makes what this folder's .sql files describe in the client's database. Each of their statements may run again without effect. */
export const migrateColumnar = async (columnar: Columnar): Promise<void> => {
  const files = (await readdir(new URL('.', import.meta.url))).filter(name => name.endsWith('.sql') && name !== FIRST).toSorted();
  for (const file of [FIRST, ...files]) {
    const text = await readFile(new URL(file, import.meta.url), 'utf8');
    for (const query of statementsOf(text)) await columnar.command({ query });
  }
};
