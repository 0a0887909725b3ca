import { useId, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { FieldFrame, type FieldProps } from '../field.tsx';
import { Icon } from '../icon.tsx';
import { IconButton } from '../icon-button.tsx';
import { LineField } from './line-field.tsx';
import './fields.css';

/** One landing page of several; `rate` is its percentage, or the typed text if it is not a number. */
interface LandingPage {
  readonly title: unknown;
  readonly url: unknown;
  readonly rate: unknown;
}

interface Props extends FieldProps {
  readonly value: unknown;
  readonly onChange: (value: readonly LandingPage[]) => void;
  readonly onLeave?: (() => void) | undefined;
  /** Validation messages of an inner field, by path: `0.url`. */
  readonly faultsAt: (path: string) => readonly string[];
}

/** Maximum number of landing pages of an ad or redirect. */
export const MAX_LANDING_PAGES = 5;
const HUNDRED_PERCENT = 100;

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
/** Adds in hundredths, as 33.3 + 33.3 + 33.4 is not 100 in binary floating point. */
export const sumOfRates = (pages: readonly LandingPage[]): number =>
  pages.reduce((sum, { rate }) => sum + Math.round(numberOf(rate) * 100), 0) / 100;

const moved = <Item,>(items: readonly Item[], from: number, to: number): readonly Item[] => {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
};

/** Commands that edit the list of pages and move the focus accordingly. */
const usePageCommands = (
  pages: readonly LandingPage[],
  sum: number,
  onChange: (pages: readonly LandingPage[]) => void,
) => {
  const box = useRef<HTMLDivElement>(null);
  /**
   * Focuses an element of the moved row after rendering, since rows are keyed by index and the buttons do not
   * move with their row.
   */
  const focus = (selector: string) =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus());
  return {
    box,
    put: (index: number, change: Partial<LandingPage>) =>
      onChange(pages.map((page, at) => (at === index ? { ...page, ...change } : page))),
    move: (from: number, to: number) => {
      onChange(moved(pages, from, to));
      focus(
        `[data-page="${to}"] [data-do="${to < from ? 'up' : 'down'}"]:not(:disabled), [data-page="${to}"] [data-do]:not(:disabled)`,
      );
    },
    add: () => {
      onChange([...pages, { title: '', url: '', rate: Math.max(HUNDRED_PERCENT - sum, 0) }]);
      focus(`[data-page="${pages.length}"] input`);
    },
    drop: (index: number) => {
      onChange(pages.filter((_, at) => at !== index));
      focus(
        pages.length > 1 ? `[data-page="${Math.max(index - 1, 0)}"] [data-do="drop"]` : '[data-do="add"]',
      );
    },
  };
};

interface MoveButtonProps {
  readonly does: 'up' | 'down' | 'drop';
  readonly number: number;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

const MoveButton = ({ does, number, disabled, onClick }: MoveButtonProps) => (
  <IconButton
    icon={does === 'drop' ? 'close' : does}
    data-do={does}
    disabled={disabled}
    label={useIntl().formatMessage({ id: `form.page.${does}` }, { number })}
    onClick={onClick}
  />
);

interface PageRowProps extends Pick<Props, 'name' | 'faultsAt' | 'onLeave'> {
  readonly page: LandingPage;
  readonly index: number;
  readonly count: number;
  readonly commands: Pick<ReturnType<typeof usePageCommands>, 'put' | 'move' | 'drop'>;
}

/** One landing page: its fields, and buttons to move and remove it. */
const PageRow = ({ name, page, index, count, commands, faultsAt, onLeave }: PageRowProps) => {
  const intl = useIntl();
  const number = index + 1;
  const { put, move, drop } = commands;
  const field = (key: keyof LandingPage) => ({
    name: `${name}.${index}.${key}`,
    label: intl.formatMessage({ id: `form.page.${key}` }),
    value: page[key],
    faults: faultsAt(`${index}.${key}`),
    onLeave,
    onChange: (value: unknown) => put(index, { [key]: value }),
  });
  return (
    <div
      className="field-page"
      data-page={index}
      role="group"
      aria-label={intl.formatMessage({ id: 'form.page' }, { number })}
    >
      <span className="field-page-number" aria-hidden="true">
        {number}
      </span>
      <LineField kind="text" {...field('title')} />
      <LineField kind="url" required {...field('url')} />
      <LineField kind="share" unit="%" required {...field('rate')} />
      <span className="field-page-moves">
        <MoveButton does="up" number={number} disabled={index === 0} onClick={() => move(index, index - 1)} />
        <MoveButton
          does="down"
          number={number}
          disabled={number === count}
          onClick={() => move(index, index + 1)}
        />
        <MoveButton does="drop" number={number} onClick={() => drop(index)} />
      </span>
    </div>
  );
};

interface PagesFootProps {
  readonly count: number;
  readonly sum: number;
  readonly onAdd: () => void;
}

/** Button that adds a page, and the sum of the rates. */
const PagesFoot = ({ count, sum, onAdd }: PagesFootProps) => (
  <div className="field-pages-foot">
    <button
      type="button"
      className="p-button p-button-outlined p-button-sm"
      data-do="add"
      disabled={count >= MAX_LANDING_PAGES}
      onClick={onAdd}
    >
      <Icon name="plus" />
      <FormattedMessage id="form.page.add" values={{ count, max: MAX_LANDING_PAGES }} />
    </button>
    {count > 0 && (
      <output className="field-sum" data-wrong={sum !== HUNDRED_PERCENT}>
        <FormattedMessage
          id={sum === HUNDRED_PERCENT ? 'form.page.sum_right' : 'form.page.sum'}
          values={{ sum, whole: HUNDRED_PERCENT }}
        />
      </output>
    )}
  </div>
);

/**
 * Field for up to five landing pages, each with the percentage of visitors it receives; shows the sum, which
 * must be 100.
 */
export const PagesField = ({ name, value, onChange, onLeave, faultsAt, ...frame }: Props) => {
  const id = useId();
  const pages = Array.isArray(value) ? (value as readonly LandingPage[]) : [];
  const sum = sumOfRates(pages);
  const { box, ...commands } = usePageCommands(pages, sum, onChange);
  return (
    <FieldFrame id={id} {...frame} group>
      <div ref={box} className="field-pages">
        {pages.map((page, index) => (
          // A page has no key other than its index.
          <PageRow
            key={index}
            name={name}
            page={page}
            index={index}
            count={pages.length}
            commands={commands}
            faultsAt={faultsAt}
            onLeave={onLeave}
          />
        ))}
        <PagesFoot count={pages.length} sum={sum} onAdd={commands.add} />
      </div>
    </FieldFrame>
  );
};
