import type { Dependencies } from '../dependencies.ts';
import { firstIdAt, timeOfId } from '../platform/ids.ts';
import { followsRules } from '../rollups/repair.ts';
import { productsOn, type Slice } from '../slices/slices.ts';
import { lastConversionsAfter } from '../store/clickhouse/events/result-events.ts';
import { readSchemaState } from '../store/clickhouse/migrations/schema-check.ts';
import { ownedTables, type OwnedTable } from '../store/clickhouse/rollups/ddl.ts';
import { productsWithDifferingSums } from '../store/clickhouse/rollups/differing-sums.ts';
import { isRemovingRows, productsWithOtherGenerations } from '../store/clickhouse/rollups/removal.ts';
import { QUEUES } from '../store/clickhouse/rollups/rollup.ts';
import { type ProductWatermarks, readAllWatermarks } from '../store/clickhouse/rollups/watermarks.ts';
import { readBookmark } from '../store/postgres/engine/bookmarks.ts';
import { trackedProducts, type ProductRules } from '../store/postgres/reports/costs.ts';
import { presentOwners } from '../store/postgres/reports/deriver-presence.ts';
import { productsBeingDerived } from '../store/postgres/reports/derivation-lock.ts';
import { resultsBookmarkOf } from '../store/postgres/results/results-bookmark.ts';
import type { SliceFacts } from './diagnosis.ts';

type FactParts = Pick<Dependencies, 'db' | 'slices'>;

/** Whether the rollups of a product lack events that arrived before a time. */
const isBehind = ({ filled, derived }: ProductWatermarks, before: number): boolean => {
  const isMissing = (last: string, derivedLast: string) =>
    BigInt(last) > BigInt(derivedLast) && timeOfId(BigInt(last)) < before;
  return derived === null
    ? isMissing(filled.contact_id, '0') || isMissing(filled.conversion_id, '0')
    : isMissing(filled.contact_id, derived.contact_id) ||
        isMissing(filled.conversion_id, derived.conversion_id);
};

/** Whether rollups are to be made again since before a time: rules have changed, or rows moved when a process ended. */
const isOutdated = ({ derived }: ProductWatermarks, settings: ProductRules, before: number): boolean =>
  derived !== null &&
  (derived.ready === 0 || !followsRules(derived, settings)) &&
  (settings.rulesChangedAt === null || settings.rulesChangedAt.getTime() < before);

/** The tables of processes that derived and have ended. @param before time in ms of the youngest ones */
export const tablesOfEndedDerivers = async (
  { db }: Pick<FactParts, 'db'>,
  { columnar }: Slice,
  before: number,
): Promise<readonly OwnedTable[]> => {
  const tables = (await Promise.all(QUEUES.map(queue => ownedTables(columnar, queue)))).flat();
  if (tables.length === 0) return [];
  // Read afterwards: a process has its lock by the time at which its tables are that old.
  const present = await presentOwners(db);
  return tables.filter(({ owner, createdAt }) => createdAt < before && !present.has(owner));
};

const HEALTHY = {
  hasOldUnevaluated: false,
  productsBehind: [],
  productsOutdated: [],
  productsDiffering: [],
  productsWithLeftRows: [],
  tablesLeft: 0,
} as const;

/** What is wrong with the rollups of a slice, without products that are being derived. */
const readRollupFacts = async (parts: FactParts, { name, columnar }: Slice, before: number) => {
  const { db, slices } = parts;
  const watermarks = await readAllWatermarks(columnar, null);
  const [left, differing] = [
    (await isRemovingRows(columnar)) ? [] : await productsWithOtherGenerations(columnar),
    await productsWithDifferingSums(columnar),
  ];
  const busy = await productsBeingDerived(db);
  const here = await productsOn(slices, name, new Set([...watermarks.keys(), ...left, ...differing]));
  // Rows of deleted products are removed by other work.
  const rules = (await trackedProducts(db, here)).filter(({ id }) => !busy.has(id));
  const ids = new Set(rules.map(({ id }) => id));
  return {
    productsBehind: [...watermarks]
      .filter(([id, one]) => ids.has(id) && isBehind(one, before))
      .map(([id]) => id),
    productsOutdated: rules
      .filter(one => {
        const found = watermarks.get(one.id);
        return found !== undefined && isOutdated(found, one, before);
      })
      .map(({ id }) => id),
    productsDiffering: differing.filter(id => ids.has(id)),
    productsWithLeftRows: left.filter(id => ids.has(id)),
  };
};

const readSlice = async (parts: FactParts, slice: Slice, before: number): Promise<SliceFacts> => {
  const { name, columnar } = slice;
  const schema = await readSchemaState(columnar);
  const facts = { ...HEALTHY, name, schema };
  // Without its tables nothing else can be said about a slice.
  if (schema.missing.length > 0) return facts;
  const bookmark = BigInt((await readBookmark(parts.db, resultsBookmarkOf(name))) ?? '0');
  const guests = await parts.slices.guestsOn(name);
  const [waiting] = await lastConversionsAfter(columnar, bookmark, firstIdAt(before) - 1n, 1, guests);
  return {
    ...facts,
    hasOldUnevaluated: waiting !== undefined,
    tablesLeft: (await tablesOfEndedDerivers(parts, slice, before)).length,
    ...(await readRollupFacts(parts, slice, before)),
  };
};

/** Reads what is wrong with each slice. @param before time in ms since which work must have been done */
export const readAllSlices = async (parts: FactParts, before: number): Promise<readonly SliceFacts[]> => {
  const facts: SliceFacts[] = [];
  for (const slice of parts.slices.all) facts.push(await readSlice(parts, slice, before));
  return facts;
};
