import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useAddress } from '../../console/address.ts';
import { capitalised } from '../../console/capitalised.ts';
import { adCategories } from '../../resources/ad-categories.ts';
import { adTypes } from '../../resources/ad-types.ts';
import { ListScreen } from './list-screen.tsx';

const LISTS = ['categories', 'types'] as const;
const readTab = (raw: Readonly<Record<string, string>>) => ({
  tab: LISTS.find(list => list === raw['list']) ?? 'categories',
});

/** /ad/category-setting: what ads are grouped by, the categories and the three types. */
export const Screen = () => {
  const intl = useIntl();
  const [{ tab }] = useAddress(readTab);
  return (
    <>
      <nav className="tp-tabs" aria-label={intl.formatMessage({ id: 'nav.ad.category-setting' })}>
        {LISTS.map(list => (
          // Another list has another query: only the product of the address is preserved. The router would
          // apply the current query to both, as they share a path.
          <Link
            key={list}
            to="/ad/category-setting"
            search={list === 'categories' ? {} : ({ list } as object)}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={list === tab ? 'page' : undefined}
          >
            {capitalised(
              intl.formatMessage({
                id: list === 'categories' ? 'resource.adCategories.one' : 'resource.adTypes.one',
              }),
            )}
          </Link>
        ))}
      </nav>
      {tab === 'types' ? (
        <ListScreen key="types" resource={adTypes} />
      ) : (
        <ListScreen key="categories" resource={adCategories} />
      )}
    </>
  );
};
