import { users } from '../../resources/users.ts';
import { ListScreen } from './list-screen.tsx';

/** /config/user */
export const Screen = () => <ListScreen resource={users} />;
