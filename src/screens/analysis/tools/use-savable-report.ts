import { useSearch } from '@tanstack/react-router';
import { parseSearch, stringifySearch, type RawSearch } from '../../../console/address.ts';
import type { Savable } from '../../list/use-views.ts';
import { writeAnalysisSearch } from '../search/write-search.ts';
import type { ReportContext } from '../report/context.ts';

/**
 * Parameters that a saved view leaves out: the product, the open drill-down, and the id of the saved view.
 */
const UNSAVED_PARAMETERS: ReadonlySet<string> = new Set([
  'product_id',
  'drilldown',
  'drilldown_metric',
  'drilldown_at',
  'saved',
]);
const names = (raw: RawSearch): readonly string[] =>
  Object.keys(raw).filter(name => !UNSAVED_PARAMETERS.has(name));
/**
 * The parameters of an address that a saved view contains, in alphabetical order, so that equal views are
 * equal texts.
 */
export const lookOf = (raw: RawSearch): string =>
  stringifySearch(
    Object.fromEntries(
      names(raw)
        .toSorted()
        .map(name => [name, raw[name]]),
    ),
  ).slice(1);

/** Adapter between a report and its saved views: query, view and hidden columns, which are always named. */
export const useSavableReport = ({
  name,
  go,
  columnChoice: { hidden },
}: Pick<ReportContext, 'name' | 'go' | 'columnChoice'>): Savable => {
  const raw = useSearch({ strict: false }) as RawSearch;
  return {
    screen: `analysis_${name}`,
    address: lookOf({ ...raw, ...writeAnalysisSearch({ hide: hidden }) } as RawSearch),
    hidden,
    saved: /^[1-9]\d{0,9}$/.test(raw['saved'] ?? '') ? Number(raw['saved']) : null,
    meant: address => lookOf(parseSearch(address)),
    show: (address, saved) =>
      go({
        ...Object.fromEntries(names(raw).map(one => [one, undefined])),
        ...Object.fromEntries(
          Object.entries(parseSearch(address)).filter(([one]) => !UNSAVED_PARAMETERS.has(one)),
        ),
        saved: saved ?? undefined,
      }),
    mark: saved => go({ ...writeAnalysisSearch({ hide: hidden }), saved }, { replace: true }),
  };
};
