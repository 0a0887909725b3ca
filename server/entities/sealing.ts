import type { KeyRing } from '../platform/key-ring.ts';
import { sealText } from '../platform/sealed-secret.ts';
import type { Entity, Field } from '../records/entity.ts';

/** Owner under which the secrets of an entity are sealed. */
export const sealOwnerOf = ({ name }: Pick<Entity, 'name'>, field: string): string => `${name}/${field}`;

/** Makes the store of an entity's sealed fields encrypt them by a key of the installation. */
export const sealFields = (entity: Entity, keys: KeyRing): Entity => ({
  ...entity,
  fields: Object.fromEntries(
    Object.entries<Field>(entity.fields).map(([name, field]) => [
      name,
      field.write?.sealed === true
        ? {
            ...field,
            write: {
              ...field.write,
              store: (input: unknown) => sealText(keys, sealOwnerOf(entity, name), String(input)),
            },
          }
        : field,
    ]),
  ) as Entity['fields'],
});
