/** Paths of all icons, stroked in a 24 px view box: an icon font would add 35 kB. */
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
  link: 'M10 14a4 4 0 005.7 0l4-4A4 4 0 0014 4.3l-1 1M14 10a4 4 0 00-5.7 0l-4 4A4 4 0 0010 19.7l1-1',
  view: 'M6 3h12v18l-6-4-6 4V3z',
  move: 'M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3',
  widen: 'M3 12h18M7 8l-4 4 4 4M17 8l4 4-4 4',
  board: 'M3.6 4.2h16.8v12H3.6zM12 16.2v3.6M8.4 19.8h7.2M7.8 12.6V10.2M12 12.6V7.2M16.2 12.6V9',
  note: 'M4 5h16v11h-9l-5 4v-4H4V5zm4 4h8m-8 3h5',
  edit: 'M4 20l1-5L16 4l4 4L9 19l-5 1zm10-14l4 4',
  copy: 'M9 9h11v11H9V9zM5 15H4V4h11v1',
  bin: 'M4 7h16M9 7V4h6v3m-9 0l1 13h10l1-13M10 11v6m4-6v6',
  restore: 'M4 5v5h5M4.6 10A8 8 0 1112 20',
  renew: 'M4 4v5h5M4.5 9A8 8 0 0120 11M20 20v-5h-5M19.5 15A8 8 0 014 13',
  detail: 'M4 4h16v16H4V4zm4 5h8m-8 4h8m-8 4h5',
  key: 'M8 19a4 4 0 100-8 4 4 0 000 8zm3-7l9-9m-3 3l3 3',
  computer: 'M3 5h18v11H3V5zm6 15h6m-3-4v4',
  phone: 'M7 3h10v18H7V3zm4 15h2',
  mail: 'M3 6h18v12H3V6zm0 1l9 6 9-6',
  network:
    'M12 8a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM5.5 21a2.5 2.5 0 100-5 2.5 2.5 0 000 5zm13 0a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM11 8l-4.5 8M13 8l4.5 8M8 18.5h8',
  print: 'M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7v-7z',
  first: 'M18 6l-6 6 6 6M6 6v12',
  previous: 'M15 6l-6 6 6 6',
  next: 'M9 6l6 6-6 6',
  last: 'M6 6l6 6-6 6M18 6v12',
  // Icons of the menu and the layout.
  dashboard: 'M3.6 4.2h7.2v8.4H3.6zM13.2 4.2h7.2v4.8h-7.2zM13.2 11.4h7.2v8.4h-7.2zM3.6 15h7.2v4.8H3.6z',
  attribution:
    'M5.4 18.6c0-6 13.2-5.4 13.2-12M5.4 18.6a1.2 1.2 0 1 0 0 .12M18.6 5.4a1.2 1.2 0 1 0 0 .12M12 12a.72 .72 0 1 0 0 .12',
  log: 'M4.8 4.2h14.4v15.6H4.8zM8.4 8.4h7.2M8.4 12h7.2M8.4 15.6h4.2',
  home: 'M3.6 11.4 12 4.2l8.4 7.2M6 9.6v10.2h12V9.6M10.2 19.8v-5.4h3.6v5.4',
  bars: 'M4.2 19.8h15.6M6.6 19.8v-7.2M12 19.8V4.8M17.4 19.8V9.6',
  line: 'M4.2 19.8h15.6M4.8 15.6l4.8-5.4 4.2 3.6L19.8 6',
  pie: 'M12 3.36a8.64 8.64 0 1 0 8.64 8.64H12ZM15 3.84a8.4 8.4 0 0 1 5.16 5.16h-5.16Z',
  target:
    'M12 3.36a8.64 8.64 0 1 0 0 17.28 8.64 8.64 0 0 0 0-17.28ZM12 7.92a4.08 4.08 0 1 0 0 8.16 4.08 4.08 0 0 0 0-8.16ZM12 12h.01',
  effect: 'M3.6 12h3.6l2.4-6 4.8 12 2.4-6h3.6',
  page: 'M6 3.36h8.4l3.6 3.6v13.68H6zM14.4 3.36v3.6h3.6M9 12h6M9 15.6h6',
  custom: 'M4.2 6h15.6v12h-15.6zM4.2 10.2h15.6M9.6 10.2V18',
  ad: 'M4.2 10.2v3.6l3.6 .6 1.2 4.8h2.4l-.96-4.44 8.76 2.64V6.6L7.8 9.6z',
  category: 'M4.2 4.2h7.2L20.4 13.2l-7.2 7.2-9-9zM8.16 8.16h.01',
  flag: 'M6 20.4V4.2h11.4l-2.4 3.96 2.4 3.84H6',
  redirect: 'M4.2 18.6v-4.8a4.8 4.8 0 0 1 4.8-4.8h10.2M15 4.8 19.2 9 15 13.2',
  gear: 'M12 8.88a3.12 3.12 0 1 0 0 6.24 3.12 3.12 0 0 0 0-6.24ZM12 3.36v2.4M12 18.24v2.4M3.36 12h2.4M18.24 12h2.4M5.88 5.88l1.68 1.68M16.44 16.44l1.68 1.68M18.12 5.88l-1.68 1.68M7.56 16.44l-1.68 1.68',
  company: 'M4.8 20.4V4.2h9V20.4M13.8 9.6H19.2v10.8M3.36 20.4h17.28M7.8 7.8h3M7.8 11.4h3M7.8 15h3',
  product: 'M12 3.36 19.8 7.2v9.6L12 20.64 4.2 16.8V7.2zM4.2 7.2 12 11.28 19.8 7.2M12 11.28v9.36',
  user: 'M12 4.2a3.84 3.84 0 1 0 0 7.68 3.84 3.84 0 0 0 0-7.68ZM4.56 20.16c.72-3.6 3.6-5.52 7.44-5.52s6.72 1.92 7.44 5.52',
  agency: 'M3.6 7.8h16.8v11.4H3.6zM8.4 7.8V4.8h7.2v3M3.6 12.6h16.8M12 11.4v2.4',
  role: 'M12 3.36 19.2 6v5.76c0 4.32-3 7.2-7.2 8.88-4.2-1.68-7.2-4.56-7.2-8.88V6zM9 11.76l2.16 2.16 3.84-4.08',
  sliders: 'M4.2 7.2h8.4M17.4 7.2h2.4M15 4.8v4.8M4.2 16.8h2.4M11.4 16.8h8.4M9 14.4v4.8',
  demo: 'M4.2 4.2h6.6V10.8H4.2zM13.2 4.2h6.6V10.8H13.2zM4.2 13.2h6.6v6.6H4.2zM13.2 13.2h6.6v6.6H13.2z',
  look: 'M12 3.36a8.64 8.64 0 1 0 0 17.28c1.44 0 1.92-.96 1.56-2.04-.48-1.44 .24-2.76 2.04-2.76h2.16c1.68 0 2.88-1.2 2.88-3.12 0-5.16-3.84-9.36-8.64-9.36ZM7.56 11.76h.01M9.84 7.68h.01M14.4 7.56h.01M16.8 11.16h.01',
  bell: 'M12 3.6a5.4 5.4 0 0 0-5.4 5.4c0 4.8-1.8 6.6-1.8 7.2h14.4c0-.6-1.8-2.4-1.8-7.2A5.4 5.4 0 0 0 12 3.6ZM9.96 19.8a2.16 2.16 0 0 0 4.08 0',
  top: 'M6.6 14.4 12 9l5.4 5.4M12 9V20.4M6 4.2h12',
  menu: 'M4.2 6.6h15.6M4.2 12h15.6M4.2 17.4h15.6',
  collapse: 'M4.2 4.8h15.6v14.4h-15.6zM9.6 4.8v14.4M16.2 9.6l-2.4 2.4 2.4 2.4',
  expand: 'M4.2 4.8h15.6v14.4h-15.6zM9.6 4.8v14.4M13.8 9.6l2.4 2.4-2.4 2.4',
  language:
    'M12 3.36a8.64 8.64 0 1 0 0 17.28 8.64 8.64 0 0 0 0-17.28ZM3.36 12h17.28M12 3.36c2.4 2.4 3.48 5.4 3.48 8.64S14.4 18.24 12 20.64C9.6 18.24 8.52 15.24 8.52 12S9.6 5.76 12 3.36Z',
  light:
    'M12 8.16a3.84 3.84 0 1 0 0 7.68 3.84 3.84 0 0 0 0-7.68ZM12 2.4v1.92M12 19.68V21.6M2.4 12h1.92M19.68 12H21.6M5.16 5.16l1.44 1.44M17.4 17.4l1.44 1.44M18.84 5.16l-1.44 1.44M6.6 17.4l-1.44 1.44',
  dark: 'M19.8 14.16A8.4 8.4 0 1 1 9.84 4.2a6.6 6.6 0 0 0 9.96 9.96Z',
  system: 'M3.36 4.8h17.28v11.4H3.36zM8.4 20.16h7.2M12 16.2v3.96',
  clock: 'M12 3.36a8.64 8.64 0 1 0 0 17.28 8.64 8.64 0 0 0 0-17.28ZM12 7.2v4.8l3.12 2.16',
  signOut: 'M9.6 4.2H4.8v15.6h4.8M15 16.2 19.2 12l-4.2-4.2M19.2 12H9.6',
  unfold: 'M6.6 9.6 12 15 17.4 9.6',
  info: 'M12 3.36a8.64 8.64 0 1 0 0 17.28 8.64 8.64 0 0 0 0-17.28ZM12 10.8v5.4M12 7.8v.12',
  success: 'M12 3.36a8.64 8.64 0 1 0 0 17.28 8.64 8.64 0 0 0 0-17.28ZM8.16 12.24l2.64 2.64 5.04-5.52',
  error: 'M12 3.36a8.64 8.64 0 1 0 0 17.28 8.64 8.64 0 0 0 0-17.28ZM9 9l6 6M15 9l-6 6',
} as const;
export type IconName = keyof typeof PATHS;

export const ICONS = Object.keys(PATHS) as readonly IconName[];

/**
 * Decorative icon in the current text colour, hidden from screen readers: a visible or hidden text always
 * gives its meaning. `large` is the size for menus and bars, with the same line width.
 */
export const Icon = ({ name, large = false }: { readonly name: IconName; readonly large?: boolean }) => (
  <svg
    className="tp-icon"
    viewBox="0 0 24 24"
    width={large ? 18 : 16}
    height={large ? 18 : 16}
    fill="none"
    stroke="currentColor"
    strokeWidth={large ? 1.8 : 2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);
