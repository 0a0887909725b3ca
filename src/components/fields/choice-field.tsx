import { lazy, Suspense, useId } from 'react';
import { useIntl } from 'react-intl';
import { ChoiceAwaited } from '../choice.tsx';
import { describe, FieldFrame, type FieldProps } from '../field.tsx';
import type { FieldOption, OptionSearch, OptionValue } from '../option-search.ts';
import { textOf } from './reading.ts';
import './fields.css';

const PrimeChoice = lazy(() => import('../prime-choice.tsx'));

interface Props extends FieldProps {
  readonly label: string;
  readonly value: unknown;
  readonly options: readonly FieldOption[];
  /** Server-side search over the options; absent: `options` has all of them. */
  readonly search?: OptionSearch | undefined;
  readonly onChange: (value: OptionValue | null) => void;
  readonly onLeave?: (() => void) | undefined;
  /** The first field of what has just been opened: it takes the focus as soon as it is shown. */
  readonly first?: boolean;
}

/** Value of "none", which no option has. */
const UNSET = '';

/**
 * Dropdown for one option; "none" is an option unless the field is required. A selected value that is no
 * longer an option stays selected and is marked.
 */
export const ChoiceField = ({
  name,
  label,
  value,
  options: listed,
  search,
  onChange,
  onLeave,
  first = false,
  ...frame
}: Props) => {
  const intl = useIntl();
  const id = useId();
  const chosen = textOf(value);
  const unset = intl.formatMessage({ id: frame.required === true ? 'form.choose' : 'form.unset' });
  const options =
    search === undefined
      ? listed
      : [...search.chosen, ...listed.filter(({ value: id }) => !search.chosen.some(one => one.value === id))];
  const known = options.map(option => ({ value: String(option.value), label: option.label }));
  const all = [
    ...(frame.required === true && chosen !== UNSET ? [] : [{ value: UNSET, label: unset }]),
    ...known,
    ...(chosen === UNSET || known.some(option => option.value === chosen)
      ? []
      : [{ value: chosen, label: intl.formatMessage({ id: 'form.deleted_option' }, { id: chosen }) }]),
  ];
  const text = all.find(option => option.value === chosen)?.label ?? '';
  // During a search only its results are listed, as the selected option would be mistaken for one.
  const offered =
    search === undefined || search.text === ''
      ? all
      : listed.map(option => ({ value: String(option.value), label: option.label }));
  return (
    <FieldFrame id={`${id}-box`} label={label} {...frame}>
      <Suspense fallback={<ChoiceAwaited text={text} />}>
        <PrimeChoice
          label={label}
          labelledBy={`${id}-box-label`}
          inputId={`${id}-box`}
          name={name}
          value={chosen}
          options={offered}
          search={search && { ...search, shown: text }}
          described={describe(`${id}-box`, frame)}
          first={first}
          onLeave={onLeave}
          onChange={next =>
            onChange(
              options.find(option => String(option.value) === next)?.value ??
                (next === UNSET ? null : (value as OptionValue)),
            )
          }
        />
      </Suspense>
    </FieldFrame>
  );
};
