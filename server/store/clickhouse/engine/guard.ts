/**
 * Table functions and engines that would read the machine's files or call other hosts with this process's permissions.
 * All SQL is the program's own and values are bound, so this check is a second line of defence.
 */
const REACHES_OUT = new RegExp(
  '\\b(?:file|fileCluster|url|urlCluster|executable|executablePool|python|odbc|jdbc|mysql|postgresql|materializedPostgreSQL|materializedMySQL|mongodb|redis|sqlite|rabbitMQ|kafka|nats' +
    '|remote|remoteSecure|gcs|oss|cosn|s3\\w*|azure\\w*|hdfs\\w*|iceberg\\w*|deltaLake\\w*|hudi\\w*|paimon\\w*|hive|ytsaurus|arrowFlight|prometheus\\w*|disk|catboostEvaluate)\\s*\\(',
  'i',
);
const FILES = /\b(?:INTO\s+OUTFILE|FROM\s+INFILE)\b/i;

/**
 * A literal, comment or quoted name; an unclosed one extends to the end. Restarting at every quote would take quadratic
 * time.
 */
const TOKEN =
  /'(?:[^'\\]|\\[\s\S]|'')*('?)|--[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*())|`((?:[^`\\]|\\[\s\S])*)`?|"((?:[^"\\]|\\[\s\S])*)"?/g;

/** The statement without comments and literals. Quoted names remain without quotes, and unclosed tokens remain. */
const bare = (sql: string): string =>
  sql.replace(TOKEN, (token, closing?: string, unclosed?: string, quoted?: string, doubled?: string) =>
    closing === '' || unclosed === '' ? token : (quoted ?? doubled ?? ' '),
  );

/** Backups are files below the only folder that the engine's configuration allows for them. */
const BACKUP = /^(\s*(?:BACKUP|RESTORE)\s[^()]*\b(?:TO|FROM)\s+)File\s*\(/i;

/** The first word in a statement that would reach outside the store; null: none. */
export const reachesOut = (sql: string): string | null => {
  const text = bare(sql).replace(BACKUP, '$1');
  return (REACHES_OUT.exec(text) ?? FILES.exec(text))?.[0].replace('(', '').trimEnd() ?? null;
};
