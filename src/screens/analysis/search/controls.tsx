import { useMemo, useSyncExternalStore } from 'react';
import { FormattedMessage } from 'react-intl';
import { isOverTime, type Framed } from '../../../analyses/analysis.ts';
import { Choice } from '../../../components/choice.tsx';
import { DateRange } from '../../../components/date-range.tsx';
import { DayField } from '../../../components/day-field.tsx';
import type { Days } from '../../../components/days.ts';
import { isNarrow, watchNarrow } from '../../../components/grid/narrow.ts';
import { Icon } from '../../../components/icon.tsx';
import { writePeriod } from '../../period.ts';
import { writeAnalysisSearch } from './write-search.ts';
import { COMPARISONS, DISPLAYS, EVALUATIONS, modelsOf, STEPS, type AnalysisSearch } from './search.ts';
import { daysCompared } from './query.ts';
import type { Navigate } from '../report/context.ts';
import { useTranslate } from '../report/use-report.ts';
import { namelessText, type Fact } from './use-facts.ts';

interface Props {
  readonly analysis: Framed;
  readonly search: AnalysisSearch;
  readonly go: Navigate;
  /** The days that the search means now. */
  readonly days: Days;
  /** The model that the report was counted under; null until there is one. */
  readonly counted: number | null;
}

/** Nothing chosen, as a choice beside the others. */
const NONE = '';

/**
 * What an analysis is asked. A narrow screen has no room for that and for an answer: there it is told in a
 * line, which unfolds.
 */
export const Controls = ({ facts, ...props }: Props & { readonly facts: readonly Fact[] }) => {
  const narrow = useSyncExternalStore(watchNarrow, isNarrow);
  const fields = <Fields {...props} />;
  if (!narrow) return fields;
  return (
    <details className="tp-folded">
      <summary>
        <Icon name="sliders" />
        <span className="tp-folded-words">
          <strong>
            <FormattedMessage id="analysis.conditions" />
          </strong>
          {/* The product stands in the bar above. */}
          <small>{facts.slice(1).map(namelessText).join(' · ')}</small>
        </span>
      </summary>
      {fields}
    </details>
  );
};

const writerOf = (go: Navigate) => (part: Partial<AnalysisSearch>) => go(writeAnalysisSearch(part));

/** Which stretches of time the rows are, and of which months. */
const TimeFields = ({ search, go, days }: Props) => {
  const translate = useTranslate();
  const put = writerOf(go);
  return (
    <>
      <Choice
        label={translate('analysis.display')}
        value={search.display}
        wide
        options={DISPLAYS.map(value => ({ value, label: translate(`display.${value}`) }))}
        onChange={display =>
          go({
            ...writeAnalysisSearch({ display }),
            ...(display === 'custom'
              ? writePeriod('custom', days)
              : { period: undefined, from: undefined, to: undefined }),
          })
        }
      />
      <Choice
        label={translate('analysis.step')}
        value={search.step}
        open
        options={STEPS.map(value => ({ value, label: translate(`step.${value}`) }))}
        onChange={step => put({ step })}
      />
    </>
  );
};

/** With which days the period is compared; days of one's own begin as those of the comparison before. */
const ComparisonFields = ({ analysis, search, go, days }: Props) => {
  const translate = useTranslate();
  const put = writerOf(go);
  const compared = daysCompared(search, days);
  const choose = (chosen: string): void => {
    const compare = COMPARISONS.find(one => one === chosen) ?? null;
    const before = search.compare === 'custom' ? null : search.compare;
    const own =
      compare === 'custom' ? daysCompared({ ...search, compare: before ?? 'previous_period' }, days) : null;
    put({ compare, compareFrom: own?.from, compareTo: own?.to } as Partial<AnalysisSearch>);
  };
  return (
    <>
      {analysis.controls.includes('compare') && (
        <Choice
          label={translate('analysis.compare')}
          value={search.compare ?? NONE}
          options={[
            { value: NONE, label: translate('compare.none') },
            ...COMPARISONS.map(value => ({ value: value as string, label: translate(`compare.${value}`) })),
          ]}
          onChange={choose}
        />
      )}
      {search.compare === 'custom' && compared !== null && (
        <>
          <DayField
            label={translate('compare.from')}
            value={compared.from}
            onChange={from => put({ compareFrom: from, compareTo: compared.to < from ? from : compared.to })}
          />
          <DayField
            label={translate('compare.to')}
            value={compared.to}
            onChange={to => put({ compareFrom: compared.from > to ? to : compared.from, compareTo: to })}
          />
        </>
      )}
    </>
  );
};

/** What the rows are, and what is inside each. */
const AxisFields = ({ analysis: { axes, nested }, search, go }: Props) => {
  const translate = useTranslate();
  const put = writerOf(go);
  const options = useMemo(
    () => axes.map(value => ({ value: value as string, label: translate(`axis.${value}`) })),
    [axes, translate],
  );
  return (
    <>
      {axes.length > 0 && (
        <Choice
          label={translate('analysis.axis')}
          value={search.axis as string}
          options={options}
          onChange={chosen => {
            const axis = axes.find(one => one === chosen);
            if (axis !== undefined) put({ axis, ...(search.by === axis && { by: null }) });
          }}
        />
      )}
      {nested && (
        <Choice
          label={translate('analysis.by')}
          value={search.by ?? NONE}
          options={[
            { value: NONE, label: translate('analysis.by_none') },
            ...options.filter(({ value }) => value !== search.axis),
          ]}
          onChange={chosen => put({ by: axes.find(one => one === chosen) ?? null })}
        />
      )}
    </>
  );
};

/** Which conversions and visitors count, and under which model. */
const CountingFields = ({ analysis: { controls, models: kinds }, search, go, counted }: Props) => {
  const translate = useTranslate();
  const put = writerOf(go);
  const models = modelsOf(kinds, search);
  return (
    <>
      {controls.includes('approval') && (
        <Choice
          label={translate('analysis.approval')}
          value={search.approval}
          options={(['approved', 'unapproved'] as const).map(value => ({
            value,
            label: translate(`analysis.approval.${value}`),
          }))}
          onChange={approval => put({ approval })}
        />
      )}
      {controls.includes('evaluation') && (
        <Choice
          label={translate('analysis.evaluation')}
          value={search.evaluation}
          options={EVALUATIONS.map(value => ({ value, label: translate(`evaluation.${value}`) }))}
          onChange={evaluation => put({ evaluation })}
        />
      )}
      {models.length > 0 && (
        <Choice
          label={translate('analysis.model')}
          value={search.model ?? NONE}
          open
          options={[
            {
              value: NONE,
              label:
                search.model === null && counted !== null
                  ? translate('analysis.model_own_known', { model: translate(`model.${counted}`) })
                  : translate('analysis.model_own'),
            },
            ...models.map(value => ({ value: value as string, label: translate(`model.${value}`) })),
          ]}
          onChange={chosen => put({ model: models.find(one => one === chosen) ?? null })}
        />
      )}
    </>
  );
};

/** The controls that its descriptor names, each of which the address holds. */
const Fields = (props: Props) => {
  const { analysis, search, go, days } = props;
  const over = isOverTime(analysis);
  return (
    <div className="tp-fields tp-controls">
      {over && <TimeFields {...props} />}
      {(!over || search.display === 'custom') && (
        <DateRange
          period={search.period}
          days={days}
          onChange={(chosen, custom) =>
            go({ ...writePeriod(chosen, custom), ...(over && { display: 'custom' }) })
          }
        />
      )}
      <ComparisonFields {...props} />
      <AxisFields {...props} />
      <CountingFields {...props} />
    </div>
  );
};
