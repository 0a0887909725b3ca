import { Dropdown } from 'primereact/dropdown';
import { SelectButton } from 'primereact/selectbutton';
import { useId, type KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';
import { isComposing } from './composing.ts';
import './field.css';

export interface Option<Value extends string> { readonly value: Value; readonly label: string }

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  /** All options side by side; for few and short ones. */
  readonly open?: boolean;
  readonly wide?: boolean;
}

/** From this many options on there is a search over them. */
const SEARCHED_FROM = 12;

/** Enter ends a composition of the input method; PrimeReact would take it for the choice of the first option. */
const leaveToInputMethod = (event: KeyboardEvent<HTMLInputElement>): void => {
  if (isComposing(event)) event.stopPropagation();
};

/**
 * One of several. PrimeReact's two choosers with the names they lack: without `aria-label` and the hidden select's own label a screen reader
 * meets a nameless combobox, and a SelectButton lets go of the last value when it is clicked again.
 */
export const Choice = <Value extends string>({ label, value, options, onChange, open = false, wide = false }: Props<Value>) => {
  const intl = useIntl();
  const id = useId();
  return (
    <div className={`tp-field${wide ? ' tp-field-wide' : ''}`}>
      <span id={id} className="tp-field-label">{label}</span>
      {open
        ? (
          <SelectButton
            value={value} options={[...options]} optionLabel="label" optionValue="value" allowEmpty={false} aria-labelledby={id}
            onChange={event => onChange(event.value as Value)}
          />
        )
        : (
          <Dropdown
            value={value} options={[...options]} optionLabel="label" optionValue="value" ariaLabelledBy={id} ariaLabel={label}
            filter={options.length >= SEARCHED_FROM} filterInputAutoFocus resetFilterOnHide
            emptyFilterMessage={intl.formatMessage({ id: 'choice.none' })} emptyMessage={intl.formatMessage({ id: 'choice.none' })}
            filterPlaceholder={intl.formatMessage({ id: 'choice.search' })}
            pt={{ select: { 'aria-label': label, tabIndex: -1 }, filterInput: { 'aria-label': intl.formatMessage({ id: 'choice.search' }), onKeyDownCapture: leaveToInputMethod } }}
            onChange={event => onChange(event.value as Value)}
          />
        )}
    </div>
  );
};
