import { useRouterState } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { copy } from '../../components/copy.ts';
import { Icon } from '../../components/icon.tsx';
import { stringifySearch } from '../../console/address.ts';
import type { PageParameters } from '../../resources/resource.ts';
import { useCopied } from '../use-copy-notice.ts';
import { DownloadMenu } from './download-menu.tsx';
import { useSavableList } from './use-savable-list.ts';
import { ViewsMenu } from './views-menu.tsx';
import { writeListSearch, type ListSearch, type Shape } from './view.ts';

interface Props {
  /** Name of the resource. */
  readonly name: string;
  /** Path of the list in the REST API. */
  readonly path: string;
  /** Current search with explicit columns. */
  readonly search: ListSearch;
  readonly query: PageParameters;
  /** Ids of the selected rows. */
  readonly selected: readonly number[];
  /** Shown columns in their order. */
  readonly columns: readonly string[];
  readonly shape: Shape;
  readonly go: (next: ListSearch) => void;
}

/** Saved views, link and download of a list. A chunk of its own, loaded after the rows. */
const Tools = ({ name, path, search, query, selected, columns, shape, go }: Props) => {
  const intl = useIntl();
  const location = useRouterState({ select: state => state.location });
  const copied = useCopied();
  const copyLink = () => {
    const link = `${window.location.origin}${location.pathname}${stringifySearch({ ...location.search, ...writeListSearch({ ...search, modal: null }) })}`;
    return copy(link).then(
      () => copied(true),
      () => copied(false),
    );
  };
  return (
    <>
      <ViewsMenu savable={useSavableList(name, search, shape, go)} />
      <Button
        label={intl.formatMessage({ id: 'list.copy_link' })}
        icon={<Icon name="link" />}
        onClick={() => void copyLink()}
      />
      <DownloadMenu path={path} query={{ ...query }} selected={selected} columns={columns} />
    </>
  );
};
export default Tools;
