/**
 * What the embedded engine must never do for anybody: it runs as this program and would read the machine's
 * files and call other hosts.
 * All SQL is ours and values are bound, so this is the second fence, for the day the first one has a hole.
 */
const REACHES_OUT = new RegExp(
  '\\b(?:file|fileCluster|url|urlCluster|executable|executablePool|python|odbc|jdbc|mysql|postgresql|materializedPostgreSQL|materializedMySQL|mongodb|redis|sqlite|rabbitMQ|kafka|nats' +
    '|remote|remoteSecure|gcs|oss|cosn|s3\\w*|azure\\w*|hdfs\\w*|iceberg\\w*|deltaLake\\w*|hudi\\w*|paimon\\w*|hive|ytsaurus|arrowFlight|prometheus\\w*|disk|catboostEvaluate)\\s*\\(',
  'i',
);
const FILES = /\b(?:INTO\s+OUTFILE|FROM\s+INFILE)\b/i;

/**
 * A literal, a comment, a quoted name. What is not closed goes on to the end: a search that began anew at
 * every quote would take time by the square.
 */
const TOKEN =
  /'(?:[^'\\]|\\[\s\S]|'')*('?)|--[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*())|`((?:[^`\\]|\\[\s\S])*)`?|"((?:[^"\\]|\\[\s\S])*)"?/g;

/**
 * The statement without comments and the text of its literals; quoted names stay, without their quotes, and
 * so does what is not closed.
 */
const bare = (sql: string): string =>
  sql.replace(TOKEN, (token, closing?: string, unclosed?: string, quoted?: string, doubled?: string) =>
    closing === '' || unclosed === '' ? token : (quoted ?? doubled ?? ' '),
  );

/** The first word in a statement that would reach outside of the store; null: there is none. */
export const reachesOut = (sql: string): string | null => {
  const text = bare(sql);
  return (REACHES_OUT.exec(text) ?? FILES.exec(text))?.[0].replace('(', '').trimEnd() ?? null;
};
