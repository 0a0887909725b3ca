import { useId, useRef } from 'react';
import { useIntl } from 'react-intl';
import { leaveToInputMethod } from '../composing.ts';
import { describe, FieldFrame, type FieldProps } from '../field.tsx';
import { Icon } from '../icon.tsx';
import { readDayText, showDay } from './reading.ts';
import { useTyped } from './typed.ts';
import './fields.css';

interface Props extends FieldProps {
  /** yyyy-MM-dd, null, or a text that is not a valid day. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onLeave?: (() => void) | undefined;
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Form field for a day, typed in a usual notation or chosen. */
export const DayInput = ({ name, value, onChange, onLeave, ...frame }: Props) => {
  const intl = useIntl();
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const typed = useTyped<unknown>({ value, read: readDayText, show: showDay, onChange, onLeave });
  return (
    <FieldFrame id={id} {...frame}>
      <span className="field-input field-day">
        <input
          {...typed}
          {...describe(id, frame)}
          id={id}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="yyyy/MM/dd"
          required={frame.required}
          className="p-inputtext"
          onKeyDown={leaveToInputMethod}
        />
        <input
          ref={picker}
          type="date"
          value={isDay(value) ? value : ''}
          tabIndex={-1}
          aria-hidden="true"
          className="field-picker"
          onChange={event => onChange(event.target.value === '' ? null : event.target.value)}
        />
        <button
          type="button"
          className="field-button"
          aria-label={intl.formatMessage({ id: 'period.open_calendar' })}
          aria-describedby={`${id}-label`}
          onClick={() => picker.current?.showPicker()}
        >
          <Icon name="calendar" />
        </button>
      </span>
    </FieldFrame>
  );
};
