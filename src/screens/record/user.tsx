import { users } from '../../resources/users.ts';
import { RecordScreen } from './record-screen.tsx';

/** /config/user/$id */
export const Screen = () => <RecordScreen resource={users} />;
