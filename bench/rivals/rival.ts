/** Another engine over the same rows. */
export interface Rival {
  /** Name and version. */
  readonly name: string;
  /** All rows of an answer. Numbers that exceed a double may be text. */
  ask(sql: string): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
}

/** The rows for every engine: CSV files by table. */
export interface Dump {
  readonly contact: string;
  readonly conversion: string;
  readonly ads: readonly { readonly id: number; readonly category: number }[];
}

const TABLES = [
  'CREATE TABLE contact (product_id integer NOT NULL, visitor_id bigint NOT NULL, ts timestamp(3) NOT NULL, interaction_id bigint NOT NULL, ad_id integer NOT NULL, landing_url text NOT NULL, bot boolean NOT NULL, repeated boolean NOT NULL, click_cost numeric(10, 2) NOT NULL)',
  'CREATE TABLE conversion (product_id integer NOT NULL, visitor_id bigint NOT NULL, ts timestamp(3) NOT NULL, conversion_id bigint NOT NULL, cv_type smallint NOT NULL, amount bigint NOT NULL, bot boolean NOT NULL)',
  'CREATE TABLE ad (id integer PRIMARY KEY, ad_category_id integer NOT NULL)',
];

/**
 * Statements that create the tables and fill those of settings.
 * @param times the engine's type of times with ms
 */
export const tablesOf = ({ ads }: Dump, times = 'timestamp(3)'): string[] => [
  ...TABLES.map(table => table.replaceAll('timestamp(3)', times)),
  `INSERT INTO ad VALUES ${ads.map(({ id, category }) => `(${id}, ${category})`).join(', ')}`,
];
