import type { TraceQuery } from '../../graphql/generated/graphql.ts';
import type { Role } from '../../machines/startup.ts';
import { leftOut, type LinkTarget } from './log.ts';
import { present, type Present } from './row.ts';

type Raw = Present<Present<TraceQuery['page']>['results']>;

/** Kinds of traced rows, in the order of processing: from contact to notification. */
export const TRACED_KINDS = ['contact', 'access', 'conversion', 'result', 'notification'] as const;
export type TracedKind = (typeof TRACED_KINDS)[number];
export interface TracedRow extends Omit<Raw, 'kind'> {
  readonly kind: TracedKind;
  readonly left_out: string;
  readonly key: string;
}

/** Rows of all logs that belong to an identifier. */
export interface Trace {
  readonly rows: readonly TracedRow[];
  /** Kinds with more rows than returned. */
  readonly more: readonly TracedKind[];
  /** Kinds that were not searched, as the user may not read their log. */
  readonly unread: readonly TracedKind[];
}

const kindsOf = (names: readonly (string | null)[] | null): readonly TracedKind[] =>
  TRACED_KINDS.filter(kind => names?.includes(kind) === true);
const rowOf = (row: Raw): TracedRow => ({
  ...row,
  kind: row.kind as TracedKind,
  left_out: leftOut(row),
  key: `${row.kind}.${row.id}`,
});

export const traceOf = ({ results, more, unread }: Present<TraceQuery['page']>): Trace => ({
  rows: present(results).map(rowOf),
  more: kindsOf(more),
  unread: kindsOf(unread),
});

/** The visitor to whom all rows belong that name one; null: none, or several. */
export const visitorOf = (rows: readonly Pick<TracedRow, 'visitor_id'>[]): string | null => {
  const [visitor, ...others] = new Set(rows.flatMap(({ visitor_id }) => visitor_id ?? []));
  return visitor === undefined || others.length > 0 ? null : visitor;
};

/**
 * The page of a row in its log; a result opens on the screen of CV approval if the user may not read the
 * result log.
 */
export const pageOfTraced = (
  { kind, id }: Pick<TracedRow, 'kind' | 'id'>,
  permissions: Role['permissions'],
): LinkTarget => {
  switch (kind) {
    case 'contact':
      return { path: `/log/reference/${id}` };
    case 'access':
      return { path: `/log/access/${id}` };
    case 'conversion':
      return { path: `/log/cv/${id}` };
    case 'result': {
      const path = permissions.result_notification_log === 'none' ? '/log/cv-approve' : '/log/result';
      return { path, search: { result_id: id, open: id } };
    }
    case 'notification':
      return { path: '/log/result-queue', search: { result_queue_id: id } };
  }
};
