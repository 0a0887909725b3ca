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
  readonly context: ReportContext;
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
const WideConditions = ({ context }: Props) => {
  const translate = useTranslate();
  const { add, bar, editor } = useReportConditions(context);
  const [isMore, setMore] = useState(false);
  return (
    <div className="tp-conditions">
      <div className="tp-fields">
        <MainFields {...context} />
        {add}
        {hasMoreFields(context.analysis) && (
          <Button
            label={translate('analysis.more')}
            icon={<Icon name="sliders" />}
            expanded={isMore}
            onClick={() => setMore(!isMore)}
          />
        )}
        {bar}
        <SetConditions context={context} onEdit={() => setMore(true)} />
      </div>
      {isMore && (
        <div role="group" aria-label={translate('analysis.more')} className="tp-fields">
          <MoreFields {...context} />
        </div>
      )}
      {editor}
    </div>
  );
};

/** All fields behind one line, on a narrow screen. */
const FoldedConditions = ({ context }: Props) => {
  const { add, bar, editor } = useReportConditions(context);
  // The product is in the bar above.
  const facts = context.facts.slice(1).map(namelessText);
  return (
    <div className="tp-conditions">
      <FoldedFields title="analysis.conditions" facts={facts}>
        <MainFields {...context} />
        <MoreFields {...context} />
        {add}
        {bar}
      </FoldedFields>
      {editor}
    </div>
  );
};

/** The conditions of a report. */
export const ConditionBar = ({ context }: Props) =>
  useSyncExternalStore(watchNarrow, isNarrow) ? (
    <FoldedConditions context={context} />
  ) : (
    <WideConditions context={context} />
  );
