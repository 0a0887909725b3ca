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

/** /ad/category-setting: ad categories and the three ad types. */
export const Screen = () => {
  const intl = useIntl();
  const [{ tab }] = useAddress(readTab);
  return (
    <div className="tp-screen tp-tabbed">
      <nav className="tp-tabs" aria-label={intl.formatMessage({ id: 'nav.ad.category-setting' })}>
        {LISTS.map(list => (
          // The lists have different parameters but share a path: the router would carry parameters from one
          // to the other. Only the product is kept.
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
    </div>
  );
};
