import { useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { LinkForm, MadeLink } from '../../../machines/board-sharing.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { LineField } from '../../components/fields/line-field.tsx';
import { time } from '../../components/formats.ts';
import { NotLoaded } from '../../components/states.tsx';
import type { BoardLink } from '../../resources/board-links.ts';
import { FailureNote } from '../failure-note.tsx';
import { LANGUAGE_NAMES } from '../public-page.tsx';
import { Copyable } from '../record/side-panels/copyable.tsx';
import '../record/side-panels/side-panels.css';
import { useBoardSharing } from './use-board-sharing.ts';

const DAYS = [7, 30, 90] as const;
const DEFAULT_DAYS = 30;

type Sharing = ReturnType<typeof useBoardSharing>;

/** One link: for whom, its state and its use. */
const LinkRow = ({
  link,
  sharing: { state, send },
}: {
  readonly link: BoardLink;
  readonly sharing: Sharing;
}) => {
  const intl = useIntl();
  const label = (id: string) => intl.formatMessage({ id }, { name: link.name });
  const isConfirming = state.context.revoked?.id === link.id;
  return (
    <li className="tp-board-share-link" data-state={link.state}>
      <div>
        <strong>{link.name}</strong>
        <p className="tp-note">
          {link.state === 'open' ? (
            <FormattedMessage id="board_link.until" values={{ time: time(link.expires_at) }} />
          ) : (
            label(`board_link.state.${link.state}`)
          )}
          {' · '}
          {link.product_name}
          {' · '}
          {link.user_name}
        </p>
        <p className="tp-note">
          <FormattedMessage id="board_link.openings" values={{ count: link.openings }} />
          {link.last_opened_at !== null && link.last_opened_at !== undefined && (
            <>
              {' · '}
              <FormattedMessage id="board_link.last_opened" values={{ time: time(link.last_opened_at) }} />
            </>
          )}
        </p>
      </div>
      {(link.state === 'open' || link.state === 'suspended') && !isConfirming && (
        <Button
          label={label('board_link.revoke')}
          name={label('board_link.revoke_named')}
          disabled={!state.matches('listed')}
          onClick={() => send({ type: 'revoke', link })}
        />
      )}
      {isConfirming && (
        <div className="tp-board-leaving" role="alert">
          <span>{label('board_link.revoke_question')}</span>
          <Button label={label('editor.cancel')} onClick={() => send({ type: 'cancel' })} />
          <Button
            label={label('board_link.revoke')}
            tone="primary"
            disabled={state.matches('revoking')}
            onClick={() => send({ type: 'confirm' })}
          />
        </div>
      )}
    </li>
  );
};

const Links = ({ sharing, onClose }: { readonly sharing: Sharing; readonly onClose: () => void }) => {
  const intl = useIntl();
  const { links, state, send } = sharing;
  const label = (id: string) => intl.formatMessage({ id });
  return (
    <>
      <div className="tp-dialog-body">
        <p>
          <FormattedMessage id="board_link.lead" />
        </p>
        {state.context.failure !== null && <FailureNote failure={state.context.failure} />}
        {links.length === 0 ? (
          <p className="tp-note">
            <FormattedMessage id="board_link.none" />
          </p>
        ) : (
          <ul className="tp-board-share-links" aria-label={label('board_link.list')}>
            {links.map(link => (
              <LinkRow key={link.id} link={link} sharing={sharing} />
            ))}
          </ul>
        )}
      </div>
      <div className="tp-dialog-foot">
        <button type="button" className="p-button p-button-outlined" onClick={onClose}>
          <FormattedMessage id="shell.close" />
        </button>
        <button type="button" className="p-button" onClick={() => send({ type: 'compose' })}>
          <FormattedMessage id="board_link.create" />
        </button>
      </div>
    </>
  );
};

/** The fields of a new link. */
const useLinkDraft = () => {
  const [key] = useState(() => crypto.randomUUID());
  const [draft, setDraft] = useState<Omit<LinkForm, 'key'>>({
    name: '',
    days: DEFAULT_DAYS,
    title: '',
    brand: '',
    locale: null,
  });
  const change = (part: Partial<LinkForm>): void => setDraft(before => ({ ...before, ...part }));
  return { form: { ...draft, name: draft.name.trim(), key }, draft, change };
};

const TextLine = ({
  name,
  value,
  required = false,
  faults,
  onChange,
}: {
  readonly name: 'name' | 'title' | 'brand';
  readonly value: string;
  readonly required?: boolean;
  readonly faults?: readonly string[];
  readonly onChange: (value: string) => void;
}) => {
  const intl = useIntl();
  return (
    <LineField
      kind="text"
      name={name}
      label={intl.formatMessage({ id: `board_link.${name}` })}
      hint={intl.formatMessage({ id: `board_link.${name}_hint` })}
      required={required}
      {...(required && { mark: intl.formatMessage({ id: 'form.required' }) })}
      value={value}
      {...(faults && { faults })}
      onChange={changed => onChange(String(changed))}
    />
  );
};

/** The fields with choices: how long the link is valid, and the language of its page. */
const ChoiceLines = ({ draft, change }: Pick<ReturnType<typeof useLinkDraft>, 'draft' | 'change'>) => {
  const intl = useIntl();
  return (
    <>
      <ChoiceField
        name="days"
        label={intl.formatMessage({ id: 'board_link.days' })}
        required
        value={draft.days}
        options={DAYS.map(days => ({
          value: days,
          label: intl.formatMessage({ id: 'board_link.days_of' }, { days }),
        }))}
        onChange={days => change({ days: Number(days) })}
      />
      <ChoiceField
        name="locale"
        label={intl.formatMessage({ id: 'board_link.locale' })}
        required
        value={draft.locale ?? 'browser'}
        options={[
          { value: 'browser', label: intl.formatMessage({ id: 'board_link.locale_browser' }) },
          ...Object.entries(LANGUAGE_NAMES).map(([value, name]) => ({ value, label: name })),
        ]}
        onChange={locale => change({ locale: locale === 'browser' ? null : String(locale) })}
      />
    </>
  );
};

const Form = ({ sharing: { state, send, product } }: { readonly sharing: Sharing }) => {
  const intl = useIntl();
  const { form, draft, change } = useLinkDraft();
  const [isTried, setTried] = useState(false);
  const isBusy = state.matches('making');
  const isMissing = isTried && form.name === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (form.name !== '' && !isBusy) send({ type: 'submit', form });
  };
  return (
    <form noValidate onSubmit={submit}>
      <div className="tp-dialog-body">
        {state.context.failure !== null && <FailureNote failure={state.context.failure} />}
        <p className="tp-note">
          <FormattedMessage id="board_link.product" values={{ name: product.title }} />
        </p>
        <TextLine
          name="name"
          required
          value={draft.name}
          faults={isMissing ? [intl.formatMessage({ id: 'fault.required' })] : []}
          onChange={name => change({ name })}
        />
        <ChoiceLines draft={draft} change={change} />
        <TextLine name="title" value={draft.title} onChange={title => change({ title })} />
        <TextLine name="brand" value={draft.brand} onChange={brand => change({ brand })} />
      </div>
      <div className="tp-dialog-foot">
        <button
          type="button"
          className="p-button p-button-outlined"
          disabled={isBusy}
          onClick={() => send({ type: 'cancel' })}
        >
          <FormattedMessage id="editor.cancel" />
        </button>
        <button type="submit" className="p-button" aria-disabled={isBusy}>
          <FormattedMessage id="board_link.create" />
        </button>
      </div>
    </form>
  );
};

const Made = ({ made, onDone }: { readonly made: MadeLink; readonly onDone: () => void }) => {
  const intl = useIntl();
  return (
    <>
      <div className="tp-dialog-body">
        <p role="status">
          <FormattedMessage id="board_link.made" values={{ time: time(made.expiresAt) }} />
        </p>
        <Copyable
          label={intl.formatMessage({ id: 'board_link.address' })}
          text={made.link}
          note={<FormattedMessage id="board_link.once" />}
        />
      </div>
      <div className="tp-dialog-foot">
        <button type="button" className="p-button" onClick={onDone}>
          <FormattedMessage id="board_link.done" />
        </button>
      </div>
    </>
  );
};

const Content = ({ sharing, onClose }: { readonly sharing: Sharing; readonly onClose: () => void }) => {
  const { state, send } = sharing;
  const { made, failure } = state.context;
  if (state.matches('made') && made !== null)
    return <Made made={made} onDone={() => send({ type: 'close' })} />;
  if (state.matches('composing') || state.matches('making')) return <Form sharing={sharing} />;
  if (state.matches('loading') || state.matches('failed'))
    return (
      <div className="tp-dialog-body">
        <NotLoaded failure={failure} onAgain={() => send({ type: 'retry' })} />
      </div>
    );
  return <Links sharing={sharing} onClose={onClose} />;
};

/** Dialog that shares a board by links without sign-in: the links, a new one, and their end. */
const ShareBoard = ({ boardId, onClose }: { readonly boardId: number; readonly onClose: () => void }) => {
  const sharing = useBoardSharing(boardId);
  const { state } = sharing;
  // The address of a link that is being made is shown only here.
  const close = (): void => {
    if (!state.matches('making')) onClose();
  };
  return (
    <Dialog title={<FormattedMessage id="board_link.share" />} busy={state.hasTag('busy')} onClose={close}>
      <Content sharing={sharing} onClose={onClose} />
    </Dialog>
  );
};
export default ShareBoard;
