import { useMayWrite } from '../console/context.ts';
import type { WriteScope } from '../resources/resource.ts';

/** The rights of a user on a resource's records, apart from reading them. */
export interface Allowed {
  readonly change: boolean;
  /** To make, to delete and to bring back. */
  readonly keep: boolean;
}

interface Scopes {
  readonly write?: WriteScope;
  readonly keeping?: WriteScope;
}

/** What the user may do with records of a resource; what the server would refuse is not offered. */
export const useAllowed = ({ write, keeping = write }: Scopes): Allowed => {
  const [change, keep] = [useMayWrite(write ?? 'administration'), useMayWrite(keeping ?? 'administration')];
  return { change: change && write !== undefined, keep: keep && write !== undefined };
};
