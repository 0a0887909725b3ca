import type { ReactNode } from 'react';
import type { PermissionKey } from '../../../machines/startup.ts';
import { useSignedInData } from '../../console/context.ts';
import type { LinkTarget } from '../../resources/log.ts';
import { isPlain } from './log-record.tsx';
import { useLinkTarget } from './use-row-links.ts';

interface Props {
  /** Null: no link. */
  readonly to: LinkTarget | null;
  /** Permission to read the target; without it the name is plain text. */
  readonly needs: PermissionKey;
  readonly children: ReactNode;
}

/** A name as a link to its record, with the current product. */
export const RecordLink = ({ to, needs, children }: Props) => {
  const { permissions } = useSignedInData().role;
  const { href, follow } = useLinkTarget();
  if (to === null || permissions[needs] === 'none') return children;
  return (
    <a
      href={href(to)}
      onClick={event => {
        if (isPlain(event)) {
          event.preventDefault();
          follow(to);
        }
      }}
    >
      {children}
    </a>
  );
};
