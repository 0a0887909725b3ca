import { useSearch } from '@tanstack/react-router';
import { parseSearch, stringifySearch, type RawSearch } from '../../../console/address.ts';
import type { Savable } from '../../list/use-views.ts';
import { writeAnalysisSearch } from '../search/write-search.ts';
import type { ReportContext } from '../report/context.ts';

/**
 * What of an address is not the report's look: whose data it is, what is open over it, and the mark of a
 * saved view.
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
/** The look that an address says, whatever the order in which it does. */
export const lookOf = (raw: RawSearch): string =>
  stringifySearch(
    Object.fromEntries(
      names(raw)
        .toSorted()
        .map(name => [name, raw[name]]),
    ),
  ).slice(1);

/**
 * A report as something that can be saved by name: its question, its view, and which columns are hidden,
 * named even where they are the usual ones.
 */
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
