import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createDownloadLimit } from '../../../server/downloads/download-limit.ts';
import { Failure } from '../../../server/http/failures.ts';
import { createImportLimit } from '../../../server/imports/import-limit.ts';
import { createQuerySlots } from '../../../server/store/clickhouse/engine/query-slots.ts';

/**
 * The limits of concurrent work in one process. Work beyond a limit is refused with a reason, and every slot
 * is returned.
 */
const codeOf = (error: unknown): unknown => (error instanceof Failure ? error.code : error);
const refusal = (work: () => unknown): unknown => {
  try {
    work();
    return null;
  } catch (error) {
    return codeOf(error);
  }
};

describe('concurrent downloads', () => {
  const user = (userId: number, companyId = userId) => ({ userId, companyId });

  it('are limited to two of a user, five of a company and eight of all, each refused with its own reason', () => {
    const limit = createDownloadLimit();
    const back = [1, 1, 2, 2, 3].map(userId => limit.take(user(userId, 1)));
    const refused = [user(1, 1), user(3, 1), user(4, 1)].map(one => refusal(() => limit.take(one)));
    expect(refused).toEqual([
      'too_many_downloads',
      'too_many_company_downloads',
      'too_many_company_downloads',
    ]);
    for (const userId of [5, 6, 7]) back.push(limit.take(user(userId)));
    expect(refusal(() => limit.take(user(8)))).toBe('overloaded');
    back[0]!();
    expect(refusal(() => limit.take(user(4, 1)))).toBeNull();
  });

  it('return their slot once, for any number and order of releases', () => {
    const steps = fc.array(fc.record({ userId: fc.integer({ min: 1, max: 6 }), back: fc.nat(20) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, sequence => {
        const limit = createDownloadLimit();
        const taken: { readonly userId: number; readonly give: () => void; returned: boolean }[] = [];
        const open = () => taken.filter(({ returned }) => !returned);
        for (const { userId, back } of sequence) {
          const companyId = userId % 2;
          const own = open().filter(one => one.userId === userId).length;
          const ofCompany = open().filter(one => one.userId % 2 === companyId).length;
          const bounds = [
            ['too_many_downloads', own >= 2],
            ['too_many_company_downloads', ofCompany >= 5],
            ['overloaded', open().length >= 8],
          ] as const;
          const expected = bounds.find(([, reached]) => reached)?.[0] ?? null;
          const give = () => taken.push({ userId, give: limit.take({ userId, companyId }), returned: false });
          expect(refusal(give)).toBe(expected);
          const one = taken[back];
          if (one !== undefined) {
            one.give();
            one.returned = true;
          }
        }
      }),
    );
  });
});

describe('concurrent imports', () => {
  it('are limited to four of all and one of a company, in order; those beyond the queue are refused, and a failed one returns its slot', async () => {
    const limit = createImportLimit();
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const start = (name: string, patient?: boolean) =>
      limit
        .run(
          name.charCodeAt(0),
          () =>
            new Promise<string>((done, failed) => {
              begun.push(name);
              ends.set(name, () => (name.endsWith('1') ? failed(new Error(name)) : done(name)));
            }),
          patient,
        )
        .catch((error: unknown) =>
          error instanceof Error && !(error instanceof Failure) ? error.message : codeOf(error),
        );

    const busy = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9'].map(name => start(name));
    expect(begun).toEqual(['a1']);
    expect(await start('a0')).toBe('overloaded');
    const patient = start('aZ', true);
    const others = ['b1', 'c1', 'd1', 'e1', 'e2'].map(name => start(name));
    expect(begun).toEqual(['a1', 'b1', 'c1', 'd1']);
    const finish = async (name: string, promise: Promise<unknown>) => {
      ends.get(name)!();
      expect(await promise).toBe(name);
      await new Promise(setImmediate);
    };
    await finish('b1', others[0]!);
    expect(begun.at(-1)).toBe('e1');
    await finish('a1', busy[0]!);
    expect(begun.at(-1)).toBe('a2');
    await finish('e1', others[3]!);
    expect(begun.at(-1)).toBe('e2');
    for (const [at, name] of (['a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9'] as const).entries())
      await finish(name, busy[at + 1]!);
    await finish('aZ', patient);
    for (const [name, promise] of [
      ['c1', others[1]!],
      ['d1', others[2]!],
      ['e2', others[4]!],
    ] as const)
      await finish(name, promise);
    expect(begun).toEqual([
      'a1',
      'b1',
      'c1',
      'd1',
      'e1',
      'a2',
      'e2',
      'a3',
      'a4',
      'a5',
      'a6',
      'a7',
      'a8',
      'a9',
      'aZ',
    ]);

    const many = Array.from({ length: 28 }, (_, at) => start(`${String.fromCharCode(0x100 + at)}2`));
    expect(await start('\u02002')).toBe('overloaded');
    for (const [at, one] of many.entries()) await finish(`${String.fromCharCode(0x100 + at)}2`, one);
  });
});

describe('concurrent queries of the embedded engine', () => {
  const { signal } = new AbortController();

  it('are limited to the number of slots, the others wait in order, and one beyond the queue is refused', async () => {
    const slots = createQuerySlots(2, 2, () => new Failure('overloaded'));
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const query = (number: number) =>
      slots.run(() => {
        begun.push(number);
        return new Promise<void>(resolve => ends.push(resolve));
      }, signal);
    const running = [0, 1, 2, 3].map(query);
    await expect(query(4)).rejects.toMatchObject({ code: 'overloaded' });
    await expect.poll(() => begun).toEqual([0, 1]);
    for (const next of [2, 3]) {
      ends.shift()?.();
      await expect.poll(() => begun.at(-1)).toBe(next);
    }
    for (const end of ends) end();
    await Promise.all(running);
  });

  it('return their slot after a failure, and do not start after their caller left', async () => {
    const slots = createQuerySlots(1, 1, () => new Failure('overloaded'));
    const failed = slots.run(() => Promise.reject(new Error('failed')), signal);
    const work = vi.fn<() => Promise<void>>();
    const left = slots.run(work, AbortSignal.abort(new Error('left')));
    await expect(failed).rejects.toThrow('failed');
    await expect(left).rejects.toThrow('left');
    expect(work).not.toHaveBeenCalled();
    await expect(slots.run(() => Promise.resolve(1), signal)).resolves.toBe(1);
  });
});
