import type { ReactNode } from 'react';

type Named =
  | { readonly label: string; readonly labelledBy?: undefined }
  | { readonly label?: undefined; readonly labelledBy: string };
type Props = Named & { readonly className: string; readonly children: ReactNode };

/**
 * A box that scrolls content too large for its place. It is a tab stop, so that the arrow keys reach all of
 * it, and has a name, since screen readers announce tab stops by name: its own, or that of the section around
 * it, which it then does not repeat as a landmark.
 */
export const ScrollBox = ({ label, labelledBy, className, children }: Props) => (
  <div
    className={className}
    role={labelledBy === undefined ? 'region' : 'group'}
    aria-label={label}
    aria-labelledby={labelledBy}
    tabIndex={0}
  >
    {children}
  </div>
);
