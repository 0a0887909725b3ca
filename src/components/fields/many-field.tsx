import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { leaveToInputMethod } from '../composing.ts';
import { describe, FieldFrame, type FieldProps } from '../field.tsx';
import type { FieldOption, OptionValue } from './choice-field.tsx';
import { MAX_SEARCH_LENGTH, type OptionSearch } from './option-search.ts';
import './fields.css';

interface Props extends FieldProps {
  readonly value: unknown;
  readonly options: readonly FieldOption[];
  /** The options are those that a search found; without it they are all. */
  readonly search?: OptionSearch | undefined;
  readonly onChange: (value: readonly OptionValue[]) => void;
}

/** From this many options on there is a search over them. */
const SEARCHED_FROM = 8;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Any of several, each with its box; those that are chosen stay in sight whatever one searches for. */
export const ManyField = ({ name, value, options, search, onChange, ...frame }: Props) => {
  const intl = useIntl();
  const id = useId();
  const [sought, setSought] = useState('');
  const chosen = Array.isArray(value) ? (value as readonly OptionValue[]) : [];
  const shown =
    search === undefined
      ? options.filter(
          option => chosen.includes(option.value) || fold(option.label).includes(fold(sought.trim())),
        )
      : [...search.chosen, ...options.filter(option => !chosen.includes(option.value))];
  const type = (text: string) => {
    setSought(text);
    search?.onType(text);
  };
  const described = describe(id, frame);
  return (
    <FieldFrame
      id={id}
      {...frame}
      group
      aside={<FormattedMessage id="form.chosen" values={{ count: chosen.length }} />}
    >
      <div className="field-many" data-wrong={described['aria-invalid']}>
        {(search !== undefined || options.length >= SEARCHED_FROM) && (
          <input
            type="search"
            className="p-inputtext"
            value={sought}
            placeholder={intl.formatMessage({ id: 'choice.search' })}
            aria-label={intl.formatMessage({ id: 'choice.search' })}
            onKeyDown={event => {
              leaveToInputMethod(event);
              // It seeks; it does not send the form.
              if (event.key === 'Enter') event.preventDefault();
            }}
            maxLength={MAX_SEARCH_LENGTH}
            onCompositionStart={() => search?.onCompose(true)}
            onCompositionEnd={() => search?.onCompose(false)}
            onChange={event => type(event.target.value)}
          />
        )}
        <div className="field-many-list">
          {shown.map((option, index) => (
            <label key={option.value} className="check">
              <input
                type="checkbox"
                name={name}
                value={option.value}
                checked={chosen.includes(option.value)}
                {...(index === 0 && described)}
                onChange={event =>
                  onChange(
                    event.target.checked
                      ? [...chosen, option.value]
                      : chosen.filter(one => one !== option.value),
                  )
                }
              />
              <span>{option.label}</span>
            </label>
          ))}
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
