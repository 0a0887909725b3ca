import { useId, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { useIntl } from 'react-intl';
import { leaveToInputMethod } from '../../components/composing.ts';
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
import type { FilterWords } from './use-filters.ts';

interface Props {
  readonly anchor: HTMLElement;
  readonly words: FilterWords;
  /** Null: a new one. */
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

/**
 * What is typed, as it is asked: signs and digits of an input method mean the plain ones, but a text is asked
 * as it is written.
 */
const readValue = ({ kind }: AnyFilter, { op, value }: Condition): string => {
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

/** The arrow keys are those of its fields, not of the panel around it; Escape is the panel's. */
const keepArrows = (event: KeyboardEvent): void => {
  if (event.key.startsWith('Arrow')) event.stopPropagation();
};

/**
 * One condition in a small panel: which field, how it is compared, with what. A chunk of its own, since few
 * lists are filtered at once.
 */
const FilterEditor = ({ anchor, words, condition, onApply, onClose }: Props) => {
  const intl = useIntl();
  const id = useId();
  const say = (message: string) => intl.formatMessage({ id: message });
  const blankOf = (filter: AnyFilter | undefined): Draft => {
    const op = filter?.operator ?? OPERATORS_OF[filter?.kind ?? 'text'][0] ?? 'exact';
    return {
      field: filter?.field ?? '',
      op,
      value:
        filter?.kind === 'flag'
          ? 'true'
          : filter?.kind === 'choice'
            ? (words.options(filter)[0]?.value ?? '')
            : '',
      wrong: false,
    };
  };
  const [draft, set] = useState<Draft>(() =>
    condition === null ? blankOf(words.filters[0]) : { ...condition, wrong: false },
  );
  const filter = words.filters.find(one => one.field === draft.field);
  if (filter === undefined) return null;

  const put = (part: Partial<Draft>) => set({ ...draft, wrong: false, ...part });
  const compare = (op: Operator) => {
    const [first = ''] = valuesOf(draft);
    // Of several the first that was chosen stays; several are chosen by hand, not by having been the first of
    // the list.
    const one = first === '' ? (words.options(filter)[0]?.value ?? '') : first;
    put({
      op,
      ...(filter.kind === 'choice' && { value: op !== 'in' ? one : condition === null ? '' : draft.value }),
    });
  };
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    const { wrong: _, ...valid } = { ...draft, value: readValue(filter, draft) };
    if (!isCondition(filter, valid)) return set({ ...draft, wrong: true });
    onApply(valid);
    return onClose();
  };
  const faults = draft.wrong ? [say(`filter.wrong.${filter.kind}`)] : undefined;
  const value = say('filter.value');
  const options = words.options(filter);
  return (
    <Popover anchor={anchor} label={say(condition === null ? 'filter.add' : 'filter.edit')} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it takes keys from its fields on their way out */}
      <form className="tp-filter" noValidate onSubmit={send} onKeyDown={keepArrows}>
        <label className="field" htmlFor={`${id}-field`}>
          <span className="field-label">{say('filter.field')}</span>
          <select
            id={`${id}-field`}
            className="p-inputtext"
            value={draft.field}
            onChange={event => set(blankOf(words.filters.find(one => one.field === event.target.value)))}
          >
            {words.filters.map(one => (
              <option key={one.field} value={one.field}>
                {words.name(one.field)}
              </option>
            ))}
          </select>
        </label>
        {OPERATORS_OF[filter.kind].length > 1 && (
          <label className="field" htmlFor={`${id}-op`}>
            <span className="field-label">{say('filter.operator')}</span>
            <select
              id={`${id}-op`}
              className="p-inputtext"
              value={draft.op}
              onChange={event => compare(event.target.value as Operator)}
            >
              {OPERATORS_OF[filter.kind].map(op => (
                <option key={op} value={op}>
                  {words.operator(filter.kind, op)}
                </option>
              ))}
            </select>
          </label>
        )}
        {filter.kind === 'choice' || filter.kind === 'flag' ? (
          <FilterChoice
            label={value}
            filter={filter}
            options={options}
            values={valuesOf(draft)}
            several={draft.op === 'in'}
            faults={faults}
            onChange={values => put({ value: values.join(',') })}
          />
        ) : filter.kind === 'day' || filter.kind === 'time' ? (
          <DayInput
            key={draft.field}
            name="value"
            label={value}
            value={draft.value === '' ? null : draft.value}
            faults={faults}
            onChange={day => put({ value: typeof day === 'string' ? day : '' })}
          />
        ) : (
          <label className="field" htmlFor={`${id}-value`}>
            <span className="field-label">{value}</span>
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
              onChange={event => put({ value: event.target.value })}
            />
            <span id={`${id}-note`} className={draft.wrong ? 'field-fault' : 'field-hint'}>
              {faults ?? (draft.op === 'in' ? say('filter.in_hint') : null)}
            </span>
          </label>
        )}
        <div className="tp-filter-foot">
          <button
            type="button"
            className="p-button p-button-sm p-button-outlined p-button-secondary"
            onClick={onClose}
          >
            {say('confirm.no')}
          </button>
          <button type="submit" className="p-button p-button-sm">
            {say('filter.apply')}
          </button>
        </div>
      </form>
    </Popover>
  );
};
export default FilterEditor;
