import { ads } from '../../resources/ads.ts';
import { ListScreen } from './list-screen.tsx';

/** /ad/setting */
export const Screen = () => <ListScreen resource={ads} />;
