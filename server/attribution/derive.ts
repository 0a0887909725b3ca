import type { Parts } from '../parts.ts';
import { sumCredit, writeBuyers, writePaths } from '../store/clickhouse/buyers.ts';
import type { Columnar } from '../store/clickhouse/columnar.ts';
import { derivedOf, dropSums, filledOf, isCurrent, onlyAppended, removeStale, writeState, type Derived, type Filled } from '../store/clickhouse/derived.ts';
import { BENCHES, withGathered } from '../store/clickhouse/gathered.ts';
import type { CreditTable } from '../store/clickhouse/paths.ts';
import type { CountingRules } from '../store/clickhouse/rules.ts';
import { clearStaged, moveStaged } from '../store/clickhouse/staging.ts';
import { isFirst, monthsOf, noteTouched, partsOf, type Step } from '../store/clickhouse/step.ts';
import { sumContacts, sumLeftOut, sumPages, sumPassages } from '../store/clickhouse/sums.ts';
import { together } from '../store/clickhouse/together.ts';

const NOTHING: Filled = { contact_id: '0', contacts: '0', conversion_id: '0', conversions: '0' };

/** Writes all that a step brings beside what is read, on as many benches as there are. */
const write = async (columnar: Columnar, step: Step, table: CreditTable, closing: () => boolean): Promise<void> => {
  const ofVisitors = (which: string) => (bench: number) => withGathered(columnar, step, which, bench, async gathered => {
    await together([sumContacts(columnar, step, gathered), sumPassages(columnar, step, which, gathered), writeBuyers(columnar, step, which, gathered)]);
    await writePaths(columnar, step, which);
  });
  await noteTouched(columnar, step);
  const ofMonth = (month: string) => () => together([sumPages(columnar, step, month), sumLeftOut(columnar, step, month)]);
  const works = [...partsOf(step).map(ofVisitors), ...(await monthsOf(columnar, step, ['contact', 'conversion'])).map(ofMonth)];
  let failed = false;
  await together(Array.from({ length: BENCHES }, async (_, bench) => {
    for (let work = works.shift(); work !== undefined && !failed && !closing(); work = works.shift()) {
      await work(bench).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  }));
  if (!closing()) await sumCredit(columnar, step, table);
};

/**
 * Keeps the derived rows of one product at what is loaded and at its rules: only what is new is worked on, or all of it where the rules changed,
 * where events of the past were added, or where rows were moving when it was cut off.
 *
 * What a step brings is written beside what reports read. They go on reading that, and wait only while the rows move to their place, which the state says
 * and which takes a moment; whenever this is cut off, no report is wrong.
 */
export const deriveProduct = async ({ columnar, ids }: Pick<Parts, 'columnar' | 'ids'>, rules: CountingRules, table: CreditTable, closing: () => boolean = () => false): Promise<void> => {
  const [upTo, before] = await Promise.all([filledOf(columnar, rules.productId), derivedOf(columnar, rules.productId), clearStaged(columnar)]);
  if (isCurrent(before, upTo, rules)) return;
  const version = String(ids.next());
  const changed = before !== null && before.rules !== rules.fingerprint;
  const known: Filled = before === null || changed || before.ready === 0 ? NOTHING : before;
  const appended = known === NOTHING || await onlyAppended(columnar, { rules, after: known, upTo, version });
  const step = { rules, after: appended ? known : NOTHING, upTo, version };
  await write(columnar, step, table, closing);
  if (closing()) return;
  const state = (ready: 0 | 1, filled: Filled): Derived => ({ ...filled, rules: rules.fingerprint, ready, version: String(ids.next()) });
  await writeState(columnar, rules.productId, state(0, step.after));
  if (isFirst(step)) await dropSums(columnar, rules);
  await moveStaged(columnar);
  await writeState(columnar, rules.productId, state(1, upTo));
  if (changed) await removeStale(columnar, rules);
};
