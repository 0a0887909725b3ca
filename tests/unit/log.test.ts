import { EventEmitter } from 'node:events';
import { DrizzleQueryError } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { endAtFaults, errorOf } from '../../server/log.ts';

describe('an error in the log', () => {
  const query = new DrizzleQueryError('update "user" set "password" = $1 where "email" = $2', ['$argon2id$hush', 'zoë\n    at hush@acme.example'], new Error('Connection terminated unexpectedly'));
  const lines = (error: Error) => {
    const written: string[] = [];
    pino({ serializers: { err: errorOf } }, { write: (line: string) => { written.push(line); } }).error({ err: error }, 'It failed.');
    return written.join('');
  };

  it.each<[string, Error]>([
    ['itself', query], ['as a cause', new Error('outer', { cause: query })], ['among others', new AggregateError([new Error('other'), query], 'several')],
  ])('tells the statement that failed and not its values: %s', (_where, error) => {
    const told = lines(error);
    expect(told).toContain('Failed query: update \\"user\\"');
    expect(told).toContain('Connection terminated unexpectedly');
    expect(told).not.toMatch(/hush|argon2/);
  });

  it('that nobody caught is told in the same way, and ends the program', () => {
    const written: string[] = [];
    const ended: (number | string | null | undefined)[] = [];
    const program = Object.assign(new EventEmitter(), { exit: (code?: number | string | null) => { ended.push(code); } });
    endAtFaults(pino({ serializers: { err: errorOf } }, { write: (line: string) => { written.push(line); } }), program as unknown as NodeJS.Process);
    program.emit('uncaughtException', query);
    expect(ended).toEqual([1]);
    expect(written.join('')).toMatch(/"level":60.*Failed query/);
    expect(written.join('')).not.toMatch(/hush|argon2/);
  });

  it('of any other kind is told as it is', () => {
    expect(lines(new Error('params: shown', { cause: new TypeError('why') }))).toMatch(/params: shown.*why.*log\.test/);
  });
});
