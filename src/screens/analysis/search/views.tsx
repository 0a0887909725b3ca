import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';

interface Props {
  readonly analysis: { readonly name: string; readonly views: readonly string[] };
  readonly view: string;
}

/** Scrolls the bar so that the current view is in its middle, since a narrow screen clips the bar. */
const scrollIntoView = (link: HTMLAnchorElement | null): void =>
  link?.parentElement?.scrollTo(link.offsetLeft - (link.parentElement.clientWidth - link.clientWidth) / 2, 0);

/** Links to the views of an analysis, which share its query. */
export const Views = ({ analysis: { name, views }, view }: Props) => {
  const intl = useIntl();
  return (
    <nav className="tp-tabs" aria-label={intl.formatMessage({ id: 'analysis.views' })}>
      {views.map((one, index) => (
        <Link
          key={one}
          to="."
          search={
            ((before: object) => ({
              ...before,
              view: index === 0 ? undefined : one,
              drilldown: undefined,
            })) as never
          }
          resetScroll={false}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={one === view ? 'page' : undefined}
          ref={one === view ? scrollIntoView : undefined}
        >
          {intl.formatMessage({ id: `analysis.${name}.view.${one}` })}
        </Link>
      ))}
    </nav>
  );
};
