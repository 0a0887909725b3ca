import { Link } from '@tanstack/react-router';
import { FormattedMessage } from 'react-intl';
import { usePageTitle } from './page-title.ts';
import { PublicPage } from './public-page.tsx';

/** What is wrong with an unknown address, with a heading. */
export const NotFoundText = () => (
  <>
    <h1>
      <FormattedMessage id="notFound.title" />
    </h1>
    <p>
      <FormattedMessage id="notFound.lead" />
    </p>
    <ul>
      <li>
        <FormattedMessage id="notFound.cause.moved" />
      </li>
      <li>
        <FormattedMessage id="notFound.cause.wrong" />
      </li>
    </ul>
  </>
);

/** Page of unknown addresses, with a link to the dashboard. Needs no sign-in. */
export const NotFound = () => {
  usePageTitle('notFound.title');
  return (
    <PublicPage>
      <p className="page-code" aria-hidden="true">
        404
      </p>
      <NotFoundText />
      <p>
        <Link to="/" className="p-button">
          <FormattedMessage id="notFound.home" />
        </Link>
      </p>
    </PublicPage>
  );
};
