import { lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../components/icon.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { Brand } from '../screens/brand.tsx';
import { ProductChoice } from './product-choice.tsx';
import { Tools } from './tools.tsx';
import { useNav } from './use-nav.ts';

// Loaded on demand, as the default menu is beside the page.
const MenuBar = lazy(async () => ({ default: (await import('./menu-bar.tsx')).MenuBar }));

/** Bar above every screen: the product, the horizontal menu in that layout, and the tools of the user. */
export const Navbar = () => {
  const intl = useIntl();
  const { over, horizontal, open, ground, send } = useNav();
  const translate = (id: string) => intl.formatMessage({ id });
  return (
    <header className="navbar">
      <div className="navbar-row">
        {horizontal && <Brand />}
        {over && (
          <IconButton
            icon="menu"
            large
            label={translate('shell.menu')}
            aria-expanded={open}
            aria-controls="menu"
            onClick={() => send({ type: 'nav.toggle' })}
          />
        )}
        <ProductChoice />
        <span className="navbar-gap" />
        <Zone />
        <Tools />
      </div>
      {horizontal && (
        <Suspense fallback={<div className="menu-bar menu-background" {...ground} />}>
          <MenuBar />
        </Suspense>
      )}
    </header>
  );
};

/** Time zone of all displayed times, whatever the browser's zone. */
export const Zone = () => {
  const label = useIntl().formatMessage({ id: 'shell.zone' });
  return (
    <span className="zone" title={label}>
      <Icon large name="clock" />
      <span aria-hidden="true">Asia/Tokyo</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
};
