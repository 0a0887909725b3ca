import { useIntl } from 'react-intl';
import { Icon } from '../../../components/icon.tsx';
import type { ReportContext } from '../report/context.ts';
import { useTranslate } from '../report/use-report.ts';
import type { AnalysisSearch } from './search.ts';
import { writeAnalysisSearch } from './write-search.ts';

interface SetCondition {
  readonly name: string;
  readonly text: string;
  /** The part of the search that sets its default. */
  readonly reset: Partial<AnalysisSearch>;
}

/** The fields of "More" that differ from their default. */
const useSetConditions = ({ by, approval, evaluation, model }: AnalysisSearch): readonly SetCondition[] => {
  const translate = useTranslate();
  const set: readonly (SetCondition | false)[] = [
    by !== null && { name: translate('analysis.by'), text: translate(`axis.${by}`), reset: { by: null } },
    approval !== 'approved' && {
      name: translate('analysis.approval'),
      text: translate(`analysis.approval.${approval}`),
      reset: { approval: 'approved' },
    },
    evaluation !== '0' && {
      name: translate('analysis.evaluation'),
      text: translate(`evaluation.${evaluation}`),
      reset: { evaluation: '0' },
    },
    model !== null && {
      name: translate('analysis.model'),
      text: translate(`model.${model}`),
      reset: { model: null },
    },
  ];
  return set.filter(one => one !== false);
};

/** Chips of the fields of "More" that differ from their default; the cross of a chip resets its field. */
export const SetConditions = ({
  context: { search, go },
  onEdit,
}: {
  readonly context: Pick<ReportContext, 'search' | 'go'>;
  /** Shows the fields. */
  readonly onEdit: () => void;
}) => {
  const intl = useIntl();
  const conditions = useSetConditions(search);
  return (
    conditions.length > 0 && (
      <ul className="tp-chips" aria-label={intl.formatMessage({ id: 'analysis.set' })}>
        {conditions.map(({ name, text, reset }) => {
          const sentence = intl.formatMessage({ id: 'analysis.set_condition' }, { name, text });
          return (
            <li key={name} className="tp-chip">
              <button type="button" title={intl.formatMessage({ id: 'filter.edit' })} onClick={onEdit}>
                {sentence}
              </button>
              <button
                type="button"
                aria-label={intl.formatMessage({ id: 'filter.remove' }, { filter: sentence })}
                onClick={() => go(writeAnalysisSearch(reset))}
              >
                <Icon name="close" />
              </button>
            </li>
          );
        })}
      </ul>
    )
  );
};
