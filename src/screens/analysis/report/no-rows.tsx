import { useIntl } from 'react-intl';
import { Button } from '../../../components/button.tsx';
import { Failed, Nothing, type ShownFailure } from '../../../components/states.tsx';
import { appliedConditions, valuesOf, type Condition } from '../../../resources/filter.ts';
import { EmptyData } from '../../setup/lazy-views.ts';
import { writeAnalysisSearch } from '../search/write-search.ts';
import type { ReportContext } from './context.ts';

interface Props {
  readonly context: Pick<ReportContext, 'words' | 'search' | 'go'>;
  /** Null: the answer has no rows. */
  readonly failure: ShownFailure | null;
  readonly onAgain: () => void;
}

/** Conditions that name records of another product, for example of a view that was saved there. */
const foreignConditionsOf = ({ words, search: { conditions } }: Props['context']): readonly Condition[] =>
  appliedConditions(conditions).filter(condition => {
    const filter = words.filters.find(({ field }) => field === condition.field);
    if (filter?.choices === undefined || !('list' in filter.choices)) return false;
    const known = new Set(words.options(filter).map(({ value }) => value));
    return valuesOf(condition).some(value => !known.has(value));
  });

/** The reason why a report has no rows: a failure, conditions of another product, or no data. */
const NoRows = ({ context, failure, onAgain }: Props) => {
  const intl = useIntl();
  const foreign = failure === null || failure.kind === 'denied' ? foreignConditionsOf(context) : [];
  if (foreign.length === 0)
    return failure === null ? <EmptyData /> : <Failed failure={failure} onAgain={onAgain} />;
  const { words, search, go } = context;
  return (
    <Nothing title={intl.formatMessage({ id: 'analysis.foreign' })}>
      <p>{foreign.map(words.sentence).join(' / ')}</p>
      <p>{intl.formatMessage({ id: 'analysis.foreign_hint' })}</p>
      <Button
        label={intl.formatMessage({ id: 'analysis.foreign_drop' })}
        onClick={() =>
          go(writeAnalysisSearch({ conditions: search.conditions.filter(one => !foreign.includes(one)) }))
        }
      />
    </Nothing>
  );
};
export default NoRows;
