import type { Columnar } from '../engine/columnar.ts';

const MAX_SECONDS = 10;

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
    clickhouse_settings: { max_execution_time: MAX_SECONDS },
  });
  return (await answer.json<{ id: string }>()).data[0]?.id ?? null;
};

/** A stored conversion of a report of the tag; the id is decimal. */
export interface ReportedConversion {
  readonly id: string;
  readonly cvType: 0 | 1;
  readonly bot: 0 | 1;
}

/** A report of the tag; its number is decimal. */
export interface ReportKey {
  readonly productId: number;
  readonly visitorId: string;
  readonly reportId: string;
}

/** The conversions of a report of the tag, in the order of their ids. @param since as above */
export const reportedConversions = async (
  columnar: Columnar,
  { productId, reportId }: Pick<ReportKey, 'productId' | 'reportId'>,
  since: bigint,
): Promise<readonly ReportedConversion[]> => {
  const answer = await columnar.query({
    query: `SELECT DISTINCT toString(conversion_id) AS id, cv_type AS "cvType", bot FROM conversion
      WHERE product_id = {productId:UInt32} AND conversion_id >= {since:UInt64}
        AND report_id = {reportId:UInt64} ORDER BY conversion_id`,
    query_params: { productId, reportId, since: since.toString() },
    format: 'JSON',
    clickhouse_settings: { max_execution_time: MAX_SECONDS },
  });
  return (await answer.json<ReportedConversion>()).data;
};

/** A stored contact of a landing by a direct link; the ids of 64 bits are decimal. */
export interface ReportedContact {
  readonly interactionId: string;
  readonly visitorId: string;
  readonly adId: number;
}

/** The contact of a report of the tag; null: none is stored. @param since as above */
export const reportedContact = async (
  columnar: Columnar,
  { productId, visitorId, reportId }: ReportKey,
  since: bigint,
): Promise<ReportedContact | null> => {
  const answer = await columnar.query({
    query: `SELECT toString(interaction_id) AS "interactionId", toString(visitor_id) AS "visitorId", ad_id AS "adId" FROM contact
      WHERE product_id = {productId:UInt32} AND visitor_id = {visitorId:UInt64} AND interaction_id >= {since:UInt64}
        AND report_id = {reportId:UInt64} LIMIT 1`,
    query_params: { productId, visitorId, reportId, since: since.toString() },
    format: 'JSON',
    clickhouse_settings: { max_execution_time: MAX_SECONDS },
  });
  return (await answer.json<ReportedContact>()).data[0] ?? null;
};
