import { eq, inArray, sql } from 'drizzle-orm';
import { DEFAULT_SLICE } from '../../../platform/slice-names.ts';
import type { Database } from '../engine/database.ts';
import { partitionSlice, product, productMove, productSlice } from '../schema/index.ts';

/** A product and the name of its slice. */
export interface Placement {
  readonly productId: number;
  readonly slice: string;
}

/** Number of partitions. The partition of a product is its id modulo this. */
export const PARTITIONS = 1024;

/**
 * Placements of products. Those that have none are placed where their partition is; ids of no product are not.
 */
export const placeProducts = async (
  db: Database,
  productIds: readonly number[],
): Promise<readonly Placement[]> => {
  const found = await db
    .select()
    .from(productSlice)
    .where(inArray(productSlice.productId, [...productIds]));
  if (found.length === productIds.length) return found;
  // Of several processes that see a new product at once, the first places it.
  await db.execute(sql`
    insert into ${productSlice} (product_id, slice)
    select ${product.id}, coalesce(${partitionSlice.slice}, ${DEFAULT_SLICE})
    from ${product} left join ${partitionSlice} on ${partitionSlice.partition} = ${product.id} % ${PARTITIONS}
    where ${inArray(product.id, [...productIds])}
    on conflict do nothing`);
  return db
    .select()
    .from(productSlice)
    .where(inArray(productSlice.productId, [...productIds]));
};

/** Places products that have no placement yet. */
export const placeProductsOn = async (
  db: Database,
  productIds: readonly number[],
  slice: string,
): Promise<void> => {
  if (productIds.length === 0) return;
  await db
    .insert(productSlice)
    .values(productIds.map(productId => ({ productId, slice })))
    .onConflictDoNothing();
};

/** Names of the slices that have products, are moved to or from, or get new products. */
export const usedSlices = async (db: Database): Promise<readonly string[]> =>
  (
    await db.execute<{ slice: string }>(sql`
      select slice from ${productSlice} union select slice from ${partitionSlice}
      union select source from ${productMove} union select target from ${productMove} order by 1`)
  ).rows.map(({ slice }) => slice);

/** Products of a partition. */
export const productsOfPartition = async (db: Database, partition: number): Promise<readonly number[]> =>
  (
    await db
      .select({ id: product.id })
      .from(product)
      .where(sql`${product.id} % ${PARTITIONS} = ${partition}`)
      .orderBy(product.id)
  ).map(({ id }) => id);

/** Places the new products of a partition on a slice from now on. Existing ones stay where they are. */
export const placePartition = (db: Database, partition: number, slice: string): Promise<void> =>
  db.transaction(async tx => {
    const existing = await productsOfPartition(tx, partition);
    if (existing.length > 0) await placeProducts(tx, existing);
    await tx
      .insert(partitionSlice)
      .values({ partition, slice })
      .onConflictDoUpdate({ target: partitionSlice.partition, set: { slice } });
  });

/** The slices that products or partitions are placed on, with their number of products. */
export const countPlacements = async (
  db: Database,
): Promise<readonly { readonly slice: string; readonly products: number; readonly partitions: number }[]> => {
  const { rows } = await db.execute<{ slice: string; products: number; partitions: number }>(sql`
    select slice, sum(products)::int as products, sum(partitions)::int as partitions from (
      select coalesce(${productSlice.slice}, ${partitionSlice.slice}, ${DEFAULT_SLICE}) as slice, 1 as products, 0 as partitions
      from ${product} left join ${productSlice} on ${productSlice.productId} = ${product.id}
        left join ${partitionSlice} on ${partitionSlice.partition} = ${product.id} % ${PARTITIONS}
      union all
      select coalesce(${partitionSlice.slice}, ${DEFAULT_SLICE}), 0, 1
      from generate_series(0, ${PARTITIONS - 1}) as n left join ${partitionSlice} on ${partitionSlice.partition} = n
    ) as placed group by slice order by slice`);
  return rows;
};

export const isProduct = async (db: Database, productId: number): Promise<boolean> =>
  (await db.$count(product, eq(product.id, productId))) > 0;
