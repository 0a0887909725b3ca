import { InputTextarea } from 'primereact/inputtextarea';
import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { describe, FieldFrame, type FieldProps } from '../field.tsx';
import { whenReleased } from '../pressing.ts';
import { readAddresses, showAddresses, textOf } from './reading.ts';
import { useTyped } from './typed.ts';
import './fields.css';

interface Props extends FieldProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onLeave?: (() => void) | undefined;
  /** In characters; a longer text is reported, not cut. */
  readonly maxLength?: number | undefined;
  /** For tags and snippets: monospaced font, no autocorrection. */
  readonly code?: boolean;
}

/** Share of `maxLength` from which the current length is displayed. */
const COUNTED_FROM = 0.8;

/** Multi-line text field that grows with its text. */
export const AreaField = ({ name, value, onChange, onLeave, maxLength, code = false, ...frame }: Props) => {
  const id = useId();
  const text = textOf(value);
  const length = Array.from(text).length;
  const counted = maxLength !== undefined && length >= maxLength * COUNTED_FROM;
  return (
    <FieldFrame
      id={id}
      {...frame}
      {...(counted && {
        sideNote: (
          <span data-over={length > maxLength} role="status">
            <FormattedMessage id="form.count" values={{ count: length, max: maxLength }} />
          </span>
        ),
      })}
    >
      <InputTextarea
        {...describe(id, frame)}
        id={id}
        name={name}
        value={text}
        rows={3}
        required={frame.required}
        className={code ? 'field-code' : ''}
        {...(code && { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false })}
        onChange={event => onChange(event.target.value)}
        onBlur={() => {
          if (onLeave) whenReleased(onLeave);
        }}
      />
    </FieldFrame>
  );
};

/**
 * Field for IP addresses and ranges, separated by commas. A draft that stores them as one text receives one
 * text.
 */
export const AddressesField = ({
  name,
  value,
  onChange,
  onLeave,
  ...frame
}: Omit<Props, 'maxLength' | 'code'>) => {
  const id = useId();
  const isOneText = !Array.isArray(value) && value !== null && value !== undefined;
  const typed = useTyped<unknown>({
    value,
    show: showAddresses,
    read: text => (isOneText ? readAddresses(text).join(',') : readAddresses(text)),
    onChange,
    onLeave,
  });
  return (
    <FieldFrame id={id} {...frame}>
      <InputTextarea
        {...typed}
        {...describe(id, frame)}
        id={id}
        name={name}
        rows={2}
        required={frame.required}
        className="field-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
    </FieldFrame>
  );
};
