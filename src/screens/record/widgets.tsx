import { lazy, Suspense, type ComponentType } from 'react';
import { useIntl } from 'react-intl';
import { isPartial } from '../../../machines/signed-in-data.ts';
import { AddressesField, AreaField } from '../../components/fields/area-field.tsx';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { DayInput } from '../../components/fields/day-input.tsx';
import { JudgementsField } from '../../components/fields/judgements-field.tsx';
import { LineField, type LineKind } from '../../components/fields/line-field.tsx';
import { ManyField } from '../../components/fields/many-field.tsx';
import { NamesField } from '../../components/fields/names-field.tsx';
import { PagesField } from '../../components/fields/pages-field.tsx';
import { textOf } from '../../components/fields/reading.ts';
import { SwitchField } from '../../components/fields/switch-field.tsx';
import { FieldFrame } from '../../components/field.tsx';
import { whenReleased } from '../../components/pressing.ts';
import { PasswordField } from '../../components/password-field.tsx';
import type { FieldOption } from '../../components/option-search.ts';
import { useSignedInData } from '../../console/context.ts';
import { useTitlesOf } from '../../console/entries.ts';
import type { Widget } from '../../resources/resource.ts';
import { SearchedChoice, SearchedMany } from '../searched-fields.tsx';
import { PARAMETERS, type AnyField, type FieldTexts } from './fields.ts';
import { ReportQueryView } from './report-query-view.tsx';

const RoleChoice = lazy(async () => ({
  default: (await import('./role-choice.tsx')).RoleChoice,
}));

const ScopesField = lazy(async () => ({
  default: (await import('./scopes-field.tsx')).ScopesField,
}));

/** Properties of a widget: field, texts, value and validation errors. */
export interface WidgetProps {
  readonly field: AnyField;
  readonly texts: FieldTexts;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onLeave: () => void;
  readonly required: boolean;
  /** Whether a required field is marked: a choice that always has a value is not. */
  readonly marked: boolean;
  readonly hint?: string | undefined;
  readonly maxLength?: number | undefined;
  readonly faults: readonly string[];
  /** Validation messages of an inner field, by path: `0.url`. */
  readonly faultsAt: (path: string) => readonly string[];
}

const useFrame = ({ field, texts, required, marked, hint, faults }: WidgetProps) => {
  const intl = useIntl();
  return {
    name: field.field,
    label: texts.labelOf(field.field),
    required,
    faults,
    ...(marked && { mark: intl.formatMessage({ id: 'form.required' }) }),
    ...(hint !== undefined && { hint }),
  };
};

const line = (kind: LineKind): ComponentType<WidgetProps> => {
  const Line = (props: WidgetProps) => (
    <LineField
      kind={kind}
      {...useFrame(props)}
      value={props.value}
      unit={props.texts.unitOf(props.field.field)}
      onChange={props.onChange}
      onLeave={props.onLeave}
    />
  );
  return Line;
};

const Area = (props: WidgetProps) => (
  // Fields whose name ends in `tag` contain markup.
  <AreaField
    {...useFrame(props)}
    value={props.value}
    maxLength={props.maxLength}
    code={props.field.field.endsWith('tag')}
    onChange={props.onChange}
    onLeave={props.onLeave}
  />
);
const Password = (props: WidgetProps) => (
  <PasswordField
    {...useFrame(props)}
    value={textOf(props.value)}
    autoComplete="new-password"
    onChange={props.onChange}
    onBlur={() => whenReleased(props.onLeave)}
  />
);
const DayOf = (props: WidgetProps) => (
  <DayInput {...useFrame(props)} value={props.value} onChange={props.onChange} onLeave={props.onLeave} />
);
const Switch = (props: WidgetProps) => (
  <SwitchField {...useFrame(props)} value={props.value} onChange={props.onChange} />
);
/** The partial start-up list of a field's choices; null: all choices are loaded. */
const usePartialList = ({ field: { choices }, texts: { productId } }: WidgetProps) => {
  const known = useSignedInData();
  if (choices === undefined || !('list' in choices) || !isPartial(known, choices.list)) return null;
  return { list: choices.list, group: choices.group, product: productId };
};
/** The choices of a field; a selected entry that cannot be chosen, such as a deleted one, is named. */
const useOptions = ({ field, texts, value }: WidgetProps): readonly FieldOption[] => {
  const { choices } = field;
  const isEntry = choices !== undefined && 'list' in choices && typeof value === 'number';
  useTitlesOf(isEntry ? { [choices.list]: [value] } : {});
  const options = texts.optionsOf(field);
  return !isEntry || options.some(option => option.value === value)
    ? options
    : [...options, { value, label: texts.wordOf(field, value) }];
};
const ChoiceOf = (props: WidgetProps) => {
  const { value, onChange, onLeave } = props;
  const frame = useFrame(props);
  const options = useOptions(props);
  const partial = usePartialList(props);
  return partial === null ? (
    <ChoiceField {...frame} value={value} options={options} onChange={onChange} onLeave={onLeave} />
  ) : (
    <SearchedChoice
      {...frame}
      {...partial}
      value={typeof value === 'number' ? value : null}
      onChange={onChange}
      onLeave={onLeave}
    />
  );
};
const Role = (props: WidgetProps) => (
  <Suspense fallback={<ChoiceOf {...props} />}>
    <RoleChoice {...useFrame(props)} value={props.value} onChange={props.onChange} />
  </Suspense>
);
const Many = (props: WidgetProps) => {
  const { field, texts, value, onChange } = props;
  const frame = useFrame(props);
  const partial = usePartialList(props);
  const ids = Array.isArray(value) ? value.filter(one => typeof one === 'number') : [];
  return partial === null ? (
    <ManyField {...frame} value={value} options={texts.optionsOf(field)} onChange={onChange} />
  ) : (
    <SearchedMany {...frame} {...partial} value={ids} onChange={onChange} />
  );
};
/** No chosen product stands for all. */
const LimitingProducts = (props: WidgetProps) => (
  <Many {...props} onChange={ids => props.onChange(Array.isArray(ids) && ids.length === 0 ? null : ids)} />
);
const Scopes = (props: WidgetProps) => (
  <Suspense>
    <ScopesField {...useFrame(props)} value={props.value} onChange={props.onChange} />
  </Suspense>
);
/** The error message names the invalid one of several addresses. */
const Addresses = (props: WidgetProps) => {
  const intl = useIntl();
  const { value, faults, faultsAt } = props;
  const entries = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const ofEntries = entries.flatMap((entry, index) =>
    faultsAt(String(index)).map(fault =>
      intl.formatMessage({ id: 'form.entry_fault' }, { entry: textOf(entry), fault }),
    ),
  );
  return (
    <AddressesField
      {...useFrame(props)}
      faults={[...faults, ...ofEntries]}
      value={value}
      onChange={props.onChange}
      onLeave={props.onLeave}
    />
  );
};
const LandingPages = (props: WidgetProps) => (
  <PagesField
    {...useFrame(props)}
    value={props.value}
    faultsAt={props.faultsAt}
    onChange={props.onChange}
    onLeave={props.onLeave}
  />
);
const Parameters = (props: WidgetProps) => (
  <NamesField
    {...useFrame(props)}
    kind="code"
    keys={PARAMETERS.map(key => ({ key, label: props.texts.labelOf(`parameter.${key}`) }))}
    value={props.value}
    faultsAt={props.faultsAt}
    onChange={props.onChange}
    onLeave={props.onLeave}
  />
);
const Judgements = (props: WidgetProps) => (
  <JudgementsField
    {...useFrame(props)}
    labelOf={props.texts.labelOf}
    unit={props.texts.unitOf('exclude_duplicate_ips') ?? ''}
    value={props.value}
    faultsAt={props.faultsAt}
    onChange={props.onChange}
    onLeave={props.onLeave}
  />
);
/** The keys are the options of the field's choices. */
const Mapping = (props: WidgetProps) => (
  <NamesField
    {...useFrame(props)}
    kind="text"
    keys={props.texts
      .optionsOf(props.field)
      .map(({ value }) => ({ key: String(value), label: props.texts.headingOf(String(value)) }))}
    value={props.value}
    faultsAt={props.faultsAt}
    onChange={props.onChange}
    onLeave={props.onLeave}
  />
);

const Report = (props: WidgetProps) => (
  <FieldFrame id={props.field.field} {...useFrame(props)} group>
    <ReportQueryView address={textOf(props.value)} />
  </FieldFrame>
);

/** Widget components by their names in descriptors. */
export const WIDGETS: Readonly<Record<Widget, ComponentType<WidgetProps>>> = {
  text: line('text'),
  code: line('code'),
  url: line('url'),
  email: line('email'),
  phone: line('phone'),
  domain: line('domain'),
  integer: line('integer'),
  money: line('money'),
  area: Area,
  password: Password,
  day: DayOf,
  switch: Switch,
  choice: ChoiceOf,
  many: Many,
  limiting_products: LimitingProducts,
  scopes: Scopes,
  role: Role,
  addresses: Addresses,
  landing_pages: LandingPages,
  parameters: Parameters,
  judgements: Judgements,
  mapping: Mapping,
  report: Report,
};
