import { useMayWrite } from '../console/context.ts';
import type { WriteScope } from '../resources/resource.ts';

/** The user's rights on records of a resource, apart from reading. */
export interface Allowed {
  readonly change: boolean;
  /** To create, delete and restore records. */
  readonly keep: boolean;
}

interface Scopes {
  readonly write?: WriteScope;
  readonly keeping?: WriteScope;
}

/**
 * Rights of the user on a resource by its write scopes; commands that the server would refuse are not
 * offered.
 */
export const useAllowed = ({ write, keeping = write }: Scopes): Allowed => {
  const [change, keep] = [useMayWrite(write ?? 'administration'), useMayWrite(keeping ?? 'administration')];
  return { change: change && write !== undefined, keep: keep && write !== undefined };
};
