/** The sign of a search, on the field of the other icons. */
export const SearchIcon = () => (
  <svg className="icon" viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" aria-hidden="true">
    <circle cx="9" cy="9" r="5.2" />
    <path d="m13 13 4 4" />
  </svg>
);
