import { useIntl } from 'react-intl';
import type { IconName } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { ALL, SIZES, type Size } from './view.ts';

interface Props {
  readonly page: number;
  readonly size: Size;
  /** Number of rows on all pages; null: unknown. */
  readonly count: number | null;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: Size) => void;
}

/** Number of pages, at least 1. */
export const pagesOf = (count: number, size: number): number => Math.max(1, Math.ceil(count / size));

/** Range of rows, page size, and buttons to other pages. */
export const Pager = ({ page, size, count, onPage, onSize }: Props) => {
  const intl = useIntl();
  const translate = (id: string, values?: Record<string, number>) => intl.formatMessage({ id }, values);
  const pages = pagesOf(count ?? 0, size);
  const step = (id: string, icon: IconName, to: number) => (
    <IconButton
      icon={icon}
      label={translate(id)}
      title={translate(id)}
      disabled={count === null || to < 1 || to > pages || to === page}
      onClick={() => onPage(to)}
    />
  );
  const from = (page - 1) * size + 1;
  return (
    <nav className="tp-pager" aria-label={translate('pager.label')}>
      <select
        className="quiet-select"
        aria-label={translate('pager.size')}
        value={size}
        onChange={event => onSize(SIZES.find(one => one === Number(event.target.value)) ?? size)}
      >
        {SIZES.map(one => (
          <option key={one} value={one}>
            {one === ALL && count !== null && count <= ALL
              ? translate('pager.all')
              : translate('pager.per_page', { pageSize: one })}
          </option>
        ))}
      </select>
      <span className="tp-range" role="status">
        {count !== null &&
          count > 0 &&
          translate('pager.range', { from, to: Math.min(count, page * size), total: count })}
      </span>
      <span className="tp-steps">
        {step('pager.first', 'first', 1)}
        {step('pager.previous', 'previous', page - 1)}
        {step('pager.next', 'next', page + 1)}
        {step('pager.last', 'last', pages)}
      </span>
    </nav>
  );
};
