import { lazy, Suspense, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { MODELS } from '../../analyses/analysis.ts';
import type { ModelsRow } from '../../analyses/models-aside.ts';
import type { Behind } from '../../components/grid/types.ts';
import { useAddress, type RawSearch } from '../../console/address.ts';
import { useLevel } from '../../console/context.ts';
import { TOTAL } from './use-behind-address.tsx';

const BehindDialog = lazy(async () => ({ default: (await import('../credit/behind-dialog.tsx')).BehindDialog }));

const METRICS = ['cv_division', 'amount_division'] as const;

/** A share of one model, by the field that holds it; of models from the data the server cannot tell single conversions. */
const shareOf = (field: string): { readonly metric: (typeof METRICS)[number]; readonly model: number } | null => {
  const [, name, model] = /^(\w+)_(\d)$/.exec(field) ?? [];
  const metric = METRICS.find(one => one === name);
  return metric === undefined || !MODELS.some(one => one === model) ? null : { metric, model: Number(model) };
};

const readBehind = (raw: RawSearch) => ({ key: raw['behind'] ?? null, share: shareOf(raw['behind_of'] ?? '') });

interface Question { readonly product_id: number; readonly from: string; readonly to: string; readonly axis: number }
interface Row { readonly row: ModelsRow; readonly label: string }

/** From a share under one model to the conversions that it is made of; which is looked at stands in the address. @param question null: the server cannot tell them */
export const useBehindModels = (question: Question | null, rows: readonly ModelsRow[] | null, totals: Row | undefined): { readonly figures: Behind<ModelsRow> | null; readonly dialog: ReactNode } => {
  const mayRead = useLevel('cv_log') !== 'none' && question !== null;
  const [{ key, share }, go] = useAddress(readBehind);
  // The grid draws no row again for it.
  const now = useRef({ go, totals });
  useLayoutEffect(() => { now.current = { go, totals }; });
  const figures = useMemo((): Behind<ModelsRow> | null => (mayRead ? {
    has: (row, field) => shareOf(field) !== null && (row as unknown as Readonly<Record<string, unknown>>)[field] !== 0,
    open: (row, field) => now.current.go({ behind: row === now.current.totals?.row ? TOTAL : row.key, behind_of: field }),
  } : null), [mayRead]);
  const label = key === TOTAL ? totals?.label : rows?.find(row => row.key === key)?.label;
  const choose = (metric: string) => share !== null && go({ behind_of: `${metric}_${share.model}` }, { replace: true });
  return {
    figures,
    dialog: mayRead && question !== null && key !== null && share !== null && label !== undefined && (
      <Suspense>
        <BehindDialog label={label} question={{ ...question, key, ...share }} metrics={METRICS} onMetric={choose} onClose={() => go({ behind: undefined, behind_of: undefined })} />
      </Suspense>
    ),
  };
};
