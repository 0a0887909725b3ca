import { useEffect, useId, useReducer, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isComposing } from './composing.ts';
import { readDay, type Day } from './days.ts';
import { date } from './formats.ts';
import './field.css';
import { Icon } from './icon.tsx';
import { labelledText } from './labelled-text.ts';
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

/** State of the input: the typed text, and whether it could not be parsed as a day. */
const useTypedDay = (value: Day, onChange: (day: Day) => void) => {
  const [{ text, wrong }, set] = useReducer((_: State, next: State) => next, {
    text: date(value),
    wrong: false,
  });
  useEffect(() => set({ text: date(value), wrong: false }), [value]);
  return {
    text,
    wrong,
    type: (typed: string): void => set({ text: typed, wrong: false }),
    take: (typed: string): void => {
      const day = readDay(typed);
      set({ text: day === null ? typed : date(day), wrong: day === null });
      if (day !== null && day !== value) onChange(day);
    },
  };
};

interface PickerProps extends Pick<Props, 'label' | 'value' | 'max'> {
  readonly onSelect: (day: string) => void;
}

/** The browser's native date picker and the button that opens it. */
const DayPicker = ({ label, value, max, onSelect }: PickerProps) => {
  const intl = useIntl();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="date"
        value={value}
        max={max}
        tabIndex={-1}
        aria-hidden="true"
        onChange={event => {
          if (event.target.value !== '') onSelect(event.target.value);
        }}
      />
      <button
        type="button"
        aria-label={labelledText(label, intl.formatMessage({ id: 'period.open_calendar' }), intl)}
        onClick={() => picker.current?.showPicker()}
      >
        <Icon name="calendar" />
      </button>
    </>
  );
};

/**
 * Field for one day, typed or chosen. Typed text, full-width characters included, is parsed on blur or Enter,
 * but not during input-method composition; invalid text stays for correction. PrimeReact's Calendar clears
 * such text and uses the browser's time zone.
 */
export const DayField = ({ label, value, max, onChange }: Props) => {
  const id = useId();
  const { text, wrong, type, take } = useTypedDay(value, onChange);
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
          onChange={event => type(event.target.value)}
          onBlur={event => {
            const typed = event.target.value;
            whenReleased(() => take(typed));
          }}
          onKeyDown={event => {
            if (event.key === 'Enter' && !isComposing(event)) take(event.currentTarget.value);
          }}
        />
        <DayPicker label={label} value={value} {...(max !== undefined && { max })} onSelect={take} />
      </span>
      {wrong && (
        <span id={`${id}-fault`} className="tp-fault">
          <FormattedMessage id="fault.format_date" />
        </span>
      )}
    </div>
  );
};
