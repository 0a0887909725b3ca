import { ALL_MODELS } from '../../../analyses/analysis.ts';
import { BOUNDS, RULES, type Rule, type Tried } from '../../../analyses/what-if.ts';
import { Choice } from '../../../components/choice.tsx';
import { NumberAsked } from '../allocation/number-field.tsx';
import type { Go } from '../report/context.ts';
import type { Say } from '../report/figures.ts';
import { useSay } from '../report/use-report.ts';
import type { Fact } from '../search/use-facts.ts';

const TODAYS = '';
const UNITS: Readonly<Record<Rule, string>> = {
  term: 'unit.days',
  repeat: 'unit.seconds',
  decay: 'unit.percent',
};

/** The rules that hold today; null: not known yet. */
export interface TodaysRules {
  readonly model: number | null;
  readonly values: Readonly<Record<Rule, number | null>>;
}

/** What was tried, in words: it is in the fields, which neither paper nor a saved chart has. */
export const triedFacts = ({ model, approval, values }: Tried, say: Say): readonly Fact[] => [
  ...(model === null ? [] : [{ name: say('analysis.model'), text: say(`model.${model}`) }]),
  ...(approval === null
    ? []
    : [{ name: say('analysis.approval'), text: say(`analysis.approval.${approval}`) }]),
  ...RULES.flatMap(rule =>
    values[rule] === undefined
      ? []
      : [
          {
            name: say(`what_if.${rule}`),
            text: say('unit.named', { name: String(values[rule]), unit: say(UNITS[rule]) }),
          },
        ],
  ),
];

interface Props {
  readonly tried: Tried;
  readonly todays: TodaysRules;
  readonly go: Go;
}

/** The rules to try, each beside that of today. */
export const WhatIfFields = ({ tried: { model, approval, values }, todays, go }: Props) => {
  const say = useSay();
  return (
    <div className="tp-fields tp-what-if">
      <Choice
        label={say('analysis.model')}
        value={model ?? TODAYS}
        onChange={chosen => go({ if_model: chosen === TODAYS ? undefined : chosen })}
        options={[
          {
            value: TODAYS,
            label:
              todays.model === null
                ? say('what_if.todays')
                : say('what_if.todays_known', { value: say(`model.${todays.model}`) }),
          },
          ...ALL_MODELS.map(value => ({ value: value as string, label: say(`model.${value}`) })),
        ]}
      />
      <Choice
        label={say('analysis.approval')}
        value={approval ?? TODAYS}
        onChange={chosen => go({ if_approval: chosen === TODAYS ? undefined : chosen })}
        options={[
          { value: TODAYS, label: say('analysis.approval.approved') },
          { value: 'unapproved', label: say('analysis.approval.unapproved') },
        ]}
      />
      {RULES.map(rule => (
        <NumberAsked
          key={`${rule}:${values[rule] ?? TODAYS}`}
          name={rule}
          label={say(`what_if.${rule}`)}
          unit={say(UNITS[rule])}
          hint={
            todays.values[rule] === null
              ? undefined
              : say('what_if.todays_known', { value: todays.values[rule] })
          }
          fault={say('what_if.fault', { min: BOUNDS[rule].minimum, max: BOUNDS[rule].maximum })}
          minimum={BOUNDS[rule].minimum}
          maximum={BOUNDS[rule].maximum}
          value={values[rule] ?? null}
          onValue={value => go({ [`if_${rule}`]: value === null ? undefined : String(value) })}
        />
      ))}
    </div>
  );
};
