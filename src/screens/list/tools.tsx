import { useRouterState } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { copy } from '../../components/copy.ts';
import { Icon } from '../../components/icon.tsx';
import { stringifySearch } from '../../console/address.ts';
import type { PageParameters } from '../../resources/resource.ts';
import { useCopied } from '../use-copied.ts';
import { DownloadMenu } from './download-menu.tsx';
import { useSavableList } from './use-savable-list.ts';
import { ViewsMenu } from './views-menu.tsx';
import { writeListSearch, type ListSearch, type Shape } from './view.ts';

interface Props {
  /** The resource's name. */
  readonly name: string;
  /** The list's path in the API. */
  readonly path: string;
  /** What is shown, with its columns named. */
  readonly search: ListSearch;
  readonly query: PageParameters;
  /** Numbers of the rows that are picked. */
  readonly picked: readonly number[];
  /** The columns that are shown, in their order. */
  readonly columns: readonly string[];
  readonly shape: Shape;
  readonly go: (next: ListSearch) => void;
}

/**
 * The tools for the complete list as it is shown: a view, a link, a file. A chunk of its own, after the rows.
 */
const Tools = ({ name, path, search, query, picked, columns, shape, go }: Props) => {
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
      <DownloadMenu path={path} query={{ ...query }} picked={picked} columns={columns} />
    </>
  );
};
export default Tools;
