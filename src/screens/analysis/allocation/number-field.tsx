import { useState } from 'react';
import { LineField } from '../../../components/fields/line-field.tsx';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  /** Help text: the value that applies while the field is empty. */
  readonly hint: string | undefined;
  /** Error text for input that is no number or out of bounds. */
  readonly fault: string;
  readonly minimum: number;
  readonly maximum: number;
  /** Null: the field is empty. */
  readonly value: number | null;
  readonly onValue: (value: number | null) => void;
}

/**
 * Field for an integer parameter of a report. It reports its value when it loses the focus, since a request
 * for each digit would load the report several times.
 */
export const NumberField = ({ name, label, unit, hint, fault, minimum, maximum, value, onValue }: Props) => {
  const [typed, setTyped] = useState<unknown>(value);
  const sound =
    typed === null ||
    (typeof typed === 'number' && Number.isInteger(typed) && typed >= minimum && typed <= maximum);
  const commit = () => {
    if (sound && typed !== value) onValue(typed as number | null);
  };
  return (
    <form
      className="tp-pool"
      onSubmit={event => {
        event.preventDefault();
        commit();
      }}
    >
      <LineField
        kind="integer"
        name={name}
        label={label}
        value={typed}
        unit={unit}
        hint={hint}
        {...(!sound && { faults: [fault] })}
        onChange={setTyped}
        onLeave={commit}
      />
    </form>
  );
};
