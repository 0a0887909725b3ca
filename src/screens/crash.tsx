import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { usePageTitle } from './page-title.ts';
import { PublicPage } from './public-page.tsx';

/** Stands where a screen failed to draw, or where its code could not be fetched; the message takes the focus. */
export const Crash = () => {
  usePageTitle('crash.title');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <PublicPage>
      <h1 tabIndex={-1} ref={heading}><FormattedMessage id="crash.title" /></h1>
      <p role="alert"><FormattedMessage id="crash.hint" /></p>
      <p>
        <button type="button" className="p-button" onClick={() => location.reload()}><FormattedMessage id="crash.reload" /></button>
      </p>
    </PublicPage>
  );
};
