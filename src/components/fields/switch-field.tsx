import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { describe, FieldFrame, type FieldProps } from '../field.tsx';
import './fields.css';

interface Props extends FieldProps {
  readonly value: unknown;
  readonly onChange: (value: boolean) => void;
}

/**
 * Switch: a native checkbox with the style of a switch, since PrimeReact's switch nests one control in
 * another.
 */
export const SwitchField = ({ name, value, onChange, required: _, mark: __, ...frame }: Props) => {
  const id = useId();
  const on = value === true;
  return (
    <FieldFrame id={id} {...frame}>
      <span className="field-input field-switch">
        <input
          {...describe(id, frame)}
          id={id}
          name={name}
          type="checkbox"
          role="switch"
          checked={on}
          aria-checked={on}
          onChange={event => onChange(event.target.checked)}
        />
        <span aria-hidden="true">
          <FormattedMessage id={`choice.flag.${on}`} />
        </span>
      </span>
    </FieldFrame>
  );
};
