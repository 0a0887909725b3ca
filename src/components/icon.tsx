/** The few signs that the screens need, drawn here: an icon font would cost 35 kB. */
const PATHS = {
  empty: 'M3 7l9-4 9 4v10l-9 4-9-4V7zm0 0l9 4 9-4M12 11v10',
  lock: 'M6 11V8a6 6 0 0112 0v3M5 11h14v10H5V11zm7 4v3',
  offline: 'M2 8.5a15 15 0 0120 0M5 12a10 10 0 0114 0M8.5 15.5a5 5 0 017 0M12 19h.01M3 3l18 18',
  warning: 'M12 3l10 18H2L12 3zm0 7v5m0 3h.01',
  columns: 'M3 4h18v16H3V4zm6 0v16m6-16v16',
  calendar: 'M4 5h16v16H4V5zm0 5h16M8 3v4m8-4v4',
  up: 'M12 19V5m-6 6l6-6 6 6',
  down: 'M12 5v14m6-6l-6 6-6-6',
  level: 'M5 12h14',
  help: 'M12 21a9 9 0 100-18 9 9 0 000 18zM9.5 9a2.5 2.5 0 113.5 2.3c-.7.3-1 .8-1 1.7m0 3h.01',
  table: 'M3 4h18v16H3V4zm0 5h18M3 14.5h18M10 9v11',
  chart: 'M4 20V4m0 16h16M8 16v-5m4 5V8m4 8v-3',
  check: 'M5 12l5 5 9-10',
  download: 'M12 4v11m-5-5l5 5 5-5M4 20h16',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14m-7-7h14',
  history: 'M4 4v5h5M4.6 9A8 8 0 1 1 4 13m8-5v4l3 2',
  search: 'M11 18a7 7 0 100-14 7 7 0 000 14zm5-2l5 5',
  filter: 'M3 5h18l-7 8v6l-4 2v-8L3 5z',
  link: 'M10 14a4 4 0 005.7 0l4-4A4 4 0 0014 4.300l-1 1M14 10a4 4 0 00-5.700 0l-4 4A4 4 0 0010 19.700l1-1',
  view: 'M6 3h12v18l-6-4-6 4V3z',
  edit: 'M4 20l1-5L16 4l4 4L9 19l-5 1zm10-14l4 4',
  copy: 'M9 9h11v11H9V9zM5 15H4V4h11v1',
  bin: 'M4 7h16M9 7V4h6v3m-9 0l1 13h10l1-13M10 11v6m4-6v6',
  restore: 'M4 5v5h5M4.600 10A8 8 0 1112 20',
  renew: 'M4 4v5h5M4.500 9A8 8 0 0120 11M20 20v-5h-5M19.500 15A8 8 0 014 13',
  detail: 'M4 4h16v16H4V4zm4 5h8m-8 4h8m-8 4h5',
  key: 'M8 19a4 4 0 100-8 4 4 0 000 8zm3-7l9-9m-3 3l3 3',
  network: 'M12 8a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM5.5 21a2.5 2.5 0 100-5 2.5 2.5 0 000 5zm13 0a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM11 8l-4.5 8M13 8l4.5 8M8 18.5h8',
  print: 'M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7v-7z',
  first: 'M18 6l-6 6 6 6M6 6v12',
  previous: 'M15 6l-6 6 6 6',
  next: 'M9 6l6 6-6 6',
  last: 'M6 6l6 6-6 6M18 6v12',
} as const;
export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="tp-icon" viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
