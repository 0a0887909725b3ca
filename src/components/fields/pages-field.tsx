import { useId, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { FieldFrame, type FieldProps } from '../field.tsx';
import { Icon } from '../icon.tsx';
import { LineField } from './line-field.tsx';
import './fields.css';

/** A landing page among several; `rate` is its percentage, or what was typed as one. */
interface LandingPage {
  readonly title: unknown;
  readonly url: unknown;
  readonly rate: unknown;
}

interface Props extends FieldProps {
  readonly value: unknown;
  readonly onChange: (value: readonly LandingPage[]) => void;
  readonly onLeave?: (() => void) | undefined;
  /** What is wrong inside of it, by path: `0.url`. */
  readonly faultsAt: (path: string) => readonly string[];
}

/** How many landing pages an ad or redirect chooses from. */
export const PAGES_AT_MOST = 5;
const HUNDRED_PERCENT = 100;

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
/** In hundredths meanwhile: 33.3 + 33.3 + 33.4 is not 100 in doubles. */
export const sumOfRates = (pages: readonly LandingPage[]): number =>
  pages.reduce((sum, { rate }) => sum + Math.round(numberOf(rate) * 100), 0) / 100;

const moved = <Item,>(items: readonly Item[], from: number, to: number): readonly Item[] => {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
};

/**
 * Up to five landing pages, each with the share of visitors that it gets; the shares are added up, since they
 * must make a hundred.
 */
export const PagesField = ({ name, value, onChange, onLeave, faultsAt, ...frame }: Props) => {
  const id = useId();
  const intl = useIntl();
  const box = useRef<HTMLDivElement>(null);
  const pages = Array.isArray(value) ? (value as readonly LandingPage[]) : [];
  const sum = sumOfRates(pages);
  const say = (message: string, values?: Record<string, number>) =>
    intl.formatMessage({ id: message }, values);
  /**
   * The buttons of a row stay where they are while the rows change under them: the focus goes after the row.
   */
  const focus = (selector: string) =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus());
  const put = (index: number, change: Partial<LandingPage>) =>
    onChange(pages.map((page, at) => (at === index ? { ...page, ...change } : page)));
  const move = (from: number, to: number) => {
    onChange(moved(pages, from, to));
    focus(
      `[data-page="${to}"] [data-do="${to < from ? 'up' : 'down'}"]:not(:disabled), [data-page="${to}"] [data-do]:not(:disabled)`,
    );
  };
  const add = () => {
    onChange([...pages, { title: '', url: '', rate: Math.max(HUNDRED_PERCENT - sum, 0) }]);
    focus(`[data-page="${pages.length}"] input`);
  };
  const drop = (index: number) => {
    onChange(pages.filter((_, at) => at !== index));
    focus(pages.length > 1 ? `[data-page="${Math.max(index - 1, 0)}"] [data-do="drop"]` : '[data-do="add"]');
  };
  return (
    <FieldFrame id={id} {...frame} group>
      <div ref={box} className="field-pages">
        {pages.map((page, index) => (
          // A page has no name of its own but its place.
          <div
            key={index}
            className="field-page"
            data-page={index}
            role="group"
            aria-label={say('form.page', { number: index + 1 })}
          >
            <span className="field-page-number" aria-hidden="true">
              {index + 1}
            </span>
            <LineField
              kind="text"
              name={`${name}.${index}.title`}
              label={say('form.page.title')}
              value={page.title}
              faults={faultsAt(`${index}.title`)}
              onLeave={onLeave}
              onChange={title => put(index, { title })}
            />
            <LineField
              kind="url"
              name={`${name}.${index}.url`}
              label={say('form.page.url')}
              value={page.url}
              required
              faults={faultsAt(`${index}.url`)}
              onLeave={onLeave}
              onChange={url => put(index, { url })}
            />
            <LineField
              kind="share"
              name={`${name}.${index}.rate`}
              label={say('form.page.rate')}
              value={page.rate}
              unit="%"
              required
              faults={faultsAt(`${index}.rate`)}
              onLeave={onLeave}
              onChange={rate => put(index, { rate })}
            />
            <span className="field-page-moves">
              <button
                type="button"
                className="icon-button"
                data-do="up"
                disabled={index === 0}
                aria-label={say('form.page.up', { number: index + 1 })}
                onClick={() => move(index, index - 1)}
              >
                <Icon name="up" />
              </button>
              <button
                type="button"
                className="icon-button"
                data-do="down"
                disabled={index === pages.length - 1}
                aria-label={say('form.page.down', { number: index + 1 })}
                onClick={() => move(index, index + 1)}
              >
                <Icon name="down" />
              </button>
              <button
                type="button"
                className="icon-button"
                data-do="drop"
                aria-label={say('form.page.drop', { number: index + 1 })}
                onClick={() => drop(index)}
              >
                <Icon name="close" />
              </button>
            </span>
          </div>
        ))}
        <div className="field-pages-foot">
          <button
            type="button"
            className="p-button p-button-outlined p-button-sm"
            data-do="add"
            disabled={pages.length >= PAGES_AT_MOST}
            onClick={add}
          >
            <Icon name="plus" />
            <FormattedMessage id="form.page.add" values={{ count: pages.length, max: PAGES_AT_MOST }} />
          </button>
          {pages.length > 0 && (
            <output className="field-sum" data-wrong={sum !== HUNDRED_PERCENT}>
              <FormattedMessage
                id={sum === HUNDRED_PERCENT ? 'form.page.sum_right' : 'form.page.sum'}
                values={{ sum, whole: HUNDRED_PERCENT }}
              />
            </output>
          )}
        </div>
      </div>
    </FieldFrame>
  );
};
