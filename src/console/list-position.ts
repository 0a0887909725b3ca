/**
 * Ids of a list's rows when one of them was opened, for the commands previous, next and back. Stored until
 * the page is closed, per resource.
 */
export interface ListTrail {
  readonly ids: readonly number[];
  /** Address of the list, with its query. */
  readonly address: string;
}

const trails = new Map<string, ListTrail>();

export const storeTrail = (resource: string, trail: ListTrail): void => void trails.set(resource, trail);

/** Position of a record in the stored rows of its list; null: not one of them. */
export interface ListPosition extends Pick<ListTrail, 'address'> {
  /** Counted from 1. */
  readonly place: number;
  readonly count: number;
  readonly previous: number | null;
  readonly next: number | null;
}

export const listPositionOf = (resource: string, id: number): ListPosition | null => {
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
