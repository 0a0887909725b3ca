/** Line icons on a 20 px field, drawn in the colour of the text around them; always beside or instead of a named control. */
const PATHS = {
  dashboard: 'M3 3.5h6v7H3zM11 3.5h6v4h-6zM11 9.5h6v7h-6zM3 12.5h6v4H3z',
  attribution: 'M4.5 15.5c0-5 11-4.5 11-10M4.5 15.5a1 1 0 1 0 0 .1M15.5 4.5a1 1 0 1 0 0 .1M10 10a.6.6 0 1 0 0 .1',
  log: 'M4 3.5h12v13H4zM7 7h6M7 10h6M7 13h3.5',
  menu: 'M3.5 5.5h13M3.5 10h13M3.5 14.5h13',
  collapse: 'M3.5 4h13v12h-13zM8 4v12M13.5 8l-2 2 2 2',
  expand: 'M3.5 4h13v12h-13zM8 4v12M11.5 8l2 2-2 2',
  language: 'M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4ZM2.8 10h14.4M10 2.8c2 2 2.9 4.5 2.9 7.2S12 15.2 10 17.2C8 15.2 7.1 12.7 7.1 10S8 4.8 10 2.8Z',
  light: 'M10 6.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4ZM10 2v1.6M10 16.4V18M2 10h1.6M16.4 10H18M4.3 4.3l1.2 1.2M14.5 14.5l1.2 1.2M15.7 4.3l-1.2 1.2M5.5 14.5l-1.2 1.2',
  dark: 'M16.5 11.8A7 7 0 1 1 8.2 3.5a5.5 5.5 0 0 0 8.3 8.3Z',
  system: 'M2.8 4h14.4v9.5H2.8zM7 16.8h6M10 13.5v3.3',
  clock: 'M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4ZM10 6v4l2.6 1.8',
  signOut: 'M8 3.5H4v13h4M12.5 13.5 16 10l-3.5-3.5M16 10H8',
  down: 'M5.5 8 10 12.5 14.5 8',
  check: 'M4.5 10.5 8 14l7.5-8',
  close: 'M5 5l10 10M15 5 5 15',
  info: 'M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4ZM10 9v4.5M10 6.5v.100',
  warning: 'M10 3 2.5 16.5h15ZM10 8v4M10 14.3v.100',
  success: 'M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4ZM6.8 10.2l2.2 2.2 4.2-4.6',
  error: 'M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4ZM7.5 7.5l5 5M12.5 7.5l-5 5',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="icon" viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
