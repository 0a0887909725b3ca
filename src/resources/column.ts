/**
 * How a value is shown. The words are the descriptors'; `src/components/formats.ts` and `cells.tsx` draw each
 * of them.
 */
export type NumberFormat =
  | 'count' // whole, comma grouping
  | 'share' // credit of a conversion: two decimals
  | 'yen' // whole yen, no sign: the unit is in the header
  | 'price' // yen with two decimals
  | 'percent' // a fraction shown as percent, two decimals
  | 'duration'; // seconds
export type TextFormat =
  | 'text'
  | 'word' // a word of ours, translated by tag.<word>
  | 'choice' // a coded value, told by choice.<field>.<value>
  | 'id' // copied by a double click
  | 'address' // a URL or an IP address: shown from its beginning, in full when copied
  | 'time' // ISO instant shown as yyyy/MM/dd HH:mm:ss in Tokyo
  | 'day' // yyyy-MM-dd shown as yyyy/MM/dd; a day has no zone
  | 'tags'; // words joined by commas, each translated by tag.<word>
export type Format = NumberFormat | TextFormat | 'trend'; // the course of a figure: numbers in the order of time, drawn as a line

export type KeyOf<Row> = Extract<keyof Row, string>;
/** Which formats can show a value of a field's type. */
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
 * A column names a field that the query selects and a format that fits its type; what does not, does not
 * compile.
 */
export type Column<Row> = {
  [K in KeyOf<Row>]: {
    readonly field: K;
    readonly format: FormatFor<NonNullable<Row[K]>>;
    readonly sortable?: boolean;
    /** Not shown until the user chooses it. */
    readonly hidden?: boolean;
    /** Pixels; the format's own width otherwise. */
    readonly size?: number;
  };
}[KeyOf<Row>];
