import { useId, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { leaveToInputMethod } from '../../components/composing.ts';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { DayInput } from '../../components/fields/day-input.tsx';
import { halfWidth } from '../../components/fields/reading.ts';
import { Popover } from '../../components/popover.tsx';
import {
  isCondition,
  OPERATORS_OF,
  valuesOf,
  type AnyFilter,
  type Condition,
  type Operator,
} from '../../resources/filter.ts';
import { FilterChoice } from './filter-choice.tsx';
import { readDuration } from './read-duration.ts';
import { durationText, type FilterWords } from './use-filters.ts';

interface Props {
  readonly anchor: HTMLElement;
  readonly words: FilterWords;
  /** Null: a new condition. */
  readonly condition: Condition | null;
  readonly onApply: (condition: Condition) => void;
  readonly onClose: () => void;
}

interface Draft extends Condition {
  readonly wrong: boolean;
}

const withoutLastCommas = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === ',') end -= 1;
  return text.slice(0, end);
};

/** Typed durations as seconds; what is none stays, and is no valid value. */
const readDurations = ({ op, value }: Pick<Condition, 'op' | 'value'>): string =>
  valuesOf({ op, value: halfWidth(value).replace(/[，、]/g, ',') })
    .map(text => readDuration(text) ?? text)
    .join(',');

/**
 * Normalises the typed value: full-width characters of ids and numbers become half-width, separators of lists become
 * commas, and durations numbers of seconds. Other texts stay as typed.
 */
const readValue = ({ kind }: AnyFilter, { op, value }: Condition): string => {
  if (kind === 'duration') return readDurations({ op, value });
  if (kind === 'id')
    return withoutLastCommas(
      halfWidth(value)
        .replace(/[，、]/g, ',')
        .replace(/\s/g, ''),
    );
  if (kind === 'number')
    return withoutLastCommas(
      halfWidth(value)
        .replace(/[−ー]/g, '-')
        .replace(/[，、]/g, ',')
        .replace(/\s/g, ''),
    );
  return kind === 'text' && op === 'in' ? value.replace(/[，、\n]/g, ',') : value;
};

/** Arrow keys belong to the fields, not to the popover around them; Escape belongs to the popover. */
const keepArrows = (event: KeyboardEvent): void => {
  if (event.key.startsWith('Arrow')) event.stopPropagation();
};

/** Initial condition on a field: for choices with the first option, otherwise without a value. */
const blankOf = (filter: AnyFilter | undefined, words: FilterWords): Draft => {
  const op = filter?.operator ?? OPERATORS_OF[filter?.kind ?? 'text'][0] ?? 'exact';
  const blank = { field: filter?.field ?? '', op, value: '', wrong: false };
  if (filter?.kind === 'flag') return { ...blank, value: 'true' };
  return filter?.kind === 'choice' ? { ...blank, value: words.options(filter)[0]?.value ?? '' } : blank;
};

/** A condition as it is typed. */
const draftOf = (condition: Condition, filter: AnyFilter | undefined, intl: IntlShape): Draft => ({
  ...condition,
  wrong: false,
  ...(filter?.kind === 'duration' && {
    value: valuesOf(condition)
      .map(value => durationText(intl, Number(value)))
      .join(', '),
  }),
});

/** The draft with another operator; of several selected values, the first is kept. */
const withOperator = (
  draft: Draft,
  op: Operator,
  {
    filter,
    words,
    isNew,
  }: { readonly filter: AnyFilter; readonly words: FilterWords; readonly isNew: boolean },
): Draft => {
  const changed = { ...draft, op, wrong: false };
  if (filter.kind !== 'choice') return changed;
  const [first = ''] = valuesOf(draft);
  if (op !== 'in')
    return { ...changed, value: first === '' ? (words.options(filter)[0]?.value ?? '') : first };
  // With several values nothing is preselected: the user ticks each of them.
  return { ...changed, value: isNew ? '' : draft.value };
};

interface ValueProps {
  readonly id: string;
  readonly filter: AnyFilter;
  readonly draft: Draft;
  readonly words: FilterWords;
  readonly onChange: (value: string) => void;
}

/** Field for the value of a condition, by the kind of its filter. */
const ValueField = ({ id, filter, draft, words, onChange }: ValueProps) => {
  const intl = useIntl();
  const translate = (message: string) => intl.formatMessage({ id: message });
  const label = translate('filter.value');
  const faults = draft.wrong ? [translate(`filter.invalid.${filter.kind}`)] : undefined;
  const hints = [
    ...(filter.kind === 'duration' ? [translate('filter.duration_hint')] : []),
    ...(draft.op === 'in' ? [translate('filter.in_hint')] : []),
  ];
  if (filter.kind === 'choice' || filter.kind === 'flag')
    return (
      <FilterChoice
        label={label}
        filter={filter}
        options={words.options(filter)}
        values={valuesOf(draft)}
        several={draft.op === 'in'}
        faults={faults}
        onChange={values => onChange(values.join(','))}
      />
    );
  if (filter.kind === 'day' || filter.kind === 'time')
    return (
      <DayInput
        key={draft.field}
        name="value"
        label={label}
        value={draft.value === '' ? null : draft.value}
        faults={faults}
        onChange={day => onChange(typeof day === 'string' ? day : '')}
      />
    );
  return (
    <label className="field" htmlFor={`${id}-value`}>
      <span className="field-label">{label}</span>
      <input
        id={`${id}-value`}
        className="p-inputtext"
        value={draft.value}
        autoComplete="off"
        inputMode={filter.kind === 'number' && draft.op !== 'in' ? 'decimal' : 'text'}
        maxLength={1000}
        aria-invalid={draft.wrong}
        aria-describedby={`${id}-note`}
        onKeyDown={leaveToInputMethod}
        onChange={event => onChange(event.target.value)}
      />
      <span id={`${id}-note`} className={draft.wrong ? 'field-fault' : 'field-hint'}>
        {faults ?? hints.join(' ')}
      </span>
    </label>
  );
};

const EditorFoot = ({ onClose }: Pick<Props, 'onClose'>) => (
  <div className="tp-filter-foot">
    <button
      type="button"
      className="p-button p-button-sm p-button-outlined p-button-secondary"
      onClick={onClose}
    >
      <FormattedMessage id="confirm.no" />
    </button>
    <button type="submit" className="p-button p-button-sm">
      <FormattedMessage id="filter.apply" />
    </button>
  </div>
);

/**
 * Popover for one condition: field, operator, value. A chunk of its own, since most lists are opened without
 * filtering.
 */
const FilterEditor = ({ anchor, words, condition, onApply, onClose }: Props) => {
  const intl = useIntl();
  const id = useId();
  const translate = (message: string) => intl.formatMessage({ id: message });
  const filterOf = (field: string) => words.filters.find(one => one.field === field);
  const [draft, set] = useState<Draft>(() =>
    condition === null
      ? blankOf(words.filters[0], words)
      : draftOf(condition, filterOf(condition.field), intl),
  );
  const filter = filterOf(draft.field);
  if (filter === undefined) return null;
  const operators = OPERATORS_OF[filter.kind];
  const isNew = condition === null;

  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    const { wrong: _, ...valid } = { ...draft, value: readValue(filter, draft) };
    if (!isCondition(filter, valid)) return set({ ...draft, wrong: true });
    onApply(valid);
    return onClose();
  };
  return (
    <Popover anchor={anchor} label={translate(isNew ? 'filter.add' : 'filter.edit')} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it stops arrow keys that bubble from its fields */}
      <form className="tp-filter" noValidate onSubmit={send} onKeyDown={keepArrows}>
        <ChoiceField
          name="field"
          label={translate('filter.field')}
          required
          first
          value={draft.field}
          options={words.filters.map(({ field }) => ({ value: field, label: words.name(field) }))}
          onChange={field => set(blankOf(filterOf(String(field)), words))}
        />
        {operators.length > 1 && (
          <ChoiceField
            name="operator"
            label={translate('filter.operator')}
            required
            value={draft.op}
            options={operators.map(op => ({ value: op, label: words.operator(filter.kind, op) }))}
            onChange={op => set(withOperator(draft, op as Operator, { filter, words, isNew }))}
          />
        )}
        <ValueField
          id={id}
          filter={filter}
          draft={draft}
          words={words}
          onChange={value => set({ ...draft, wrong: false, value })}
        />
        <EditorFoot onClose={onClose} />
      </form>
    </Popover>
  );
};
export default FilterEditor;
