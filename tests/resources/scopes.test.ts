import { describe, expect, test } from 'vitest';
import { entities } from '../../server/entities/entities.ts';
import { CHANGED_LISTS } from '../../server/records/changes.ts';
import type { Entity } from '../../server/records/entity.ts';
import type { WriteScope } from '../../server/http/visibility.ts';
import { sources } from '../../server/store/postgres/entities/entity-sources.ts';
import { changes } from '../../src/resources/changes.ts';
import { resources } from '../support/descriptors.ts';

/**
 * Resources that the server changes by routes of their own: users, invitations, saved views, boards, notes on days and API keys;
 * and the audit log.
 */
const BY_HAND: ReadonlySet<string> = new Set([
  'users',
  'invitations',
  'savedViews',
  'reportBoards',
  'boardLinks',
  'dayNotes',
  'apiKeys',
  'changes',
]);

/**
 * A descriptor states which permission the console requires for each command; the server's entity must
 * require the same.
 */
const described = resources.filter(({ name }) => !BY_HAND.has(name));

describe('the permissions of commands', () => {
  test('are compared for every entity of the server', () => {
    expect(described.map(({ name }) => name).toSorted()).toEqual(entities.map(({ name }) => name).toSorted());
  });

  test.each(described)(
    'on $name are those of the server',
    ({ name, write, keeping = write, operations: { create, update, remove, restore } }) => {
      // The console knows one scope of administrators; the server refuses API keys in `accounts`.
      const scopeOf = (scope: WriteScope | undefined) => (scope === 'accounts' ? 'administration' : scope);
      const writing = (entities as readonly Entity[]).find(entity => entity.name === name)?.writing;
      expect({
        create: create === undefined ? undefined : keeping,
        update: update === undefined ? undefined : write,
        remove: remove === undefined ? undefined : keeping,
        restore: restore === undefined ? undefined : keeping,
      }).toEqual({
        create: scopeOf(writing?.create),
        update: scopeOf(writing?.update),
        remove: scopeOf(writing?.remove),
        restore: scopeOf(writing?.remove),
      });
    },
  );
});

test('the audit log can be filtered by every list whose changes are recorded', () => {
  const recorded = [
    ...Object.keys(sources).filter(name => name !== 'changes'),
    'provisionedGroups',
    'recomputations',
    'erasures',
    'files',
  ].toSorted();
  const choices = changes.filters?.find(({ field }) => field === 'entity')?.choices;
  expect(CHANGED_LISTS.toSorted()).toEqual(recorded);
  expect(choices !== undefined && 'values' in choices && choices.values.toSorted()).toEqual(recorded);
});
