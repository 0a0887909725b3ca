import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { IntlProvider, type MessageFormatElement } from 'react-intl';
import { useConsole } from './context.ts';
import { FALLBACK } from './locale.ts';

/** Provides the texts of the current language and the time zone Asia/Tokyo to react-intl. */
export const ConsoleIntlProvider = ({ children }: { readonly children: ReactNode }) => {
  const language = useSelector(useConsole().actor, state => state.context.language);
  const { locale, texts } = useSelector(language, state => state.context);
  return (
    <IntlProvider
      locale={locale}
      defaultLocale={FALLBACK}
      timeZone="Asia/Tokyo"
      messages={texts as Record<string, MessageFormatElement[]>}
    >
      {children}
    </IntlProvider>
  );
};
