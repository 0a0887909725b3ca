import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { leaveToInputMethod } from '../composing.ts';
import { describe, FieldFrame, type FieldProps } from '../field.tsx';
import {
  MAX_SEARCH_LENGTH,
  type FieldOption,
  type OptionSearch,
  type OptionValue,
} from '../option-search.ts';
import './fields.css';

interface Props extends FieldProps {
  readonly value: unknown;
  readonly options: readonly FieldOption[];
  /** Server-side search over the options; absent: `options` has all of them. */
  readonly search?: OptionSearch | undefined;
  readonly onChange: (value: readonly OptionValue[]) => void;
}

/** Number of options from which the field has a search box. */
const MIN_SEARCHED_OPTIONS = 8;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

interface OptionSearchBoxProps {
  readonly search: OptionSearch | undefined;
  readonly query: string;
  readonly onType: (text: string) => void;
}

const OptionSearchBox = ({ search, query, onType }: OptionSearchBoxProps) => {
  const label = useIntl().formatMessage({ id: 'choice.search' });
  return (
    <input
      type="search"
      className="p-inputtext"
      value={query}
      placeholder={label}
      aria-label={label}
      onKeyDown={event => {
        leaveToInputMethod(event);
        // Enter in the search box must not submit the form.
        if (event.key === 'Enter') event.preventDefault();
      }}
      maxLength={MAX_SEARCH_LENGTH}
      onCompositionStart={() => search?.onCompose(true)}
      onCompositionEnd={() => search?.onCompose(false)}
      onChange={event => onType(event.target.value)}
    />
  );
};

interface OptionBoxesProps extends Pick<Props, 'name' | 'options' | 'onChange'> {
  readonly chosen: readonly OptionValue[];
  /** ARIA attributes of the field, set on the first checkbox. */
  readonly described: ReturnType<typeof describe>;
}

const OptionBoxes = ({ name, options, chosen, described, onChange }: OptionBoxesProps) =>
  options.map((option, index) => (
    <label key={option.value} className="check">
      <input
        type="checkbox"
        name={name}
        value={option.value}
        checked={chosen.includes(option.value)}
        {...(index === 0 && described)}
        onChange={event =>
          onChange(
            event.target.checked ? [...chosen, option.value] : chosen.filter(one => one !== option.value),
          )
        }
      />
      <span>{option.label}</span>
    </label>
  ));

/**
 * Visible options. With a server-side search, selected options come first; otherwise they stay at their place
 * and the search text filters the others.
 */
const optionsInSight = (
  { options, search }: Pick<Props, 'options' | 'search'>,
  chosen: readonly OptionValue[],
  query: string,
): readonly FieldOption[] => {
  const isChosen = ({ value }: FieldOption) => chosen.includes(value);
  if (search !== undefined) return [...search.chosen, ...options.filter(option => !isChosen(option))];
  return options.filter(option => isChosen(option) || fold(option.label).includes(fold(query.trim())));
};

/** Multiple choice with a checkbox for each option; selected options stay visible during a search. */
export const ManyField = ({ name, value, options, search, onChange, ...frame }: Props) => {
  const id = useId();
  const [query, setQuery] = useState('');
  const chosen = Array.isArray(value) ? (value as readonly OptionValue[]) : [];
  const shown = optionsInSight({ options, search }, chosen, query);
  const type = (text: string) => {
    setQuery(text);
    search?.onType(text);
  };
  const described = describe(id, frame);
  return (
    <FieldFrame
      id={id}
      {...frame}
      group
      sideNote={<FormattedMessage id="form.chosen" values={{ count: chosen.length }} />}
    >
      <div className="field-many" data-wrong={described['aria-invalid']}>
        {(search !== undefined || options.length >= MIN_SEARCHED_OPTIONS) && (
          <OptionSearchBox search={search} query={query} onType={type} />
        )}
        <div className="field-many-list">
          <OptionBoxes
            name={name}
            options={shown}
            chosen={chosen}
            described={described}
            onChange={onChange}
          />
          {shown.length === 0 && search === undefined && (
            <p className="field-hint">
              <FormattedMessage id="choice.none" />
            </p>
          )}
        </div>
        {search !== undefined && (
          <p className="field-note" role="status">
            {search.note}
          </p>
        )}
      </div>
    </FieldFrame>
  );
};
