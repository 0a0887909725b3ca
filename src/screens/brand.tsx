/** Logo: a path between two contacts. */
export const Brand = ({ compact = false }: { readonly compact?: boolean }) => (
  <span className="brand">
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g fill="none" stroke="var(--accent-ink)" strokeWidth="2.4" strokeLinecap="round">
        <path d="M9.5 21.5c0-6 13-5 13-11" />
        <circle cx="9.5" cy="23" r="1.6" fill="var(--accent-ink)" />
        <circle cx="22.5" cy="9" r="1.6" fill="var(--accent-ink)" />
      </g>
    </svg>
    {!compact && <span className="brand-name">Touchpath</span>}
  </span>
);
