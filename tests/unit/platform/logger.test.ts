import { EventEmitter } from 'node:events';
import { DrizzleQueryError } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { endAtFaults, errorOf } from '../../../server/platform/logger.ts';

describe('an error in the log', () => {
  const query = new DrizzleQueryError(
    'update "user" set "password" = $1 where "email" = $2',
    ['$argon2id$hush', 'zoë\n    at hush@acme.example'],
    new Error('Connection terminated unexpectedly'),
  );
  const lines = (error: Error) => {
    const written: string[] = [];
    pino(
      { serializers: { err: errorOf } },
      {
        write: (line: string) => {
          written.push(line);
        },
      },
    ).error({ err: error }, 'It failed.');
    return written.join('');
  };

  it.each<[string, Error]>([
    ['itself', query],
    ['as a cause', new Error('outer', { cause: query })],
    ['among others', new AggregateError([new Error('other'), query], 'several')],
  ])('has the failed statement and not its values: %s', (_where, error) => {
    const output = lines(error);
    expect(output).toContain('Failed query: update \\"user\\"');
    expect(output).toContain('Connection terminated unexpectedly');
    expect(output).not.toMatch(/hush|argon2/);
  });

  it('of the database has the violated rule and not the row; of a mail server the answer and not the recipient', () => {
    const broken = Object.assign(new Error('null value in column "name" violates not-null constraint'), {
      code: '23502',
      detail: 'Failing row contains (1, null, hush@acme.example).',
    });
    const refused = Object.assign(new Error("Can't send mail: 550 <hush@acme.example> unknown"), {
      code: 'EENVELOPE',
      response: '550 <hush@acme.example> unknown',
      rejected: ['hush@acme.example'],
      rejectedErrors: [Object.assign(new Error('550'), { recipient: 'hush@acme.example' })],
    });
    const output = lines(broken) + lines(refused);
    expect(output).toMatch(/violates not-null[^]*23502[^]*550 <> unknown[^]*EENVELOPE/);
    expect(output).not.toContain('hush');
  });

  it('that is not caught is logged the same way and ends the program', () => {
    const written: string[] = [];
    const ended: (number | string | null | undefined)[] = [];
    const program = Object.assign(new EventEmitter(), {
      exit: (code?: number | string | null) => {
        ended.push(code);
      },
    });
    endAtFaults(
      pino(
        { serializers: { err: errorOf } },
        {
          write: (line: string) => {
            written.push(line);
          },
        },
      ),
      program as unknown as NodeJS.Process,
    );
    program.emit('uncaughtException', query);
    expect(ended, 'the exit code after which the supervisor restarts the program').toEqual([70]);
    expect(written.join('')).toMatch(/"level":60.*Failed query/);
    expect(written.join('')).not.toMatch(/hush|argon2/);
  });

  it('of any other kind is logged unchanged', () => {
    expect(lines(new Error('params: shown', { cause: new TypeError('why') }))).toMatch(
      /params: shown.*why.*logger\.test/,
    );
  });
});
