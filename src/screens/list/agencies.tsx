import { agencies } from '../../resources/agencies.ts';
import { ListScreen } from './list-screen.tsx';

/** /config/agency */
export const Screen = () => <ListScreen resource={agencies} />;
