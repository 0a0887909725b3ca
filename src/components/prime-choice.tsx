import { Dropdown } from 'primereact/dropdown';
import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';
import { isComposing } from './composing.ts';
import type { Option } from './choice.tsx';
import { placeBelow } from './popover.tsx';
import { whenReleased } from './pressing.ts';

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
  readonly name?: string;
  readonly value: string;
  readonly options: readonly Option<string>[];
  /** What the box says of itself: whether it is wrong, and where the words about it are. */
  readonly described?: { readonly 'aria-invalid': boolean; readonly 'aria-describedby': string | undefined };
  readonly onChange: (value: string) => void;
  readonly onLeave?: (() => void) | undefined;
}

/**
 * PrimeReact's Dropdown with the names it lacks (without them a screen reader meets a nameless combobox and, in the hidden select, a nameless list).
 * A chunk of its own: with its overlay and scroller it weighs as much as the grid.
 *
 * Its list is shown in the browser's top layer: PrimeReact hangs it into the page, which is inert under a dialog, or into the box itself, where the
 * dialog's scrolling cuts it off.
 */
const PrimeChoice = ({ label, labelledBy, inputId, name, value, options, described, onChange, onLeave }: Props) => {
  const intl = useIntl();
  const list = useRef<HTMLElement>(null);
  const none = intl.formatMessage({ id: 'choice.none' });
  const search = intl.formatMessage({ id: 'choice.search' });
  const place = () => {
    const box = document.getElementById(inputId)?.closest<HTMLElement>('.p-dropdown');
    const panel = box?.querySelector<HTMLElement>('.p-dropdown-panel');
    if (!box || !panel) return;
    list.current = panel;
    if (!panel.matches(':popover-open')) panel.showPopover();
    panel.style.minWidth = `${box.offsetWidth}px`;
    placeBelow(panel, box);
  };
  const follow = useEffectEvent(() => {
    if (list.current?.isConnected === true) place();
  });
  useEffect(() => {
    const events = new AbortController();
    const { signal } = events;
    window.addEventListener('scroll', () => follow(), { capture: true, signal });
    window.addEventListener('resize', () => follow(), { signal });
    return () => events.abort();
  }, []);
  return (
    <Dropdown
      appendTo="self" {...(name !== undefined && { name })} value={value} options={[...options]} optionLabel="label" optionValue="value" inputId={inputId} ariaLabelledBy={labelledBy}
      filter={options.length >= SEARCHED_FROM} resetFilterOnHide emptyFilterMessage={none} emptyMessage={none} filterPlaceholder={search} invalid={described?.['aria-invalid'] === true}
      transitionOptions={{
        timeout: { enter: 120, exit: 100 },
        onEnter: () => {
          place();
          list.current?.querySelector<HTMLInputElement>('.p-dropdown-filter')?.focus();
        },
      }}
      pt={{
        // The arrow is for the mouse; to a screen reader the box itself is the control.
        trigger: { role: 'presentation', 'aria-hidden': true },
        input: { ...described },
        panel: { popover: 'manual' },
        select: { 'aria-label': label, tabIndex: -1 }, filterInput: { 'aria-label': search, onKeyDownCapture: leaveToInputMethod },
      }}
      onChange={event => onChange(event.value as string)} {...(onLeave && { onBlur: () => whenReleased(onLeave) })}
    />
  );
};
export default PrimeChoice;
