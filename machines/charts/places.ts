import type { StateValue } from 'xstate';

/**
 * The states in which a machine is, as paths from its root (`submitting.going`): several where it is
 * parallel.
 */
export const placesOf = (value: StateValue): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value).flatMap(([key, inner = {}]) => {
        const places = placesOf(inner);
        return places.length === 0 ? [key] : places.map(place => `${key}.${place}`);
      });
