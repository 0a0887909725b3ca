import { useMemo } from 'react';
import { isOverTime, type Framed } from '../../../analyses/analysis.ts';
import { Choice } from '../../../components/choice.tsx';
import { DateRange } from '../../../components/date-range.tsx';
import { DayField } from '../../../components/day-field.tsx';
import type { Days } from '../../../components/days.ts';
import { writePeriod } from '../../period.ts';
import type { Navigate } from '../report/context.ts';
import { useTranslate } from '../report/use-report.ts';
import { daysCompared } from './query.ts';
import { COMPARISONS, DISPLAYS, EVALUATIONS, modelsOf, STEPS, type AnalysisSearch } from './search.ts';
import { writeAnalysisSearch } from './write-search.ts';

export interface QueryFieldsProps {
  readonly analysis: Framed;
  readonly search: AnalysisSearch;
  readonly go: Navigate;
  /** The days to which the period resolves today. */
  readonly days: Days;
  /** The model of the answer; null: no model, or no answer yet. */
  readonly counted: number | null;
}

/** Value of the option that chooses nothing. */
const NONE = '';

const writerOf = (go: Navigate) => (part: Partial<AnalysisSearch>) => go(writeAnalysisSearch(part));

/** The intervals of a report over time, and the months that it covers. */
const TimeFields = ({ search, go, days }: QueryFieldsProps) => {
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

/** The period of comparison; custom days begin with those of the comparison before. */
const ComparisonFields = ({ analysis, search, go, days }: QueryFieldsProps) => {
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

const useAxisOptions = ({ axes }: Framed) => {
  const translate = useTranslate();
  return useMemo(
    () => axes.map(value => ({ value: value as string, label: translate(`axis.${value}`) })),
    [axes, translate],
  );
};

/** The axis whose values are the rows. */
const AxisField = ({ analysis, search, go }: QueryFieldsProps) => {
  const translate = useTranslate();
  const options = useAxisOptions(analysis);
  return (
    options.length > 0 && (
      <Choice
        label={translate('analysis.axis')}
        value={search.axis as string}
        options={options}
        onChange={chosen => {
          const axis = analysis.axes.find(one => one === chosen);
          if (axis !== undefined) writerOf(go)({ axis, ...(search.by === axis && { by: null }) });
        }}
      />
    )
  );
};

/** The axis nested in each row. */
const NestedAxisField = ({ analysis, search, go }: QueryFieldsProps) => {
  const translate = useTranslate();
  const options = useAxisOptions(analysis);
  return (
    analysis.nested && (
      <Choice
        label={translate('analysis.by')}
        value={search.by ?? NONE}
        options={[
          { value: NONE, label: translate('analysis.by_none') },
          ...options.filter(({ value }) => value !== search.axis),
        ]}
        onChange={chosen => writerOf(go)({ by: analysis.axes.find(one => one === chosen) ?? null })}
      />
    )
  );
};

/** Which conversions and visitors count, and under which model. */
const CountingFields = ({ analysis: { controls, models: kinds }, search, go, counted }: QueryFieldsProps) => {
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

/** The fields that every user of a report needs: its period, its comparison and its rows. */
export const MainFields = (props: QueryFieldsProps) => {
  const { analysis, search, go, days } = props;
  const over = isOverTime(analysis);
  return (
    <>
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
      <AxisField {...props} />
    </>
  );
};

/** The other fields that the descriptor names. */
export const MoreFields = (props: QueryFieldsProps) => (
  <>
    <NestedAxisField {...props} />
    <CountingFields {...props} />
  </>
);

/** Whether an analysis has other fields. */
export const hasMoreFields = ({ nested, controls, models }: Framed): boolean =>
  nested || models !== null || controls.includes('approval') || controls.includes('evaluation');
