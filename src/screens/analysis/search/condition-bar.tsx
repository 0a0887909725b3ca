import { useState, useSyncExternalStore } from 'react';
import { Button } from '../../../components/button.tsx';
import { isNarrow, watchNarrow } from '../../../components/grid/narrow.ts';
import { Icon } from '../../../components/icon.tsx';
import '../../list/list.css';
import { useConditions } from '../../list/use-conditions.tsx';
import { FoldedFields } from '../../folded-fields.tsx';
import type { ReportContext } from '../report/context.ts';
import { useTranslate } from '../report/use-report.ts';
import { hasMoreFields, MainFields, MoreFields } from './query-fields.tsx';
import { SetConditions } from './set-conditions.tsx';
import { namelessText } from './use-facts.ts';
import { writeAnalysisSearch } from './write-search.ts';

interface Props {
  readonly site: ReportContext;
}

/** The button that adds a filter, the chips of the filters, and the editor of one. */
const useReportConditions = ({ analysis, words, search, go }: ReportContext) => {
  const conditions = useConditions({
    words,
    conditions: search.conditions,
    onChange: next => go(writeAnalysisSearch({ conditions: next })),
  });
  return analysis.controls.includes('filters') ? conditions : { add: null, bar: null, editor: null };
};

/** One line: the main fields, filters and set conditions as chips; other fields are below while they are shown. */
const WideConditions = ({ site }: Props) => {
  const translate = useTranslate();
  const { add, bar, editor } = useReportConditions(site);
  const [isMore, setMore] = useState(false);
  return (
    <div className="tp-conditions">
      <div className="tp-fields">
        <MainFields {...site} />
        {add}
        {hasMoreFields(site.analysis) && (
          <Button
            label={translate('analysis.more')}
            icon={<Icon name="sliders" />}
            expanded={isMore}
            onClick={() => setMore(!isMore)}
          />
        )}
        {bar}
        <SetConditions site={site} onEdit={() => setMore(true)} />
      </div>
      {isMore && (
        <div role="group" aria-label={translate('analysis.more')} className="tp-fields">
          <MoreFields {...site} />
        </div>
      )}
      {editor}
    </div>
  );
};

/** All fields behind one line, on a narrow screen. */
const FoldedConditions = ({ site }: Props) => {
  const { add, bar, editor } = useReportConditions(site);
  // The product is in the bar above.
  const facts = site.facts.slice(1).map(namelessText);
  return (
    <div className="tp-conditions">
      <FoldedFields facts={facts}>
        <MainFields {...site} />
        <MoreFields {...site} />
        {add}
        {bar}
      </FoldedFields>
      {editor}
    </div>
  );
};

/** The conditions of a report. */
export const ConditionBar = ({ site }: Props) =>
  useSyncExternalStore(watchNarrow, isNarrow) ? (
    <FoldedConditions site={site} />
  ) : (
    <WideConditions site={site} />
  );
