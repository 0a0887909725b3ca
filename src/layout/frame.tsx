import { Outlet, useMatches, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { useConsole } from '../console/context.ts';
import { useProductChoice } from '../console/product.ts';
import { usePageTitle } from '../screens/page-title.ts';
import { Banner } from './banner.tsx';
import { Navbar } from './navbar.tsx';
import { usePrimeLocale } from './prime-locale.ts';
import { Sidebar } from './sidebar.tsx';
import { useNav } from './use-nav.ts';

/** Menu, navbar, the screen, footer. */
export const Frame = () => {
  const { over, open } = useNav();
  usePrimeLocale();
  usePageTitle(useMatches({ select: matches => matches.at(-1)?.staticData.title }));
  return (
    <div className="shell">
      <a className="skip" href="#main"><FormattedMessage id="shell.skip" /></a>
      <Sidebar />
      <div className="workplace" inert={over && open}>
        <Navbar />
        <Banner />
        <Main />
        <footer className="footer">
          <span>© Touchpath</span>
          <span><FormattedMessage id="shell.footer" /></span>
        </footer>
      </div>
    </div>
  );
};

/** The screen, once there is a product for it; the focus goes to its heading whenever another screen has come. */
const Main = () => {
  const { actor } = useConsole();
  const chrome = useSelector(actor, state => state.context.chrome);
  const { product, products } = useProductChoice();
  const chosen = useSelector(actor, state => state.context.product);
  const address = useSearch({ strict: false, select: search => search.product_id });
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname });
  const main = useRef<HTMLElement>(null);
  const before = useRef<string>(undefined);

  // The address of a screen always names the product, so that it shows the same to whoever it is sent to.
  const navigate = useNavigate();
  const named = product === null || address !== undefined ? null : String(product.id);
  useEffect(() => {
    if (named !== null) void navigate({ to: '.', search: search => ({ ...search, product_id: named }), hash: true, replace: true });
  }, [named, navigate]);

  useEffect(() => {
    if (product !== null && product.id !== chosen) actor.send({ type: 'product.choose', id: product.id });
  }, [actor, product, chosen]);

  useEffect(() => {
    if (path === undefined || address === undefined || before.current === path) return undefined;
    const arrived = before.current !== undefined;
    before.current = path;
    chrome.send({ type: 'navigated' });
    // Coming from another screen, or from the sign-in page whose fields are gone; a reloaded page keeps what the browser chose.
    // A frame later: while the menu lies over the page nothing there can take the focus.
    if (!arrived && document.activeElement !== document.body) return undefined;
    const frame = requestAnimationFrame(() => focusHeading(main.current));
    return () => cancelAnimationFrame(frame);
  }, [path, address, chrome]);

  return (
    <main id="main" className="main" ref={main} tabIndex={-1}>
      {product === null ? <NoProduct denied={products.length > 0} /> : address !== undefined && <Outlet />}
    </main>
  );
};

const focusHeading = (main: HTMLElement | null) => {
  const heading = main?.querySelector('h1') ?? main;
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
};

/** Nothing of a product that one may not see is shown, not even that it exists. */
const NoProduct = ({ denied }: { readonly denied: boolean }) => (
  <div className="empty" role="alert">
    <h1><FormattedMessage id={denied ? 'product.denied' : 'product.none'} /></h1>
    <p><FormattedMessage id={denied ? 'product.denied.hint' : 'product.none.hint'} /></p>
  </div>
);
