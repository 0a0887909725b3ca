import { asps } from '../../resources/asps.ts';
import { ListScreen } from './list-screen.tsx';

/** /ad/asp-setting */
export const Screen = () => <ListScreen resource={asps} />;
