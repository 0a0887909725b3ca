import { ViewsMenu } from '../list/views-menu.tsx';
import { useSavableLog, type SavableSearch } from './use-savable-log.ts';

/** Menu of the saved views of a log or a board. A chunk of its own, loaded after the rows. */
const LogViews = <Search extends SavableSearch>(props: Parameters<typeof useSavableLog<Search>>[0]) => (
  <ViewsMenu savable={useSavableLog(props)} />
);
export default LogViews;
