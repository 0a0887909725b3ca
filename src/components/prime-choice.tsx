import { Dropdown } from 'primereact/dropdown';
import type { KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';
import { isComposing } from './composing.ts';
import type { Option } from './choice.tsx';

/** From this many options on there is a search over them. */
const SEARCHED_FROM = 12;

/** Enter ends a composition of the input method; PrimeReact would take it for the choice of the first option. */
const leaveToInputMethod = (event: KeyboardEvent<HTMLInputElement>): void => {
  if (isComposing(event)) event.stopPropagation();
};

interface Props {
  readonly label: string;
  readonly labelledBy: string;
  /** Of the box that takes the focus; the label names it by this. */
  readonly inputId: string;
  readonly value: string;
  readonly options: readonly Option<string>[];
  readonly onChange: (value: string) => void;
}

/**
 * PrimeReact's Dropdown with the names it lacks (without them a screen reader meets a nameless combobox and, in the hidden select, a nameless list).
 * A chunk of its own: with its overlay and scroller it weighs as much as the grid.
 */
const PrimeChoice = ({ label, labelledBy, inputId, value, options, onChange }: Props) => {
  const intl = useIntl();
  const none = intl.formatMessage({ id: 'choice.none' });
  const search = intl.formatMessage({ id: 'choice.search' });
  return (
    <Dropdown
      value={value} options={[...options]} optionLabel="label" optionValue="value" inputId={inputId} ariaLabelledBy={labelledBy}
      filter={options.length >= SEARCHED_FROM} filterInputAutoFocus resetFilterOnHide emptyFilterMessage={none} emptyMessage={none} filterPlaceholder={search}
      pt={{
        // The arrow is for the mouse; to a screen reader the box itself is the control.
        trigger: { role: 'presentation', 'aria-hidden': true },
        select: { 'aria-label': label, tabIndex: -1 }, filterInput: { 'aria-label': search, onKeyDownCapture: leaveToInputMethod },
      }}
      onChange={event => onChange(event.value as string)}
    />
  );
};
export default PrimeChoice;
