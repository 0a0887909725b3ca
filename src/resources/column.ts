/** Format of a value; `src/components/formats.ts` renders each of them. */
export type NumberFormat =
  | 'count' // integer with comma grouping
  | 'share' // credit of a conversion, two decimals
  | 'yen' // integer yen without sign: the unit is in the header
  | 'price' // yen with two decimals
  | 'percent' // fraction displayed as percent, two decimals
  | 'duration'; // seconds
export type TextFormat =
  | 'text'
  | 'word' // fixed word, translated by tag.<word>
  | 'choice' // coded value, translated by choice.<field>.<value>
  | 'id' // identifier, copied by a double click
  | 'address' // URL or IP address, shortened in the middle, copied in full
  | 'time' // ISO instant, displayed as yyyy/MM/dd HH:mm:ss in Tokyo
  | 'day' // calendar day yyyy-MM-dd, displayed as yyyy/MM/dd
  | 'tags'; // words separated by commas, each translated by tag.<word>
export type Format = NumberFormat | TextFormat | 'trend'; // numbers in order of time, rendered as a sparkline

export type KeyOf<Row> = Extract<keyof Row, string>;
/** The formats that fit the type of a field. */
export type FormatFor<Value> = [Value] extends [readonly (number | null)[]]
  ? 'trend'
  : [Value] extends [boolean]
    ? 'choice'
    : [Value] extends [number]
      ? NumberFormat | 'id' | 'choice'
      : [Value] extends [string]
        ? TextFormat
        : never;

/**
 * Column of a query's row type; a field that the query does not select, or a format that does not fit its
 * type, is a compile error.
 */
export type Column<Row> = {
  [K in KeyOf<Row>]: {
    readonly field: K;
    readonly format: FormatFor<NonNullable<Row[K]>>;
    readonly sortable?: boolean;
    /** Hidden by default; the user can show it. */
    readonly hidden?: boolean;
    /** Width in pixels; default: that of the format. */
    readonly size?: number;
  };
}[KeyOf<Row>];
