import type { ReactNode } from 'react';
import type { PermissionKey } from '../../../machines/startup.ts';
import { useKnown } from '../../console/context.ts';
import type { Whither } from '../../resources/log.ts';
import { isPlain } from './log-record.tsx';
import { useWhither } from './use-row-ways.ts';

interface Props {
  /** Null: it leads nowhere. */
  readonly to: Whither | null;
  /** What one must be allowed to read where it leads; who may not is only told. */
  readonly needs: PermissionKey;
  readonly children: ReactNode;
}

/** A name that leads to what it names, with the product that one works on. */
export const Way = ({ to, needs, children }: Props) => {
  const { permissions } = useKnown().role;
  const { href, follow } = useWhither();
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
