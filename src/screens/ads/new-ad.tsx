import { Link } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { Suspense, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { fromPromise } from 'xstate';
import { newAdMachine, type ClickUrl } from '../../../machines/new-ad.ts';
import { Dialog } from '../../components/dialog.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { NotLoaded } from '../../components/states.tsx';
import { watched } from '../../console/actor-registry.ts';
import { useExecute } from '../../console/context.ts';
import { requireValue } from '../../console/required-answer.ts';
import { adDraftOf, adQuery, ads } from '../../resources/ads.ts';
import { RecordModal } from '../record/lazy-modal.ts';
import { Copyable } from '../record/side-panels/copyable.tsx';
import '../record/side-panels/side-panels.css';
import { useClosing } from '../use-closing.ts';
import { useCreateClickUrl } from '../click-url.ts';
import './new-ad.css';

interface Props {
  /** Ad that is duplicated; absent: a new one is added. */
  readonly sourceId?: number;
  readonly onClosed: () => void;
}

/** Returns a function that reads the form's fields of a copy of an ad, which has a name of its own. */
const useCopiedFields = () => {
  const intl = useIntl();
  const execute = useExecute();
  return async (sourceId: number, signal: AbortSignal): Promise<object> => {
    const fields = adDraftOf(requireValue((await execute(adQuery, { id: sourceId }, signal)).one));
    return { ...fields, name: intl.formatMessage({ id: 'new_ad.copy_name' }, { name: fields.name }) };
  };
};

const useNewAd = (sourceId: number | null, onClosed: () => void) => {
  const copiedFields = useCopiedFields();
  const createClickUrl = useCreateClickUrl();
  const actor = useActorRef(
    newAdMachine.provide({
      actors: {
        copy: fromPromise<object, { readonly sourceId: number }>(({ input, signal }) =>
          copiedFields(input.sourceId, signal),
        ),
        link: fromPromise<ClickUrl, { readonly adId: number }>(({ input, signal }) =>
          createClickUrl(input.adId, signal),
        ),
      },
    }),
    { ...watched, input: { sourceId } },
  );
  const state = useSelector(actor, snapshot => snapshot);
  useClosing(state.matches('closed'), onClosed);
  return { state, send: actor.send };
};

/** Adds an ad or a copy of one, and shows its click URL (machines/new-ad.ts). */
export const NewAd = ({ sourceId, onClosed }: Props) => {
  const intl = useIntl();
  const { state, send } = useNewAd(sourceId ?? null, onClosed);
  const { initial, adId, clickUrl, failure } = state.context;
  const close = () => send({ type: 'close' });
  const one = intl.formatMessage({ id: 'resource.ads.one' });
  const title = intl.formatMessage(
    { id: sourceId === undefined ? 'record.add' : 'new_ad.duplicate' },
    { one },
  );
  if (state.matches('closed')) return null;
  if (state.matches('composing'))
    return (
      <Suspense>
        <RecordModal
          resource={ads}
          kind="add"
          id={null}
          initial={initial}
          variant={{
            title,
            action: intl.formatMessage({ id: 'editor.save' }),
            head: () => null,
            reportsSaved: true,
          }}
          onClosed={saved => send(saved === null ? { type: 'close' } : { type: 'saved', adId: saved.id })}
        />
      </Suspense>
    );
  const retry = () => send({ type: 'retry' });
  if (adId === null)
    return (
      <Dialog title={title} busy={state.hasTag('busy')} onClose={close}>
        <div className="tp-dialog-body">
          <NotLoaded failure={failure} onAgain={retry} rows={5} />
        </div>
      </Dialog>
    );
  return (
    <Added adId={adId} busy={state.hasTag('busy')} onClose={close}>
      {clickUrl === null ? (
        <>
          {failure !== null && (
            <p>
              <FormattedMessage id="new_ad.not_linked" />
            </p>
          )}
          <NotLoaded failure={failure} onAgain={retry} rows={3} />
        </>
      ) : (
        <Links {...clickUrl} />
      )}
    </Added>
  );
};

interface AddedProps {
  readonly adId: number;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Dialog of an ad that was added, with a link to its page. */
const Added = ({ adId, busy, onClose, children }: AddedProps) => (
  <Dialog title={<FormattedMessage id="new_ad.added" />} busy={busy} onClose={onClose}>
    <div className="tp-dialog-body" role="status">
      {children}
    </div>
    <div className="tp-dialog-foot">
      <Link
        to={'/ad/setting/$id' as '/'}
        params={{ id: String(adId) } as object}
        className="p-button p-button-outlined"
      >
        <FormattedMessage id="new_ad.open" />
      </Link>
      <button type="button" className="p-button" onClick={onClose}>
        <FormattedMessage id="shell.close" />
      </button>
    </div>
  </Dialog>
);

const Links = ({ forCampaigns, plain }: ClickUrl) => {
  const intl = useIntl();
  return (
    <div className="tp-new-ad">
      <p>
        <FormattedMessage id="new_ad.link_hint" />
      </p>
      <Copyable label={intl.formatMessage({ id: 'new_ad.click_url' })} text={forCampaigns} />
      <QrCode label={intl.formatMessage({ id: 'new_ad.qr_code' })} text={plain} />
    </div>
  );
};
