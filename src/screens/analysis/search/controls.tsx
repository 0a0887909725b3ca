import { useMemo, useSyncExternalStore } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isOverTime, type Framed } from '../../../analyses/analysis.ts';
import { Choice } from '../../../components/choice.tsx';
import { DateRange } from '../../../components/date-range.tsx';
import { DayField } from '../../../components/day-field.tsx';
import type { Days } from '../../../components/days.ts';
import { isNarrow, watchNarrow } from '../../../components/grid/narrow.ts';
import { Icon } from '../../../components/icon.tsx';
import { writePeriod } from '../../period.ts';
import {
  COMPARISONS,
  DISPLAYS,
  EVALUATIONS,
  modelsOf,
  STEPS,
  writeAnalysisSearch,
  type AnalysisSearch,
} from './search.ts';
import { daysCompared } from './query.ts';
import type { Go } from '../report/context.ts';
import { saidAlone, type Fact } from './use-facts.ts';

interface Props {
  readonly analysis: Framed;
  readonly search: AnalysisSearch;
  readonly go: Go;
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
          <small>{facts.slice(1).map(saidAlone).join(' · ')}</small>
        </span>
      </summary>
      {fields}
    </details>
  );
};

/** The controls that its descriptor names, each of which the address holds. */
const Fields = ({ analysis, search, go, days, counted }: Props) => {
  const intl = useIntl();
  const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const put = (part: Partial<AnalysisSearch>) => go(writeAnalysisSearch(part));
  const { axes, controls } = analysis;
  const compared = daysCompared(search, days);
  const models = modelsOf(analysis.models, search);
  const axisOptions = useMemo(
    () => axes.map(value => ({ value: value as string, label: intl.formatMessage({ id: `axis.${value}` }) })),
    [axes, intl],
  );
  const period = (
    <DateRange
      period={search.period}
      days={days}
      onChange={(chosen, custom) =>
        go({ ...writePeriod(chosen, custom), ...(isOverTime(analysis) && { display: 'custom' }) })
      }
    />
  );
  return (
    <div className="tp-fields tp-controls">
      {isOverTime(analysis) && (
        <>
          <Choice
            label={say('analysis.display')}
            value={search.display}
            wide
            options={DISPLAYS.map(value => ({ value, label: say(`display.${value}`) }))}
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
            label={say('analysis.step')}
            value={search.step}
            open
            options={STEPS.map(value => ({ value, label: say(`step.${value}`) }))}
            onChange={step => put({ step })}
          />
        </>
      )}
      {(!isOverTime(analysis) || search.display === 'custom') && period}
      {controls.includes('compare') && (
        <Choice
          label={say('analysis.compare')}
          value={search.compare ?? NONE}
          options={[
            { value: NONE, label: say('compare.none') },
            ...COMPARISONS.map(value => ({ value: value as string, label: say(`compare.${value}`) })),
          ]}
          onChange={chosen => {
            const compare = COMPARISONS.find(one => one === chosen) ?? null;
            const own =
              compare === 'custom'
                ? daysCompared(
                    {
                      ...search,
                      compare:
                        search.compare === null || search.compare === 'custom'
                          ? 'previous_period'
                          : search.compare,
                    },
                    days,
                  )
                : null;
            put({
              compare,
              ...(own === null
                ? { compareFrom: undefined, compareTo: undefined }
                : { compareFrom: own.from, compareTo: own.to }),
            } as Partial<AnalysisSearch>);
          }}
        />
      )}
      {search.compare === 'custom' && compared !== null && (
        <>
          <DayField
            label={say('compare.from')}
            value={compared.from}
            onChange={from => put({ compareFrom: from, compareTo: compared.to < from ? from : compared.to })}
          />
          <DayField
            label={say('compare.to')}
            value={compared.to}
            onChange={to => put({ compareFrom: compared.from > to ? to : compared.from, compareTo: to })}
          />
        </>
      )}
      {axes.length > 0 && (
        <Choice
          label={say('analysis.axis')}
          value={search.axis as string}
          options={axisOptions}
          onChange={chosen => {
            const axis = axes.find(one => one === chosen);
            if (axis !== undefined) put({ axis, ...(search.by === axis && { by: null }) });
          }}
        />
      )}
      {analysis.nested && (
        <Choice
          label={say('analysis.by')}
          value={search.by ?? NONE}
          options={[
            { value: NONE, label: say('analysis.by_none') },
            ...axisOptions.filter(({ value }) => value !== search.axis),
          ]}
          onChange={chosen => put({ by: axes.find(one => one === chosen) ?? null })}
        />
      )}
      {controls.includes('approval') && (
        <Choice
          label={say('analysis.approval')}
          value={search.approval}
          options={(['approved', 'unapproved'] as const).map(value => ({
            value,
            label: say(`analysis.approval.${value}`),
          }))}
          onChange={approval => put({ approval })}
        />
      )}
      {controls.includes('evaluation') && (
        <Choice
          label={say('analysis.evaluation')}
          value={search.evaluation}
          options={EVALUATIONS.map(value => ({ value, label: say(`evaluation.${value}`) }))}
          onChange={evaluation => put({ evaluation })}
        />
      )}
      {models.length > 0 && (
        <Choice
          label={say('analysis.model')}
          value={search.model ?? NONE}
          open
          options={[
            {
              value: NONE,
              label:
                search.model === null && counted !== null
                  ? say('analysis.model_own_known', { model: say(`model.${counted}`) })
                  : say('analysis.model_own'),
            },
            ...models.map(value => ({ value: value as string, label: say(`model.${value}`) })),
          ]}
          onChange={chosen => put({ model: models.find(one => one === chosen) ?? null })}
        />
      )}
    </div>
  );
};
