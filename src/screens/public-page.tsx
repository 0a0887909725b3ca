import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { THEMES, type Theme } from '../../machines/appearance.ts';
import { LOCALES, type Locale } from '../../machines/language.ts';
import { useLocale, useTheme } from '../console/context.ts';
import { useEndOfEarlyPage } from '../console/early-page.ts';
import { Brand } from './brand.tsx';

/** Each language in its own language. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  ja: '日本語',
  en: 'English',
  'zh-CN': '简体中文',
};

/**
 * Blank layout: one card, with language and theme in the footer. Uses native selects, as these pages must
 * load fastest.
 */
export const PublicPage = ({ children }: { readonly children: ReactNode }) => {
  useEndOfEarlyPage();
  return (
    <div className="public-page">
      <main className="public-main" id="main">
        <Brand />
        <div className="public-card">{children}</div>
      </main>
      <footer className="public-foot">
        <PublicChoices />
      </footer>
    </div>
  );
};

/** Language and theme of a page without sign-in. */
export const PublicChoices = () => {
  const intl = useIntl();
  const language = useLocale();
  const theme = useTheme();
  return (
    <>
      <select
        className="quiet-select"
        aria-label={intl.formatMessage({ id: 'shell.language' })}
        value={language.locale}
        onChange={event => language.choose(event.target.value as Locale)}
      >
        {LOCALES.map(locale => (
          <option key={locale} value={locale} lang={locale}>
            {LANGUAGE_NAMES[locale]}
          </option>
        ))}
      </select>
      <select
        className="quiet-select"
        aria-label={intl.formatMessage({ id: 'shell.theme' })}
        value={theme.choice}
        onChange={event => theme.choose(event.target.value as Theme)}
      >
        {THEMES.map(choice => (
          <option key={choice} value={choice}>
            {intl.formatMessage({ id: `shell.theme.${choice}` })}
          </option>
        ))}
      </select>
    </>
  );
};
