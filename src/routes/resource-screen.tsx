import type { Identified, Resource } from '../resources/resource.ts';
import { LIST_MODALS, RECORD_MODALS, screen } from './screen.ts';

/**
 * The screens that a resource alone decides. The descriptor is loaded beside the code of all such screens, so
 * that a resource needs no file under src/screens.
 */

/** The import of a descriptor, which its file exports under the name of the resource. */
type Load<Name extends string, Row extends Identified, Draft extends object> = () => Promise<
  Readonly<Record<Name, Resource<Row, Draft>>>
>;

/** The list of a resource. */
export const listScreen = <
  const Path extends string,
  const Name extends string,
  Row extends Identified,
  Draft extends object,
>(
  path: Path,
  name: Name,
  load: Load<Name, Row, Draft>,
) =>
  screen(
    path,
    `resource.${name}.title`,
    async () => {
      const [{ ListScreen }, { [name]: resource }] = await Promise.all([
        import('../screens/list/list-screen.tsx'),
        load(),
      ]);
      return { Screen: () => <ListScreen resource={resource} /> };
    },
    { modals: LIST_MODALS },
  );

/** The page of one row; its address is that of the list and the number. */
export const recordScreen = <
  const Path extends string,
  const Name extends string,
  Row extends Identified,
  Draft extends object,
>(
  path: `${Path}/$id`,
  name: Name,
  load: Load<Name, Row, Draft>,
) =>
  screen(
    path,
    `resource.${name}.one`,
    async () => {
      const [{ RecordScreen }, { [name]: resource }] = await Promise.all([
        import('../screens/record/record-screen.tsx'),
        load(),
      ]);
      return { Screen: () => <RecordScreen resource={resource} /> };
    },
    { navActiveLink: path.replace(/\/\$id$/, ''), modals: RECORD_MODALS },
  );
