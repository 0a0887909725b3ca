import { countingRules } from '../attribution/rules.ts';
import { Failure } from '../http/failures.ts';
import type { Parts } from '../parts.ts';
import type { Scope } from '../store/clickhouse/counts.ts';
import { derivedOf, filledOf, isCurrent } from '../store/clickhouse/derived.ts';
import type { ProductRules } from '../store/postgres/costs.ts';
import type { Period } from './period.ts';

/**
 * Counts something at one state of the data: from derived rows where they stand for all that is loaded, else from the events.
 *
 * The maker of derived rows does not wait for reports. So the state is looked at again afterwards, and what was read while it changed is thrown away
 * and read from the events, which only ever grow and are bounded by the watermark.
 *
 * @param over forces a source, for tests and measurements: `derived` fails where it is not there
 * @throws {Failure} `timed_out`
 */
export const countAt = async <Answer>(
  { columnar }: Pick<Parts, 'columnar'>, rules: ProductRules & { readonly repeat?: number }, period: Pick<Period, 'from' | 'until'>, signal: AbortSignal | undefined, count: (scope: Scope) => Promise<Answer>,
  over?: Scope['source'],
): Promise<{ answer: Answer; mark: string; source: Scope['source'] }> => {
  const counting = countingRules(rules.id, rules.trackingTerm, rules.excludedIps, rules.repeat);
  try {
    const [filled, before] = await Promise.all([filledOf(columnar, rules.id), derivedOf(columnar, rules.id)]);
    const scope: Scope = { rules: counting, from: period.from, until: period.until, mark: filled.mark, source: 'events', ...(signal !== undefined && { signal }) };
    if (over !== 'events' && before !== null && isCurrent(before, filled, counting)) {
      const answer = await count({ ...scope, source: 'derived' });
      const after = await derivedOf(columnar, rules.id);
      if (after?.version === before.version) return { answer, mark: filled.mark, source: 'derived' };
    }
    if (over === 'derived') throw new Error(`what is derived of product ${rules.id} does not stand for what is loaded`);
    return { answer: await count(scope), mark: filled.mark, source: 'events' };
  } catch (error) {
    // Whoever asked is gone: no answer is read, and the log should not take it for a fault.
    if (signal?.aborted === true) throw new Failure('timed_out', { cause: error });
    throw error;
  }
};
