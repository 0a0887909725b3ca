import type { ReactNode } from 'react';

type Named =
  | { readonly label: string; readonly labelledBy?: undefined }
  | { readonly label?: undefined; readonly labelledBy: string };
type Props = Named & { readonly className: string; readonly children: ReactNode };

/**
 * What has no room in its place and scrolls there. It is a stop of Tab, so that the arrow keys reach all of
 * it, and has a name, since stops are told by theirs: its own, or
 * that of the section around it, of which it is then no second one.
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
