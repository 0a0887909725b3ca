import { Dropdown, type DropdownFilterEvent } from 'primereact/dropdown';
import { useEffect, useEffectEvent, useLayoutEffect, type KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';
import { isComposing } from './composing.ts';
import type { Option } from './choice.tsx';
import { MAX_SEARCH_LENGTH, type OptionSearch } from './fields/option-search.ts';
import { placeBelow } from './popover.tsx';
import { whenReleased } from './pressing.ts';

/** From this many options on there is a search over them. */
const SEARCHED_FROM = 12;

/**
 * Enter ends a composition of the input method; PrimeReact would take it for the choice of the first option.
 */
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
  /**
   * The options are the results of a search; `shown` is the text of the closed box, which need not be among
   * them.
   */
  readonly search?: (OptionSearch & { readonly shown: string }) | undefined;
  /** The accessible state of the box: whether it is invalid, and the ids of the texts about it. */
  readonly described?: { readonly 'aria-invalid': boolean; readonly 'aria-describedby': string | undefined };
  readonly onChange: (value: string) => void;
  readonly onLeave?: (() => void) | undefined;
}

/** Attributes of an element that React does not render: set, or taken away. */
const dress = (element: HTMLElement, attributes: Readonly<Record<string, string | undefined>>): void => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
};

/**
 * Leaves the search to the server. PrimeReact has no switch for that: it filters the options by a field that
 * they do not have, so that no typed text filters anything.
 */
const searchedOnServer = ({ onType, note, shown }: OptionSearch & { readonly shown: string }) =>
  ({
    filterBy: 'absent',
    filterMatchMode: 'notEquals',
    onFilter: ({ filter }: DropdownFilterEvent) => onType(filter),
    placeholder: shown,
    panelFooterTemplate: () => (
      <p className="field-note" role="status">
        {note}
      </p>
    ),
  }) as const;

const composedFor = ({ onCompose }: OptionSearch) => ({
  maxLength: MAX_SEARCH_LENGTH,
  onCompositionStart: () => onCompose(true),
  onCompositionEnd: () => onCompose(false),
});

/** The elements that PrimeReact draws for a choice. */
const elementsOf = (inputId: string) => {
  const input = document.getElementById(inputId);
  const box = input?.closest<HTMLElement>('.p-dropdown') ?? null;
  return { input, box, panel: box?.querySelector<HTMLElement>('.p-dropdown-panel') ?? null };
};

/** Shows the list below the box, in the browser's top layer. */
const placePanel = (inputId: string): void => {
  const { box, panel } = elementsOf(inputId);
  if (box === null || panel === null) return;
  if (!panel.matches(':popover-open')) panel.showPopover();
  panel.style.minWidth = `${box.offsetWidth}px`;
  placeBelow(panel, box);
};

/**
 * Exposes the active option to assistive technology, after PrimeReact has drawn it. A list that is closing is
 * still drawn, and no option in it is active.
 */
const pointAtReached = (inputId: string) =>
  requestAnimationFrame(() => {
    const { input, panel } = elementsOf(inputId);
    if (input?.getAttribute('aria-expanded') !== 'true') return;
    const reached = panel?.querySelector('[data-p-focused="true"]')?.id;
    for (const element of [input, panel?.querySelector<HTMLElement>('.p-dropdown-filter')])
      if (element) dress(element, { 'aria-activedescendant': reached });
  });

/** What happens to the input and the list when the list is opened and closed. */
const transitionsOf = (inputId: string, listId: string) => ({
  timeout: { enter: 120, exit: 100 },
  onEnter: () => {
    placePanel(inputId);
    const { input, panel } = elementsOf(inputId);
    if (input !== null) dress(input, { 'aria-expanded': 'true', 'aria-controls': listId });
    pointAtReached(inputId);
    panel?.querySelector<HTMLInputElement>('.p-dropdown-filter')?.focus();
  },
  // Not only when the list is removed: the option that is pointed at is removed with it.
  onExit: () => {
    const { input } = elementsOf(inputId);
    if (input !== null)
      dress(input, {
        'aria-expanded': 'false',
        'aria-controls': undefined,
        'aria-activedescendant': undefined,
      });
  },
});

/** Positions the list at its box while the page is scrolled or resized. */
const usePanelAtBox = (inputId: string): void => {
  const follow = useEffectEvent(() => placePanel(inputId));
  useEffect(() => {
    const events = new AbortController();
    const { signal } = events;
    window.addEventListener('scroll', () => follow(), { capture: true, signal });
    window.addEventListener('resize', () => follow(), { signal });
    return () => events.abort();
  }, []);
};

/** Makes the input a combobox that exposes its error. */
const useCombobox = (inputId: string, wrong: boolean, describedBy: string | undefined): void => {
  useLayoutEffect(() => {
    const input = document.getElementById(inputId);
    if (input === null) return;
    dress(input, { role: 'combobox', 'aria-invalid': String(wrong), 'aria-describedby': describedBy });
    if (!input.hasAttribute('aria-expanded')) dress(input, { 'aria-expanded': 'false' });
  }, [inputId, wrong, describedBy]);
};

/** Attributes of the elements that PrimeReact draws. */
const attributesOf = (
  { label, search }: Pick<Props, 'label' | 'search'>,
  listId: string,
  searchLabel: string,
) =>
  ({
    root: { 'aria-activedescendant': undefined },
    // The arrow is for the mouse; to a screen reader the box itself is the control.
    trigger: {
      role: 'presentation',
      'aria-hidden': true,
      'aria-expanded': undefined,
      'aria-haspopup': undefined,
    },
    panel: { popover: 'manual' },
    list: { id: listId, 'aria-label': label },
    // The hidden element that the browser would autofill; to a screen reader the box is the one control.
    select: { 'aria-hidden': true, tabIndex: -1 },
    filterInput: {
      'aria-label': searchLabel,
      onKeyDownCapture: leaveToInputMethod,
      ...(search !== undefined && composedFor(search)),
    },
  }) as const;

/**
 * PrimeReact's Dropdown with the missing accessibility. A chunk of its own: with its overlay and scroller it
 * is as large as the grid.
 * PrimeReact exposes a nameless text and a nameless list, and the active option on a box without a role;
 * since it passes the input's properties to the text as well, the input is made a combobox here, in the DOM.
 * Its list is shown in the browser's top layer: PrimeReact appends it to the page, which is inert under a
 * dialog, or to the box itself, where the dialog's scrolling cuts it off.
 */
const PrimeChoice = (props: Props) => {
  const { name, value, options, inputId, search, described, onChange, onLeave } = props;
  const intl = useIntl();
  const none = search?.note ?? intl.formatMessage({ id: 'choice.none' });
  const searchLabel = intl.formatMessage({ id: 'choice.search' });
  const listId = `${inputId}-list`;
  const wrong = described?.['aria-invalid'] === true;
  usePanelAtBox(inputId);
  useCombobox(inputId, wrong, described?.['aria-describedby']);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are PrimeReact's; here one only follows where they led
    <span className="tp-choice" onKeyUp={() => pointAtReached(inputId)}>
      <Dropdown
        appendTo="self"
        {...(name !== undefined && { name })}
        value={value}
        options={[...options]}
        optionLabel="label"
        optionValue="value"
        inputId={inputId}
        ariaLabelledBy={props.labelledBy}
        filter={search !== undefined || options.length >= SEARCHED_FROM}
        resetFilterOnHide
        emptyFilterMessage={none}
        emptyMessage={none}
        filterPlaceholder={searchLabel}
        invalid={wrong}
        {...(search !== undefined && searchedOnServer(search))}
        transitionOptions={transitionsOf(inputId, listId)}
        pt={attributesOf(props, listId, searchLabel)}
        onChange={event => onChange(event.value as string)}
        {...(onLeave && { onBlur: () => whenReleased(onLeave) })}
      />
    </span>
  );
};
export default PrimeChoice;
