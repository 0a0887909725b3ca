import { Outlet, useMatches, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useRef, type RefObject } from 'react';
import { FormattedMessage } from 'react-intl';
import { Icon } from '../components/icon.tsx';
import { useConsole, useMayWrite } from '../console/context.ts';
import { useEndOfEarlyPage } from '../console/early-page.ts';
import { useName } from '../console/naming.ts';
import { useProductChoice } from '../console/product.ts';
import { useDueParameters } from '../console/due-parameters.ts';
import { usePageTitle } from '../screens/page-title.ts';
import { FirstProduct } from '../screens/setup/lazy-views.ts';
import { Banner } from './banner.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Confirming } from './confirming.tsx';
import { Line } from './line.tsx';
import { Navbar } from './navbar.tsx';
import { usePrimeLocale } from './prime-locale.ts';
import { RefreshButton } from './refresh-button.tsx';
import { RoleNotice } from './role-notice.tsx';
import { ScreenHelp } from './screen-help.tsx';
import { ScrollTop } from './scroll-top.tsx';
import { Sidebar } from './sidebar.tsx';
import { useIsForbidden } from './use-menu.ts';
import { useMissingModal } from './use-missing-modal.ts';
import { useNav } from './use-nav.ts';

const CollectionNotice = lazy(async () => ({
  default: (await import('./collection-notice.tsx')).CollectionNotice,
}));
const Customizer = lazy(async () => ({ default: (await import('./customizer.tsx')).Customizer }));

/**
 * Menu, navbar, screen and footer. The screen stays mounted when the layout changes, so that no input is
 * lost.
 */
export const Frame = () => {
  const { over, horizontal, open } = useNav();
  const appearanceActor = useSelector(useConsole().actor, state => state.context.appearance);
  const customizing = useSelector(appearanceActor, state => state.matches({ customizer: 'open' }));
  const bare = useSelector(appearanceActor, state => state.matches({ nav: 'inline', navbar: 'hidden' }));
  useEndOfEarlyPage();
  usePrimeLocale();
  useMissingModal();
  const { title, path } = useMatches({
    select: matches => ({ title: matches.at(-1)?.staticData.title, path: matches.at(-1)?.pathname }),
    structuralSharing: true,
  });
  usePageTitle(title, useName(path));
  return (
    <Confirming>
      <div className="shell">
        <a className="skip" href="#main">
          <FormattedMessage id="shell.skip" />
        </a>
        {horizontal ? null : <Sidebar />}
        <div className="workplace" inert={over && open}>
          {bare ? null : <Navbar />}
          <div className="notices">
            <Line />
            <Banner />
          </div>
          <Main />
          <footer className="footer flex flex-wrap justify-content-between">
            <span>© Touchpath</span>
            <span>
              <FormattedMessage id="shell.footer" />
            </span>
          </footer>
          <ScrollTop />
        </div>
      </div>
      {customizing && (
        <Suspense>
          <Customizer />
        </Suspense>
      )}
    </Confirming>
  );
};

/**
 * Completes the address of a screen with the product, so that a shared link shows the same data to its
 * reader, and with the ordering and the period that the user stored.
 * @param missing product id to add; null: the address has a product
 */
const useCompleteAddress = (missing: string | null, due: Readonly<Record<string, string>> | null): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (missing === null && due === null) return;
    const added = { ...(missing !== null && { product_id: missing }), ...due };
    void navigate({
      to: '.',
      search: (search: object) => ({ ...search, ...added }),
      hash: true,
      replace: true,
    } as never);
  }, [missing, due, navigate]);
};

/** Moves the focus to the heading when another screen has opened. */
const useFocusOnArrival = (isComplete: boolean): RefObject<HTMLElement | null> => {
  const console = useConsole();
  const appearanceActor = useSelector(console.actor, state => state.context.appearance);
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname });
  const main = useRef<HTMLElement>(null);
  const before = useRef<string>(undefined);
  useEffect(() => {
    if (path === undefined || !isComplete || before.current === path) return undefined;
    // The first page is no navigation: a menu that the user opened while it was loading stays open.
    if (before.current !== undefined) appearanceActor.send({ type: 'navigated' });
    before.current = path;
    // Only after a navigation within the console; in a page that was just loaded, the first Tab leads to the
    // skip link. One frame later, as the page is inert under an overlay menu until then.
    if (!console.hasNavigated) return undefined;
    const frame = requestAnimationFrame(() => focusHeading(main.current));
    return () => cancelAnimationFrame(frame);
  }, [path, isComplete, appearanceActor, console]);
  return main;
};

/** Chooses the product of the address. A component of its own, so that the choice does not render the screen again. */
const AddressedProduct = ({ id }: { readonly id: number }) => {
  const { actor } = useConsole();
  const chosen = useSelector(actor, state => state.context.product);
  useEffect(() => {
    if (id !== chosen) actor.send({ type: 'product.choose', id });
  }, [actor, id, chosen]);
  return null;
};

/** The screen, once the product is determined and the address is complete. */
const Main = () => {
  const { product, products } = useProductChoice();
  const administrates = useMayWrite('administration');
  const address = useSearch({ strict: false, select: search => search.product_id });
  const free = useMatches({ select: matches => matches.some(match => match.staticData.ofCompany) });
  const due = useDueParameters();
  const isNamed = free || address !== undefined;
  const isComplete = isNamed && due === null;
  useCompleteAddress(product === null || isNamed ? null : String(product.id), due);
  const main = useFocusOnArrival(isComplete);

  return (
    <main id="main" className="main" ref={main} tabIndex={-1}>
      {product !== null && <AddressedProduct id={product.id} />}
      <RoleNotice />
      {administrates && (
        <Suspense>
          <CollectionNotice />
        </Suspense>
      )}
      {free || product !== null ? (
        isComplete && <Page />
      ) : (
        <NoProduct denied={products.length > 0} canAdd={administrates} />
      )}
    </main>
  );
};

/** The screen, or a message if the user may not see it. */
const Page = () =>
  useIsForbidden(useMatches({ select: matches => matches.at(-1)?.pathname })) ? (
    <Refused title="failure.no_permission_for_data" hint="state.denied_hint" />
  ) : (
    <>
      <div className="place">
        <Breadcrumbs />
        <RefreshButton />
        <ScreenHelp />
      </div>
      <Outlet />
    </>
  );

const focusHeading = (main: HTMLElement | null) => {
  const heading = main?.querySelector('h1') ?? main;
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
};

/** Message without a product. Products that the user may not see are not confirmed to exist. */
const NoProduct = ({ denied, canAdd }: { readonly denied: boolean; readonly canAdd: boolean }) => {
  if (denied) return <Refused title="product.denied" hint="product.denied.hint" />;
  return canAdd ? (
    <Suspense>
      <FirstProduct />
    </Suspense>
  ) : (
    <Refused title="product.none" hint="product.none.hint" />
  );
};

/** Reason why no screen is shown, and how that can be changed; both are message ids. */
const Refused = ({ title, hint }: { readonly title: string; readonly hint: string }) => (
  <div className="empty" role="alert">
    <Icon large name="lock" />
    <h1>
      <FormattedMessage id={title} />
    </h1>
    <p>
      <FormattedMessage id={hint} />
    </p>
  </div>
);
