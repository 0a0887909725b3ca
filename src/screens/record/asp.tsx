import { asps } from '../../resources/asps.ts';
import { RecordScreen } from './record-screen.tsx';

/** /ad/asp-setting/$id */
export const Screen = () => <RecordScreen resource={asps} />;
