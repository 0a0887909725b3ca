import { ViewsMenu } from '../list/views-menu.tsx';
import { useSavableLog } from './use-savable-log.ts';

/** Menu of a log's saved views. A chunk of its own, loaded after the rows. */
const LogViews = (props: Parameters<typeof useSavableLog>[0]) => <ViewsMenu savable={useSavableLog(props)} />;
export default LogViews;
