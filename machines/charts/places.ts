import type { StateValue } from 'xstate';

/** The active states as paths from the root (`submitting.going`); several if the machine is parallel. */
export const placesOf = (value: StateValue): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value).flatMap(([key, inner = {}]) => {
        const places = placesOf(inner);
        return places.length === 0 ? [key] : places.map(place => `${key}.${place}`);
      });
