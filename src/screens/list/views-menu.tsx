import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { QuickField } from '../../components/grid/quick-field.tsx';
import { folded } from '../../components/grid/quick.ts';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Popover } from '../../components/popover.tsx';
import { Failed } from '../../components/states.tsx';
import type { SavedView } from '../../resources/saved-views.ts';
import { useViews, type Savable, type Views } from './use-views.ts';

const ViewForm = lazy(() => import('./view-form.tsx'));

/** Number of views from which the list has a search field. */
const MIN_SEARCHED_VIEWS = 12;

interface ItemsProps {
  readonly views: Views;
  readonly savable: Savable;
  readonly onClose: () => void;
  /** Opens the form of a view; null: of a new one. */
  readonly onForm: (view: SavedView | null) => void;
}

type ListProps = Pick<ItemsProps, 'views' | 'onClose' | 'onForm'> & {
  readonly onChoose: (view: SavedView) => void;
};

/** The saved views; many of them with a search field. */
const ViewList = ({ views, onClose, onForm, onChoose }: ListProps) => {
  const intl = useIntl();
  const translate = (id: string) => intl.formatMessage({ id });
  const [wanted, setWanted] = useState('');
  const found = views.views.filter(({ name }) => folded(name).includes(folded(wanted.trim())));
  return (
    <>
      {views.views.length >= MIN_SEARCHED_VIEWS && (
        <QuickField label={translate('choice.search')} value={wanted} onChange={setWanted} />
      )}
      {views.failure !== null ? (
        <Failed failure={views.failure} onAgain={views.reload} />
      ) : (
        found.length === 0 && !views.busy && <p>{translate(wanted === '' ? 'view.none' : 'choice.none')}</p>
      )}
      {found.map(view => (
        <ViewRow
          key={view.id}
          view={view}
          views={views}
          onChoose={() => onChoose(view)}
          onEdit={() => onForm(view)}
          onRemove={() => {
            onClose();
            views.remove(view);
          }}
        />
      ))}
    </>
  );
};

/** List of the saved views, and commands on the current one. */
const ViewItems = ({ views, savable, onClose, onForm }: ItemsProps) => {
  const intl = useIntl();
  const translate = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const { current, changed } = views;
  const show = (address: string, id: number | null) => {
    savable.show(address, id);
    onClose();
  };
  return (
    <div className="tp-views">
      <strong className="tp-views-title">{translate('view.title')}</strong>
      <ViewList
        views={views}
        onClose={onClose}
        onForm={onForm}
        onChoose={({ address, id }) => show(address, id)}
      />
      <hr />
      {current !== null && changed && views.mayChange(current) && (
        <button
          type="button"
          className="tp-item"
          onClick={() => {
            views.update(current);
            onClose();
          }}
        >
          {translate('view.update', { name: current.name })}
        </button>
      )}
      <button type="button" className="tp-item" onClick={() => onForm(null)}>
        {translate('view.save_as')}
      </button>
      <button type="button" className="tp-item" onClick={() => show('', null)}>
        {translate('view.reset')}
      </button>
    </div>
  );
};

/** Menu of a screen's saved views: opens, creates, updates and deletes them. */
export const ViewsMenu = ({ savable }: { readonly savable: Savable }) => {
  const intl = useIntl();
  const translate = (id: string) => intl.formatMessage({ id });
  const views = useViews(savable);
  const [open, setOpen] = useState<
    { readonly menu: HTMLElement } | { readonly form: SavedView | null } | null
  >(null);
  const { current, changed } = views;
  const close = () => setOpen(null);
  return (
    <>
      <Button
        label={current?.name ?? translate('view.button')}
        icon={<Icon name="view" />}
        opens
        {...(changed && { name: `${current?.name ?? ''} (${translate('view.changed')})` })}
        onClick={menu => setOpen({ menu })}
        {...(changed && { mark: <span className="tp-changed" title={translate('view.changed')} /> })}
      />
      {open !== null && 'menu' in open && (
        <Popover anchor={open.menu} label={translate('view.title')} onClose={close}>
          <ViewItems
            views={views}
            savable={savable}
            onClose={close}
            onForm={view => setOpen({ form: view })}
          />
        </Popover>
      )}
      {open !== null && 'form' in open && (
        <Suspense>
          <ViewForm
            views={views}
            view={open.form}
            onClosed={id => {
              close();
              if (id !== null) savable.mark(id);
            }}
          />
        </Suspense>
      )}
    </>
  );
};

const ViewRow = ({
  view,
  views,
  onChoose,
  onEdit,
  onRemove,
}: {
  readonly view: SavedView;
  readonly views: Views;
  readonly onChoose: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) => {
  const intl = useIntl();
  const chosen = views.current?.id === view.id;
  const own = views.mayChange(view);
  return (
    <div className="tp-view-row">
      <button type="button" className="tp-item" aria-current={chosen} onClick={onChoose}>
        <Icon name={chosen ? 'check' : 'view'} />
        <span>{view.name}</span>
        {view.shared && (
          <small>
            {view.user_name === null
              ? intl.formatMessage({ id: 'view.shared' })
              : intl.formatMessage({ id: 'view.shared_by' }, { name: view.user_name })}
          </small>
        )}
      </button>
      {own && (
        <>
          <IconButton
            icon="edit"
            label={intl.formatMessage({ id: 'view.edit' }, { name: view.name })}
            onClick={onEdit}
          />
          <IconButton
            icon="bin"
            label={intl.formatMessage({ id: 'view.delete' }, { name: view.name })}
            onClick={onRemove}
          />
        </>
      )}
    </div>
  );
};
