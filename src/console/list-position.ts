/**
 * The rows of a list at the moment when the user opened one of them: the order for previous, next and back.
 * Stored as long as the page is open, separately for each resource.
 */
export interface Trail {
  readonly ids: readonly number[];
  /** Of the list, with its query. */
  readonly address: string;
}

const trails = new Map<string, Trail>();

export const leaveTrail = (resource: string, trail: Trail): void => void trails.set(resource, trail);

/** Position of a record in the stored rows of its list; null: it is not one of them. */
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
