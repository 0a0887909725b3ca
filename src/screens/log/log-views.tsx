import { ViewsMenu } from '../list/views-menu.tsx';
import { useSavableLog } from './use-savable-log.ts';

/** The saved views of a log. A chunk of its own, after the rows. */
const LogViews = (props: Parameters<typeof useSavableLog>[0]) => <ViewsMenu savable={useSavableLog(props)} />;
export default LogViews;
