import { lazy, Suspense, useId } from 'react';
import './field.css';

const PrimeChoice = lazy(() => import('./prime-choice.tsx'));

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  /** Shows all options side by side instead of a dropdown; suitable for few, short options. */
  readonly open?: boolean;
  readonly wide?: boolean;
  /** Short text beside the label: what the value stands for. */
  readonly note?: string;
}

/**
 * Single choice: a dropdown, or options side by side. The latter are native radio buttons with PrimeReact's
 * styles: PrimeReact's SelectButton exposes toggle buttons to screen readers and has no arrow keys.
 */
export const Choice = <Value extends string>({
  label,
  value,
  options,
  onChange,
  open = false,
  wide = false,
  note,
}: Props<Value>) => {
  const id = useId();
  return (
    <div className={`tp-field${wide ? ' tp-field-wide' : ''}`}>
      {open ? (
        <span id={id} className="tp-field-label">
          {label}
        </span>
      ) : (
        <label id={id} htmlFor={`${id}-box`} className="tp-field-label">
          {label}
        </label>
      )}
      {note !== undefined && <span className="tp-field-note">{note}</span>}
      {open ? (
        <div role="radiogroup" aria-labelledby={id} className="p-selectbutton">
          {options.map(option => (
            <label key={option.value} className={`p-button${option.value === value ? ' p-highlight' : ''}`}>
              <input
                type="radio"
                className="visually-hidden"
                name={id}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
              />
              <span>{option.label}</span>
            </label>
          ))}
        </div>
      ) : (
        <Suspense
          fallback={<ChoiceAwaited text={options.find(option => option.value === value)?.label ?? ''} />}
        >
          <PrimeChoice
            label={label}
            labelledBy={id}
            inputId={`${id}-box`}
            value={value}
            options={options}
            onChange={next => onChange(next as Value)}
          />
        </Suspense>
      )}
    </div>
  );
};

/**
 * Placeholder of a dropdown while its code loads, with the same size and text so that the layout does not
 * shift.
 */
export const ChoiceAwaited = ({ text }: { readonly text: string }) => (
  <div className="p-dropdown p-component p-inputwrapper" aria-busy="true">
    <span className="p-dropdown-label p-inputtext">{text}</span>
    <span className="p-dropdown-trigger" />
  </div>
);
