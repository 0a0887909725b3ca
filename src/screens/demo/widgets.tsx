import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Choice } from '../../components/choice.tsx';
import { DateRange } from '../../components/date-range.tsx';
import { addDays, daysOf, type Period } from '../../components/days.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { useToday } from '../../components/use-today.ts';
import { check } from '../../resources/constraints.ts';
import type { Widget } from '../../resources/resource.ts';
import { useFieldTexts } from '../record/fields.ts';
import { Shown } from '../record/value-text.tsx';
import { useFaultText } from '../use-fault-text.ts';
import { WIDGETS } from '../record/widgets.tsx';
import { LONG } from './extreme-values.ts';
import { placeOf } from './forms.ts';
import type { Sample } from './sample.ts';
import { useSpeech, type Speech } from './demo-texts.ts';

/**
 * A valid and an invalid value of a widget; `faulty` null: every value is valid to the form, and only the
 * server reports errors.
 */
interface SampleValues {
  readonly filled: unknown;
  readonly faulty: unknown;
}

const PAGES = [
  { title: '春の特集', url: 'https://www.example.com/spring', rate: 66.7 },
  { title: LONG, url: 'https://www.example.com/é', rate: 33.3 },
];
const JUDGEMENT_SAMPLE = {
  auto_approval: true,
  approval_amount: true,
  approval_args: false,
  exclude_duplicate_ips: 30,
  exclude_duplicate_args: true,
};

/** Typed as a complete record: a widget without a sample is a compile error. */
const SAMPLES: Readonly<Record<Widget, SampleValues>> = {
  text: { filled: '春の検索広告 é', faulty: LONG.repeat(8) },
  area: { filled: `${LONG}\n2行目`, faulty: LONG.repeat(60) },
  code: { filled: 'a_xclid', faulty: 'あ'.repeat(600) },
  url: { filled: 'https://www.example.com/?q=春', faulty: 'www.example' },
  email: { filled: 'operator@example.com', faulty: 'operator@' },
  phone: { filled: '03-1234-5678', faulty: '03-あ' },
  domain: { filled: 'www.example.com', faulty: 'https://' },
  password: { filled: 'correct horse battery', faulty: 'short' },
  integer: { filled: 1_234_567, faulty: '12.5x' },
  money: { filled: 1234.5, faulty: '12,34x' },
  day: { filled: '2026-01-31', faulty: '2026-02-30' },
  switch: { filled: true, faulty: null },
  choice: { filled: 1, faulty: null },
  many: { filled: [], faulty: null },
  limiting_products: { filled: [1], faulty: null },
  scopes: { filled: { reports: 'read', settings: 'write' }, faulty: null },
  role: { filled: null, faulty: null },
  addresses: { filled: ['192.0.2.1', '2001:db8::/32'], faulty: ['300.1.1.1'] },
  landing_pages: { filled: PAGES, faulty: [{ title: '', url: 'example', rate: 120 }] },
  parameters: { filled: { xclid: 'a_xclid', media_session: 'ses' }, faulty: { xclid: 'é é' } },
  judgements: { filled: JUDGEMENT_SAMPLE, faulty: { ...JUDGEMENT_SAMPLE, exclude_duplicate_ips: -1 } },
  report: { filled: '/analyze/lpo?model=3', faulty: null },
  mapping: { filled: { name: '広告名', ad_cost: '費用（税抜）' }, faulty: { name: LONG.repeat(8) } },
};

const STATES = ['empty', 'filled', 'faulty', 'disabled', 'read'] as const;
type State = (typeof STATES)[number];
/** A validation error that only the server reports. */
const FIXED = [{ code: 'fixed' }];
const WIDE: ReadonlySet<Widget> = new Set<Widget>([
  'area',
  'landing_pages',
  'parameters',
  'judgements',
  'mapping',
  'many',
  'limiting_products',
  'scopes',
  'role',
  'addresses',
]);

type Form = ReturnType<typeof placeOf>['form'];
type Field = ReturnType<typeof placeOf>['field'];
interface WidgetProps {
  readonly widget: Widget;
  readonly state: State;
}

/** A valid value: of a choice the last option, of a multiple choice the first two. */
const filledValue = (widget: Widget, options: readonly { readonly value: unknown }[]): unknown => {
  if (widget === 'choice' || widget === 'role') return options.at(-1)?.value ?? null;
  if (widget === 'many') return options.slice(0, 2).map(({ value }) => value);
  return SAMPLES[widget].filled;
};

const firstValue = ({ widget, state }: WidgetProps, blank: unknown, filled: unknown): unknown => {
  if (state === 'empty') return blank;
  return state === 'faulty' ? (SAMPLES[widget].faulty ?? filled) : filled;
};

/** Validation errors of the form for a faulty value, otherwise an error of the server. */
const faultsOf = ({ constraints }: Form, { field }: Field, state: State, value: unknown) => {
  const faults = state === 'faulty' ? check({ [field]: value }, { [field]: constraints[field] ?? {} }) : {};
  const own = Object.keys(faults).length > 0 || state !== 'faulty' ? faults[field] : FIXED;
  return { own, at: (path: string) => faults[`${field}.${path}`] };
};

/**
 * A widget in one state, as a field of one of the console's forms. Errors are those of the form validation.
 */
const WidgetIn = (props: WidgetProps) => {
  const { widget, state } = props;
  const { form, field } = placeOf(widget);
  const texts = useFieldTexts(form.name);
  const filled = filledValue(widget, texts.optionsOf(field));
  const [value, setValue] = useState<unknown>(firstValue(props, form.blank[field.field], filled));
  return state === 'read' ? (
    <dl className="tp-facts demo-read">
      <div>
        <dt>{texts.labelOf(field.field)}</dt>
        <dd>
          <Shown field={field} value={value} texts={texts} />
        </dd>
      </div>
    </dl>
  ) : (
    <WidgetForm {...props} value={value} onChange={setValue} />
  );
};

interface WidgetFormProps extends WidgetProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const WidgetForm = ({ widget, state, value, onChange }: WidgetFormProps) => {
  const intl = useIntl();
  const { form, field } = placeOf(widget);
  const texts = useFieldTexts(form.name);
  const faultText = useFaultText();
  const { required, nullable, maxLength } = form.constraints[field.field] ?? {};
  const faults = faultsOf(form, field, state, value);
  const Draw = WIDGETS[widget];
  const marked = required === true && nullable !== true && widget !== 'switch';
  const within =
    maxLength === undefined ? undefined : intl.formatMessage({ id: 'form.within' }, { max: maxLength });
  return (
    <fieldset className="demo-form" disabled={state === 'disabled'}>
      <div className="tp-form">
        <div className="tp-wide">
          <Draw
            field={field}
            texts={texts}
            value={value}
            required={marked}
            marked={marked}
            hint={texts.hintOf(field.field) ?? within}
            maxLength={maxLength}
            faults={faultText(faults.own)}
            faultsAt={path => faultText(faults.at(path))}
            onChange={onChange}
            onLeave={() => undefined}
          />
        </div>
      </div>
    </fieldset>
  );
};

const WidgetSample = ({ widget }: { readonly widget: Widget }) => {
  const { translate } = useSpeech();
  return (
    <div className={WIDE.has(widget) ? 'demo-states demo-states-wide' : 'demo-states'}>
      {STATES.map(state => (
        <div
          key={state}
          className="demo-state"
          data-state={state}
          role="group"
          aria-label={translate(`demo.${state}`)}
        >
          <span className="demo-state-name" aria-hidden="true">
            {translate(`demo.${state}`)}
          </span>
          <WidgetIn widget={widget} state={state} />
        </div>
      ))}
    </div>
  );
};

const Chosen = ({ speech: { translate, ids } }: { readonly speech: Speech }) => {
  const all = ids('choice.attribution_model.').map(id => ({ value: id, label: translate(id) }));
  const [value, setValue] = useState(all[0]?.value ?? '');
  const [open, setOpen] = useState('a');
  return (
    <div className="tp-fields">
      <Choice label={translate('demo.widget.choice')} value={value} options={all} onChange={setValue} />
      <Choice
        open
        label={translate('demo.tones')}
        value={open}
        options={['a', 'b', 'c'].map((one, index) => ({
          value: one,
          label: translate(['demo.usual', 'demo.large', 'demo.small'][index] ?? 'demo.usual'),
        }))}
        onChange={setOpen}
      />
    </div>
  );
};

const Ranged = () => {
  const end = useToday();
  const [{ period, custom }, set] = useState<{
    readonly period: Period;
    readonly custom: { readonly from: string; readonly to: string } | null;
  }>({ period: 'last-month', custom: null });
  return (
    <div className="tp-fields">
      <DateRange
        period={period}
        days={daysOf(period, custom ?? { from: addDays(end, -6), to: end }, end, 0)}
        onChange={(next, days) => set({ period: next, custom: days })}
      />
    </div>
  );
};

const Secret = ({ speech: { translate } }: { readonly speech: Speech }) => {
  const [value, setValue] = useState('');
  return (
    <div className="demo-form">
      <PasswordField
        name="demo-password"
        label={translate('demo.passwords')}
        autoComplete="new-password"
        value={value}
        onChange={setValue}
        hint={translate('form.within', { max: 128 })}
      />
    </div>
  );
};

export const widgets = (speech: Speech): readonly Sample[] => [
  ...(Object.keys(WIDGETS) as readonly Widget[]).map((widget): Sample => ({
    id: `widget-${widget}`,
    name: speech.translate(`demo.widget.${widget}`),
    code: widget,
    draw: <WidgetSample widget={widget} />,
  })),
  {
    id: 'control-choice',
    name: speech.translate('demo.choices'),
    code: 'Choice',
    draw: <Chosen speech={speech} />,
  },
  {
    id: 'control-period',
    name: speech.translate('demo.periods'),
    code: 'DateRange DayField',
    draw: <Ranged />,
  },
  {
    id: 'control-password',
    name: speech.translate('demo.passwords'),
    code: 'PasswordField',
    draw: <Secret speech={speech} />,
  },
];
