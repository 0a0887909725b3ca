import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { LineField } from '../../components/fields/line-field.tsx';
import { SwitchField } from '../../components/fields/switch-field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Popover } from '../../components/popover.tsx';
import { Failed } from '../../components/states.tsx';
import { check } from '../../resources/constraints.ts';
import { savedViewConstraints, type SavedView } from '../../resources/saved-views.ts';
import { EditorDialog } from '../record/editor-dialog.tsx';
import { useEditor } from '../record/use-editor.ts';
import { useFaultText } from '../record/use-fault-text.ts';
import { useViews, type Views } from './use-views.ts';
import { readListSearch, type ListSearch, type Shape } from './view.ts';

interface Props {
  /** The resource's name. */
  readonly screen: string;
  readonly search: ListSearch;
  readonly shape: Shape;
  readonly go: (next: ListSearch) => void;
}

/** The views of a list that somebody saved: chosen, saved anew, brought up to date, deleted. */
export const ViewsMenu = ({ screen, search, shape, go }: Props) => {
  const intl = useIntl();
  const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const views = useViews(screen, search, shape);
  const [open, setOpen] = useState<{ readonly menu: HTMLElement } | { readonly form: true } | null>(null);
  const { current, changed } = views;
  const close = () => setOpen(null);
  return (
    <>
      <Button
        label={current?.name ?? say('view.button')} icon={<Icon name="view" />} opens {...(changed && { name: `${current?.name ?? ''} (${say('view.changed')})` })}
        onClick={menu => setOpen({ menu })} {...(changed && { mark: <span className="tp-changed" title={say('view.changed')} /> })}
      />
      {open !== null && 'menu' in open && (
        <Popover anchor={open.menu} label={say('view.title')} onClose={close}>
          <div className="tp-views">
            <strong className="tp-views-title">{say('view.title')}</strong>
            {views.failure !== null ? <Failed trouble={views.failure} onAgain={views.again} />
              : views.views.length === 0 && !views.busy && <p>{say('view.none')}</p>}
            {views.views.map(view => (
              <ViewRow key={view.id} view={view} views={views} onChoose={() => { go({ ...views.searchOf(view), saved: view.id }); close(); }} onRemove={() => { close(); views.remove(view); }} />
            ))}
            <hr />
            {current !== null && changed && views.mayChange(current) && (
              <button type="button" className="tp-item" onClick={() => { views.update(current); close(); }}>{say('view.update', { name: current.name })}</button>
            )}
            <button type="button" className="tp-item" onClick={() => setOpen({ form: true })}>{say('view.save_as')}</button>
            <button type="button" className="tp-item" onClick={() => { go(readListSearch({}, shape)); close(); }}>{say('view.reset')}</button>
          </div>
        </Popover>
      )}
      {open !== null && 'form' in open && (
        <NewView views={views} onClosed={id => { close(); if (id !== null) go({ ...search, saved: id }); }} />
      )}
    </>
  );
};

const ViewRow = ({ view, views, onChoose, onRemove }: { readonly view: SavedView; readonly views: Views; readonly onChoose: () => void; readonly onRemove: () => void }) => {
  const intl = useIntl();
  const chosen = views.current?.id === view.id;
  const own = views.mayChange(view);
  return (
    <div className="tp-view-row">
      <button type="button" className="tp-item" aria-current={chosen} onClick={onChoose}>
        <Icon name={chosen ? 'check' : 'view'} />
        <span>{view.name}</span>
        {view.shared && <small>{view.user_name === null ? intl.formatMessage({ id: 'view.shared' }) : intl.formatMessage({ id: 'view.shared_by' }, { name: view.user_name })}</small>}
      </button>
      {own && (
        <button type="button" className="icon-button" aria-label={intl.formatMessage({ id: 'view.delete' }, { name: view.name })} onClick={onRemove}><Icon name="bin" /></button>
      )}
    </div>
  );
};

const BLANK = { name: '', shared: false };

/** Asks for the name of a new view. */
const NewView = ({ views, onClosed }: { readonly views: Views; readonly onClosed: (id: number | null) => void }) => {
  const intl = useIntl();
  const faultText = useFaultText();
  const editor = useEditor<typeof BLANK, { readonly id: number }>({
    id: null, blank: BLANK,
    check: ({ name }) => check({ name: name.trim() }, { name: savedViewConstraints.name }),
    save: ({ draft, key }, signal) => views.save({ ...draft, key }, signal),
    onClosed: saved => onClosed(saved?.id ?? null),
  });
  const { draft, faults, change, leave } = editor;
  return (
    <EditorDialog title={<FormattedMessage id="view.save_as" />} editor={editor} shown={() => null}>
      <LineField
        kind="text" name="name" label={intl.formatMessage({ id: 'view.name' })} required value={draft.name} faults={faultText(faults['name'])}
        onChange={name => change('name', String(name))} onLeave={() => leave('name')}
      />
      <SwitchField name="shared" label={intl.formatMessage({ id: 'view.share' })} value={draft.shared} onChange={shared => change('shared', shared)} />
    </EditorDialog>
  );
};
