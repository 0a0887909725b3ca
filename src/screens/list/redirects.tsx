import { redirects } from '../../resources/redirects.ts';
import { ListScreen } from './list-screen.tsx';

/** /ad/redirect-setting */
export const Screen = () => <ListScreen resource={redirects} />;
