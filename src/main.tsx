import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ConsoleContext } from './console/context.ts';
import { createConsole } from './console/create.ts';
import { ConsoleIntlProvider } from './console/intl-provider.tsx';
import { nextTask } from './console/next-task.ts';
import { createConsoleRouter } from './routes/index.ts';
import './styles/index.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

// The start takes a slow phone half a second: loading the modules, and each step, are tasks of their own.
await nextTask();
const console = await createConsole();
await nextTask();
const router = createConsoleRouter(console);
await nextTask();
// The browser loads its data of languages at the first use, which would otherwise be a third of the first rendering.
Intl.NumberFormat.supportedLocalesOf('ja');
await nextTask();

createRoot(root).render(
  <StrictMode>
    <ConsoleContext value={console}>
      <ConsoleIntlProvider>
        <RouterProvider router={router} />
      </ConsoleIntlProvider>
    </ConsoleContext>
  </StrictMode>,
);
