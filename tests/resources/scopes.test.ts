import { describe, expect, test } from 'vitest';
import { entities } from '../../server/entities/entities.ts';
import type { Entity } from '../../server/records/entity.ts';
import { resources } from '../support/descriptors.ts';

/** What the server changes by routes of their own: people and what they keep for themselves. */
const BY_HAND: ReadonlySet<string> = new Set(['users', 'savedViews']);

/**
 * What the console offers and what the server lets happen: a descriptor of each, and one must not know better
 * than the other.
 */
const described = resources.filter(({ name }) => !BY_HAND.has(name));

describe('who may do what', () => {
  test('is asked of every entity that the server changes by its descriptor', () => {
    expect(described.map(({ name }) => name).toSorted()).toEqual(entities.map(({ name }) => name).toSorted());
  });

  test.each(described)(
    'with $name is what the server allows',
    ({ name, write, keeping = write, operations: { create, update, remove, restore } }) => {
      const writing = (entities as readonly Entity[]).find(entity => entity.name === name)?.writing;
      expect({
        create: create === undefined ? undefined : keeping,
        update: update === undefined ? undefined : write,
        remove: remove === undefined ? undefined : keeping,
        restore: restore === undefined ? undefined : keeping,
      }).toEqual({
        create: writing?.create,
        update: writing?.update,
        remove: writing?.remove,
        restore: writing?.remove,
      });
    },
  );
});
