import { lazy, Suspense, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { ReportQuestion, ReportRow } from '../../analyses/analysis.ts';
import type { Behind, RowAction } from '../../components/grid/types.ts';
import { useAddress, type RawSearch } from '../../console/address.ts';
import { useKnown } from '../../console/context.ts';
import { BEHIND, behindMetricOf, type BehindMetric } from '../credit/behind-metrics.ts';

const BehindDialog = lazy(async () => ({ default: (await import('../credit/behind-dialog.tsx')).BehindDialog }));

export const TOTAL = 'total';

const readBehind = (raw: RawSearch) => ({ key: raw['behind'] ?? null, metric: behindMetricOf(raw['behind_of']) });

const isFigure = (row: object, field: string): boolean => {
  const value = (row as Readonly<Record<string, unknown>>)[field];
  return behindMetricOf(field) !== null && typeof value === 'number' && value !== 0;
};
/** Figures of a row that are not nothing: the first of them is opened. */
const figuresOf = (row: object): readonly BehindMetric[] => BEHIND.filter(metric => isFigure(row, metric));

/** What of a report's question the conversions behind a row are asked: a stretch of time is all of a period of its own. */
export const behindQuestion = ({ product_id, from, to, axis = 1, model }: ReportQuestion, key: string, row: { readonly from?: string | null; readonly to?: string | null }) => ({
  product_id, axis, ...(model !== undefined && { model }),
  ...(typeof row.from === 'string' && typeof row.to === 'string' ? { from: row.from, to: row.to, key: TOTAL } : { from, to, key }),
});

interface BehindWays<Row> {
  readonly actions: readonly RowAction<Row>[];
  /** From a single figure; null: the server cannot tell, or one may not see it. */
  readonly figures: Behind<Row> | null;
  /** Opens what stands behind the totals; null: nothing does, or one may not see it. */
  readonly openTotal: (() => void) | null;
  readonly dialog: ReactNode;
}

/** From the rows of an analysis to the conversions behind their figures; which are looked at stands in the address. @param question null: the server cannot tell them */
export const useBehindAddress = <Row extends ReportRow>(question: ReportQuestion | null, rows: readonly Row[] | null, totals: Row | undefined): BehindWays<Row> => {
  const intl = useIntl();
  const mayRead = useKnown().role.permissions.cv_log !== 'none' && question !== null;
  const [{ key, metric }, go] = useAddress(readBehind);
  const row = key === TOTAL ? totals : rows?.find(one => one.key === key);
  const metrics = row === undefined ? [] : figuresOf(row);
  const asked = metric ?? metrics[0] ?? 'cv';
  const open = (of: string) => go({ behind: of });
  // The grid draws no row again for it.
  const now = useRef({ go, totals });
  useLayoutEffect(() => { now.current = { go, totals }; });
  const figures = useMemo((): Behind<Row> | null => (mayRead ? {
    has: isFigure,
    open: (one, field) => now.current.go({ behind: one === now.current.totals ? TOTAL : one.key, behind_of: field }),
  } : null), [mayRead]);
  const label = row === undefined ? '' : key === TOTAL ? intl.formatMessage({ id: 'analysis.total' }) : row.label;
  return {
    actions: mayRead ? [{ id: 'behind', label: intl.formatMessage({ id: 'behind.action' }), icon: 'detail', offered: one => figuresOf(one).length > 0, run: one => open(one.key) }] : [],
    figures,
    openTotal: mayRead && totals !== undefined && figuresOf(totals).length > 0 ? () => open(TOTAL) : null,
    dialog: mayRead && question !== null && row !== undefined && key !== null && (
      <Suspense>
        <BehindDialog
          label={label} question={{ ...behindQuestion(question, key, row), metric: asked }} metrics={metrics.includes(asked) ? metrics : [asked, ...metrics]}
          onMetric={chosen => go({ behind_of: chosen }, { replace: true })} onClose={() => go({ behind: undefined, behind_of: undefined })}
        />
      </Suspense>
    ),
  };
};
