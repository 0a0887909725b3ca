import type { Parts } from '../parts.ts';
import { sumCredit, writeBuyers, writePaths } from '../store/clickhouse/buyers.ts';
import type { Columnar } from '../store/clickhouse/columnar.ts';
import { dropSums, isCurrent, removeStale, writeState, type Derived, type Filled } from '../store/clickhouse/derived.ts';
import { BENCHES, withGathered } from '../store/clickhouse/gathered.ts';
import { sumLulls } from '../store/clickhouse/lulls.ts';
import type { CreditTable } from '../store/clickhouse/paths.ts';
import type { CountingRules } from '../store/clickhouse/rules.ts';
import { noteResults, sumResults } from '../store/clickhouse/result-lines.ts';
import { clearStaged, moveStaged, stagedParts } from '../store/clickhouse/staging.ts';
import { standingOf } from '../store/clickhouse/standing.ts';
import { isFirst, monthsOf, noteTouched, partsOf, whatIsNew, type Step } from '../store/clickhouse/step.ts';
import { sumContacts, sumLeftOut, sumPages, sumPassages } from '../store/clickhouse/sums.ts';
import { answersOf, together } from '../store/clickhouse/together.ts';
import { forgetChanges, hasChanges, takeChanges, takeResults } from '../store/postgres/result-news.ts';

const NOTHING: Filled = { contact_id: '0', contacts: '0', conversion_id: '0', conversions: '0' };

/** Writes all that a step brings beside what is read, on as many benches as there are. @param sells whether it concerns anybody who ever converted */
const write = async (columnar: Columnar, step: Step, table: CreditTable, sells: boolean, closing: () => boolean): Promise<void> => {
  const writeSold = async (which: string, gathered: string) => {
    if (!sells) return;
    await writeBuyers(columnar, step, which, gathered);
    await together([writePaths(columnar, step, which), sumLulls(columnar, step, which)]);
  };
  const ofVisitors = (which: string) => (bench: number) => withGathered(columnar, step, which, bench, gathered =>
    together([writeSold(which, gathered), sumPassages(columnar, step, gathered), sumContacts(columnar, step, gathered)]));
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
  if (sells && !closing()) await sumCredit(columnar, step, table);
};

/**
 * Keeps the derived rows of one product at what is loaded, at its results and at its rules: only what is new is worked on, or all of it where the rules changed,
 * where events of the past were added, or where rows were moving when it was cut off.
 *
 * What a step brings is written beside what reports read. They go on reading that, and wait only while the rows move to their place, which the state says
 * and which takes a moment; whenever this is cut off, no report is wrong.
 *
 * @param db the store of the results; null: there are none
 */
export const deriveProduct = async (
  { columnar, db, ids }: Pick<Parts, 'columnar' | 'ids'> & { readonly db: Parts['db'] | null }, rules: CountingRules, table: CreditTable, closing: () => boolean = () => false,
): Promise<void> => {
  const { productId } = rules;
  const [{ filled: upTo, derived: before }] = await answersOf(standingOf(columnar, productId), clearStaged(columnar));
  const settled = before?.results ?? '0';
  const isAt = isCurrent(before, upTo, rules);
  if (isAt && (db === null || !await hasChanges(db, productId, settled))) return;
  const version = String(ids.next());
  const changed = before !== null && before.rules !== rules.fingerprint;
  const known: Filled = before === null || changed || before.ready === 0 ? NOTHING : before;
  const added: Step = { rules, after: known, upTo, version };
  const [{ appended, touches }] = isAt ? [{ appended: true, touches: false }] : known === NOTHING ? [{ appended: false, touches: true }] : await answersOf(whatIsNew(columnar, added), noteTouched(columnar, added));
  const step: Step = appended ? added : { ...added, after: NOTHING };
  const sells = touches || !appended;
  // Another program's clock may have been ahead.
  const results = db === null ? '0' : BigInt(version) > BigInt(settled) ? version : String(BigInt(settled) + 1n);
  const note = (lines: string) => noteResults(columnar, lines);
  const take = db === null ? Promise.resolve(0) : isFirst(step) ? takeResults(db, productId, results, note) : takeChanges(db, productId, settled, results, note);
  const [moved] = await answersOf(take, isAt ? Promise.resolve() : write(columnar, step, table, sells, closing));
  if (closing()) return;
  await sumResults(columnar, step, moved, sells);
  const state = (ready: 0 | 1, filled: Filled): Derived => ({ ...filled, rules: rules.fingerprint, ready, version: String(ids.next()), results });
  const [found] = await answersOf(stagedParts(columnar), writeState(columnar, productId, state(0, step.after)));
  if (isFirst(step)) await dropSums(columnar, rules);
  await moveStaged(columnar, found);
  await writeState(columnar, productId, state(1, upTo));
  if (changed) await removeStale(columnar, rules);
  if (db !== null) await forgetChanges(db, productId, results);
};
