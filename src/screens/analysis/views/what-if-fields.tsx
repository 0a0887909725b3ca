import { ALL_MODELS } from '../../../analyses/analysis.ts';
import { BOUNDS, RULES, type Rule } from '../../../analyses/tried-rules.ts';
import type { TriedRules } from '../../../analyses/what-if.ts';
import { Choice } from '../../../components/choice.tsx';
import { NumberField } from '../allocation/number-field.tsx';
import type { Navigate } from '../report/context.ts';
import type { Translate } from '../report/figures.ts';
import { useTranslate } from '../report/use-report.ts';
import type { Fact } from '../../print/print-sheet.tsx';

const CURRENT_RULE = '';
const UNITS: Readonly<Record<Rule, string>> = {
  term: 'unit.days',
  repeat: 'unit.seconds',
  decay: 'unit.percent',
};

/** The current rules; null: not loaded yet. */
export interface TodaysRules {
  readonly model: number | null;
  readonly values: Readonly<Record<Rule, number | null>>;
}

/** The rules to try as text, for the print view and saved charts, which have no fields. */
export const triedFacts = (
  { model, approval, values }: TriedRules,
  translate: Translate,
): readonly Fact[] => [
  ...(model === null ? [] : [{ name: translate('analysis.model'), text: translate(`model.${model}`) }]),
  ...(approval === null
    ? []
    : [{ name: translate('analysis.approval'), text: translate(`analysis.approval.${approval}`) }]),
  ...RULES.flatMap(rule =>
    values[rule] === undefined
      ? []
      : [
          {
            name: translate(`what_if.${rule}`),
            text: translate('unit.named', { name: String(values[rule]), unit: translate(UNITS[rule]) }),
          },
        ],
  ),
];

interface Props {
  readonly tried: TriedRules;
  readonly todays: TodaysRules;
  readonly go: Navigate;
}

/** Fields for the rules to try, each with the current rule. */
export const WhatIfFields = ({ tried: { model, approval, values }, todays, go }: Props) => {
  const translate = useTranslate();
  return (
    <div className="tp-fields tp-what-if">
      <Choice
        label={translate('analysis.model')}
        value={model ?? CURRENT_RULE}
        onChange={chosen => go({ if_model: chosen === CURRENT_RULE ? undefined : chosen })}
        options={[
          {
            value: CURRENT_RULE,
            label:
              todays.model === null
                ? translate('what_if.todays')
                : translate('what_if.todays_known', { value: translate(`model.${todays.model}`) }),
          },
          ...ALL_MODELS.map(value => ({ value: value as string, label: translate(`model.${value}`) })),
        ]}
      />
      <Choice
        label={translate('analysis.approval')}
        value={approval ?? CURRENT_RULE}
        onChange={chosen => go({ if_approval: chosen === CURRENT_RULE ? undefined : chosen })}
        options={[
          { value: CURRENT_RULE, label: translate('analysis.approval.approved') },
          { value: 'unapproved', label: translate('analysis.approval.unapproved') },
        ]}
      />
      {RULES.map(rule => (
        <NumberField
          key={`${rule}:${values[rule] ?? CURRENT_RULE}`}
          name={rule}
          label={translate(`what_if.${rule}`)}
          unit={translate(UNITS[rule])}
          hint={
            todays.values[rule] === null
              ? undefined
              : translate('what_if.todays_known', { value: todays.values[rule] })
          }
          fault={translate('what_if.fault', { min: BOUNDS[rule].minimum, max: BOUNDS[rule].maximum })}
          minimum={BOUNDS[rule].minimum}
          maximum={BOUNDS[rule].maximum}
          value={values[rule] ?? null}
          onValue={value => go({ [`if_${rule}`]: value === null ? undefined : String(value) })}
        />
      ))}
    </div>
  );
};
