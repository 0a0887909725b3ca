import type { BrowserContextOptions } from 'playwright-core';

export type Cookie = Exclude<BrowserContextOptions['storageState'], string | undefined>['cookies'][number];

/** The cookies of a session, as the server sets them at a sign-in with auto login. */
export const sessionCookies = ({ refresh }: { readonly refresh: string }, origin: string): Cookie[] => {
  const lasting = { domain: new URL(origin).hostname, expires: Date.now() / 1000 + 86_400, secure: false };
  return [
    {
      ...lasting,
      name: 'touchpath-refresh',
      value: `lasting.${refresh}`,
      path: '/api/v1/auth/',
      httpOnly: true,
      sameSite: 'Strict',
    },
    { ...lasting, name: 'touchpath-signed-in', value: 'true', path: '/', httpOnly: false, sameSite: 'Lax' },
  ];
};

/** The cookie of a theme. */
export const themeCookie = (theme: string, origin: string): Cookie => ({
  name: 'touchpath-theme',
  value: theme,
  domain: new URL(origin).hostname,
  path: '/',
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: 'Lax',
});
