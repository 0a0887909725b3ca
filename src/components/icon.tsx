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
} as const;
export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="tp-icon" viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
