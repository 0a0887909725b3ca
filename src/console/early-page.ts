import { useLayoutEffect } from 'react';
import { keep } from './appearance.ts';

/**
 * Removes the title that the server put into the page (server/http/early-page.ts), as a page of the console takes its
 * place, and stores what the server needs to know for the next one.
 */
export const useEndOfEarlyPage = (isSignedIn: boolean): void =>
  useLayoutEffect(() => {
    document.getElementById('early')?.remove();
    keep('signed-in', `${isSignedIn}`);
    keep('locale', document.documentElement.lang);
  });
