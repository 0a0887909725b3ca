import { reportDeliveries } from '../../resources/report-deliveries.ts';
import { ListScreen } from './list-screen.tsx';

/** /analyze/delivery */
export const Screen = () => <ListScreen resource={reportDeliveries} />;
