import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** The token of a link. It is in the fragment, which browsers do not send to servers. */
const tokenIn = (hash: string): string | null =>
  new URLSearchParams(hash.replace(/^#/, '')).get('token') || null;

/**
 * The token of the link that opened the page; null: none. It is removed from the address immediately, so that
 * neither history nor a photo of the screen contains it.
 *
 * @param path address of the page
 */
export const useLinkToken = (path: string): string | null => {
  const { history } = useRouter();
  const [token, setToken] = useState(() => tokenIn(location.hash));
  useEffect(() => {
    // The page was opened again by the link of another mail.
    const read = () => {
      const found = tokenIn(location.hash);
      if (found === null) return;
      setToken(found);
      history.replace(path);
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, [history, path]);
  return token;
};
