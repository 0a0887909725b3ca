import { useLayoutEffect } from 'react';
import { keep } from './appearance.ts';

/**
 * Removes the title that the server put into the page (server/http/early-page.ts), as a page of the console takes its
 * place, and stores its language for the next one. The server stores whether there is a session.
 */
export const useEndOfEarlyPage = (): void =>
  useLayoutEffect(() => {
    document.getElementById('early')?.remove();
    keep('locale', document.documentElement.lang);
  });
