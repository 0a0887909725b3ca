import { useState, type ChangeEvent } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onFocus?: () => void;
}

/**
 * Search field that filters rows on input. Text of an unfinished input-method composition is not reported.
 */
export const QuickField = ({ label, value, onChange, onFocus }: Props) => {
  const [composed, setComposed] = useState<string | null>(null);
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    if ((event.nativeEvent as InputEvent).isComposing) setComposed(event.target.value);
    else onChange(event.target.value);
  };
  return (
    <input
      type="search"
      className="tp-quick"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      value={composed ?? value}
      onChange={change}
      onFocus={onFocus}
      onCompositionEnd={event => {
        setComposed(null);
        onChange(event.currentTarget.value);
      }}
    />
  );
};
