import { useState } from 'react';
import { LineField } from '../../../components/fields/line-field.tsx';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  /** What holds while it is empty. */
  readonly hint: string | undefined;
  /** What is said of a number that is out of bounds or none. */
  readonly fault: string;
  readonly minimum: number;
  readonly maximum: number;
  /** Null: empty. */
  readonly value: number | null;
  readonly onValue: (value: number | null) => void;
}

/**
 * A whole number that a report is asked with. It is asked for when the field is left, not with every digit.
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
