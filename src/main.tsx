import { RouterProvider } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { IntlProvider, type MessageFormatElement } from 'react-intl';
import { ConsoleContext, type Console } from './console/context.ts';
import { createConsole } from './console/create.ts';
import { FALLBACK } from './console/locale.ts';
import { createConsoleRouter } from './routes/index.ts';
import './styles/index.css';

/** Everything below speaks the chosen language, in the time zone of the business. */
const Speaking = ({ console, children }: { readonly console: Console; readonly children: ReactNode }) => {
  const { locale, texts } = useSelector(console.actor.getSnapshot().context.language, state => state.context);
  return (
    <IntlProvider locale={locale} defaultLocale={FALLBACK} timeZone="Asia/Tokyo" messages={texts as Record<string, MessageFormatElement[]>}>
      {children}
    </IntlProvider>
  );
};

const start = async () => {
  const console = await createConsole();
  const router = createConsoleRouter(console);
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <ConsoleContext value={console}>
        <Speaking console={console}>
          <RouterProvider router={router} />
        </Speaking>
      </ConsoleContext>
    </StrictMode>,
  );
};

await start();
