import { and, eq } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { product } from '../schema/index.ts';

/** Ad cost allocation mode of a product: 1 by conversions, 2 by sales, 3 by registered ad costs. */
export const allocationMode = async (db: Database, companyId: number, productId: number): Promise<number> =>
  (
    await db
      .select({ mode: product.adCostAllocationMode })
      .from(product)
      .where(and(eq(product.companyId, companyId), eq(product.id, productId)))
  )[0]?.mode ?? 1;
