import { useEffect, useId, useReducer, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isComposing } from './composing.ts';
import { readDay, type Day } from './days.ts';
import { date } from './formats.ts';
import './field.css';
import { Icon } from './icon.tsx';
import { whenReleased } from './pressing.ts';

interface Props {
  readonly label: string;
  readonly value: Day;
  readonly max?: Day;
  readonly onChange: (day: Day) => void;
}

interface State {
  readonly text: string;
  readonly wrong: boolean;
}

/**
 * A day, typed or picked. What is typed is read when the field is left or Enter is pressed, never while an
 * input method is still composing, and in
 * full-width characters as well; what cannot be read stays to be mended. PrimeReact's Calendar blanks both,
 * and thinks in the browser's zone.
 */
export const DayField = ({ label, value, max, onChange }: Props) => {
  const intl = useIntl();
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [{ text, wrong }, set] = useReducer((_: State, next: State) => next, {
    text: date(value),
    wrong: false,
  });
  useEffect(() => set({ text: date(value), wrong: false }), [value]);

  const take = (typed: string): void => {
    const day = readDay(typed);
    if (day === null) set({ text: typed, wrong: true });
    else {
      set({ text: date(day), wrong: false });
      if (day !== value) onChange(day);
    }
  };
  return (
    <div className="tp-field">
      <label className="tp-field-label" htmlFor={id}>
        {label}
      </label>
      <span className="tp-day-field">
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          placeholder="yyyy/MM/dd"
          aria-invalid={wrong}
          {...(wrong && { 'aria-describedby': `${id}-fault` })}
          onChange={event => set({ text: event.target.value, wrong: false })}
          onBlur={event => {
            const typed = event.target.value;
            whenReleased(() => take(typed));
          }}
          onKeyDown={event => {
            if (event.key === 'Enter' && !isComposing(event)) take(event.currentTarget.value);
          }}
        />
        <input
          ref={picker}
          type="date"
          value={value}
          max={max}
          tabIndex={-1}
          aria-hidden="true"
          onChange={event => {
            if (event.target.value !== '') take(event.target.value);
          }}
        />
        <button
          type="button"
          aria-label={`${label}: ${intl.formatMessage({ id: 'period.pick' })}`}
          onClick={() => picker.current?.showPicker()}
        >
          <Icon name="calendar" />
        </button>
      </span>
      {wrong && (
        <span id={`${id}-fault`} className="tp-fault">
          <FormattedMessage id="fault.format_date" />
        </span>
      )}
    </div>
  );
};
