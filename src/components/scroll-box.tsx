import type { ReactNode } from 'react';

type Named =
  | { readonly label: string; readonly labelledBy?: undefined }
  | { readonly label?: undefined; readonly labelledBy: string };
type Props = Named & { readonly className: string; readonly children: ReactNode };

/**
 * Scrollable box for content that is larger than its space. It is a tab stop, so that arrow keys can scroll
 * it, and so needs a name: a label of its own, or the heading of its section, in which case it is no landmark
 * of its own.
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
