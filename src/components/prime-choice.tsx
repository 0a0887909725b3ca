import { Dropdown, type DropdownFilterEvent } from 'primereact/dropdown';
import { useEffect, useEffectEvent, useLayoutEffect, type KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';
import { isComposing } from './composing.ts';
import type { Option } from './choice.tsx';
import { MAX_SEARCH_LENGTH, type OptionSearch } from './option-search.ts';
import { placeBelow } from './popover.tsx';
import { whenReleased } from './pressing.ts';

/** Number of options from which the list has a search field. */
const MIN_SEARCHED_OPTIONS = 12;

/**
 * Prevents that PrimeReact takes the Enter key that ends an input-method composition for the choice of the
 * first option.
 */
const leaveToInputMethod = (event: KeyboardEvent<HTMLInputElement>): void => {
  if (isComposing(event)) event.stopPropagation();
};

/**
 * Prevents that PrimeReact takes the Escape key while its list is closed: the key then belongs to the dialog or
 * popover around the box.
 */
const leaveToContainer = (inputId: string, event: KeyboardEvent): void => {
  const { input } = elementsOf(inputId);
  if (event.key === 'Escape' && input?.getAttribute('aria-expanded') !== 'true') event.stopPropagation();
};

interface Props {
  readonly label: string;
  readonly labelledBy: string;
  /** Id of the element that takes the focus, to which the label refers. */
  readonly inputId: string;
  readonly name?: string;
  readonly value: string;
  readonly options: readonly Option<string>[];
  /**
   * The options are results of a server-side search; `shown` is the text of the closed box, whose value need
   * not be among the options.
   */
  readonly search?: (OptionSearch & { readonly shown: string }) | undefined;
  /** ARIA attributes of the box: whether it is invalid, and the ids of the texts that describe it. */
  readonly described?: { readonly 'aria-invalid': boolean; readonly 'aria-describedby': string | undefined };
  readonly onChange: (value: string) => void;
  readonly onLeave?: (() => void) | undefined;
  /** The box takes the focus when it is mounted. */
  readonly first?: boolean;
}

/** Sets attributes of an element that PrimeReact renders, or removes those with the value undefined. */
const setAttributes = (
  element: HTMLElement,
  attributes: Readonly<Record<string, string | undefined>>,
): void => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
};

/**
 * Properties for a search by the server. PrimeReact cannot disable its own filter, so the filter tests a
 * field that no option has and always matches.
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

/** The DOM elements that PrimeReact renders for a dropdown. */
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
 * Points `aria-activedescendant` to the active option after PrimeReact has rendered it. A list that is
 * closing is still rendered, but has no active option.
 */
const pointAtReached = (inputId: string) =>
  requestAnimationFrame(() => {
    const { input, panel } = elementsOf(inputId);
    if (input?.getAttribute('aria-expanded') !== 'true') return;
    const reached = panel?.querySelector('[data-p-focused="true"]')?.id;
    for (const element of [input, panel?.querySelector<HTMLElement>('.p-dropdown-filter')])
      if (element) setAttributes(element, { 'aria-activedescendant': reached });
  });

/** Transition callbacks that set ARIA attributes of the input and place the list when it opens and closes. */
const transitionsOf = (inputId: string, listId: string) => ({
  timeout: { enter: 120, exit: 100 },
  onEnter: () => {
    placePanel(inputId);
    const { input, panel } = elementsOf(inputId);
    if (input !== null) setAttributes(input, { 'aria-expanded': 'true', 'aria-controls': listId });
    pointAtReached(inputId);
    panel?.querySelector<HTMLInputElement>('.p-dropdown-filter')?.focus();
  },
  // At the start of the exit transition, since the active option is removed together with the list.
  onExit: () => {
    const { input } = elementsOf(inputId);
    if (input !== null)
      setAttributes(input, {
        'aria-expanded': 'false',
        'aria-controls': undefined,
        'aria-activedescendant': undefined,
      });
  },
});

/** Keeps the list at its box while the page is scrolled or resized. */
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

/** Gives the input the role combobox and its error state. */
const useCombobox = (inputId: string, wrong: boolean, describedBy: string | undefined): void => {
  useLayoutEffect(() => {
    const input = document.getElementById(inputId);
    if (input === null) return;
    setAttributes(input, {
      role: 'combobox',
      'aria-invalid': String(wrong),
      'aria-describedby': describedBy,
    });
    if (!input.hasAttribute('aria-expanded')) setAttributes(input, { 'aria-expanded': 'false' });
  }, [inputId, wrong, describedBy]);
};

/** Marks a first field for a dialog that opens with it, and gives it the focus where its code is loaded later. */
const useFirstFocus = (inputId: string, first: boolean): void => {
  useLayoutEffect(() => {
    const input = document.getElementById(inputId);
    if (!first || input === null) return;
    setAttributes(input, { 'data-first': '' });
    input.focus();
  }, [inputId, first]);
};

/** Attribute overrides for the elements that PrimeReact renders. */
const attributesOf = (
  { label, search }: Pick<Props, 'label' | 'search'>,
  listId: string,
  searchLabel: string,
) =>
  ({
    root: { 'aria-activedescendant': undefined },
    // The arrow is a mouse target only; the combobox is the control for screen readers.
    trigger: {
      role: 'presentation',
      'aria-hidden': true,
      'aria-expanded': undefined,
      'aria-haspopup': undefined,
    },
    panel: { popover: 'manual' },
    list: { id: listId, 'aria-label': label },
    // Hidden select element for the browser's autofill, which is also hidden from screen readers.
    select: { 'aria-hidden': true, tabIndex: -1 },
    filterInput: {
      'aria-label': searchLabel,
      onKeyDownCapture: leaveToInputMethod,
      ...(search !== undefined && composedFor(search)),
    },
  }) as const;

/**
 * PrimeReact's Dropdown with the missing accessibility; loaded as a separate chunk as large as the grid.
 * PrimeReact gives text and list no name and its active option no role; it has no property for the input, so
 * the DOM is changed here. The list is in the top layer: a modal dialog would make it inert or clip it.
 */
const PrimeChoice = (props: Props) => {
  const { name, value, options, inputId, search, described, onChange, onLeave, first = false } = props;
  const intl = useIntl();
  const none = search?.note ?? intl.formatMessage({ id: 'choice.none' });
  const searchLabel = intl.formatMessage({ id: 'choice.search' });
  const listId = `${inputId}-list`;
  const wrong = described?.['aria-invalid'] === true;
  usePanelAtBox(inputId);
  useFirstFocus(inputId, first);
  useCombobox(inputId, wrong, described?.['aria-describedby']);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- PrimeReact handles the keys; this only updates ARIA
    <span
      className="tp-choice"
      onKeyDownCapture={event => leaveToContainer(inputId, event)}
      onKeyUp={() => pointAtReached(inputId)}
    >
      <Dropdown
        appendTo="self"
        {...(name !== undefined && { name })}
        value={value}
        options={[...options]}
        optionLabel="label"
        optionValue="value"
        inputId={inputId}
        ariaLabelledBy={props.labelledBy}
        filter={search !== undefined || options.length >= MIN_SEARCHED_OPTIONS}
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
