/**
 * Parses a Sentry DSN (`https://KEY@HOST/PROJECT`).
 *
 * @returns address for envelopes and public key; null: the text is no DSN
 */
export const readDsn = (dsn: string): { readonly url: string; readonly key: string } | null => {
  if (!URL.canParse(dsn)) return null;
  const { protocol, host, username, pathname } = new URL(dsn);
  const [, path = '', project = ''] = /^(.*)\/(\d{1,20})$/.exec(pathname) ?? [];
  return username === '' || project === ''
    ? null
    : { url: `${protocol}//${host}${path}/api/${project}/envelope/`, key: username };
};
