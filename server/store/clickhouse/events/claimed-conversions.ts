import type { Columnar } from '../engine/columnar.ts';

/**
 * Finds the conversion recorded under a claim.
 * @returns its decimal id; null: none is stored
 * @param since an id below that of any conversion of the claim, so that older partitions are not read
 */
export const claimedConversion = async (
  columnar: Columnar,
  productId: number,
  claimId: string,
  since: bigint,
): Promise<string | null> => {
  const answer = await columnar.query({
    query: `SELECT toString(conversion_id) AS id FROM conversion
      WHERE product_id = {productId:UInt32} AND conversion_id >= {since:UInt64} 
        AND claim_id = {claimId:UInt64} LIMIT 1`,
    query_params: { productId, claimId, since: since.toString() },
    format: 'JSON',
    clickhouse_settings: { max_execution_time: 10 },
  });
  return (await answer.json<{ id: string }>()).data[0]?.id ?? null;
};
