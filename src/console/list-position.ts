/**
 * The rows of a list as somebody left it for one of them: the way along them and back. Kept as long as the
 * page is, and for each resource by itself.
 */
export interface Trail {
  readonly ids: readonly number[];
  /** Of the list, with its question. */
  readonly address: string;
}

const trails = new Map<string, Trail>();

export const leaveTrail = (resource: string, trail: Trail): void => void trails.set(resource, trail);

/** Where a record stands on the trail of its list; null: it is not on it. */
export interface ListPosition extends Pick<Trail, 'address'> {
  /** From 1. */
  readonly place: number;
  readonly count: number;
  readonly previous: number | null;
  readonly next: number | null;
}

export const standingOn = (resource: string, id: number): ListPosition | null => {
  const trail = trails.get(resource);
  const at = trail?.ids.indexOf(id) ?? -1;
  if (trail === undefined || at < 0) return null;
  return {
    address: trail.address,
    place: at + 1,
    count: trail.ids.length,
    previous: trail.ids[at - 1] ?? null,
    next: trail.ids[at + 1] ?? null,
  };
};
