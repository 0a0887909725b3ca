import { useActorRef, useSelector } from '@xstate/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { fromPromise } from 'xstate';
import { issuedKeyMachine, type IssuedSecret, type KeyRotation } from '../../../machines/issued-key.ts';
import type { Failure } from '../../../machines/failure.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { time } from '../../components/formats.ts';
import { watched } from '../../console/actor-registry.ts';
import { useExecute } from '../../console/context.ts';
import { requireValue } from '../../console/required-answer.ts';
import { useReportChange } from '../../console/row-changes.ts';
import { apiKeyOperations, apiKeys, type ApiKeyRow } from '../../resources/api-keys.ts';
import { FailureNote } from '../failure-note.tsx';
import { RecordModal } from '../record/lazy-modal.ts';
import { Copyable } from '../record/side-panels/copyable.tsx';
import '../record/side-panels/side-panels.css';
import type { Saved } from '../record/use-record.ts';
import { useClosing } from '../use-closing.ts';
import './api-keys.css';

const issuedOf = (answer: Readonly<Record<string, unknown>>): IssuedSecret => {
  const until = answer['previous_secret_until'];
  return { secret: String(answer['secret']), previousUntil: typeof until === 'string' ? until : null };
};

interface Props {
  /** Key whose secret is rotated; absent: a new key is created. */
  readonly rotated?: Pick<ApiKeyRow, 'id' | 'name'>;
  readonly onClosed: () => void;
}

const useIssuedKey = ({ rotated, onClosed }: Props) => {
  const execute = useExecute();
  const reportChange = useReportChange();
  const actor = useActorRef(
    issuedKeyMachine.provide({
      actors: {
        rotate: fromPromise<IssuedSecret, KeyRotation>(async ({ input: { id, overlapHours }, signal }) => {
          const { saved } = await execute(
            apiKeyOperations.rotate,
            { id, overlap_hours: overlapHours },
            signal,
          );
          reportChange(apiKeys);
          return issuedOf(requireValue(saved));
        }),
      },
    }),
    { ...watched, input: { keyId: rotated?.id ?? null } },
  );
  const state = useSelector(actor, snapshot => snapshot);
  useClosing(state.matches('closed'), onClosed);
  return { state, send: actor.send };
};

/** Creates an API key or rotates its secret, and shows the secret once (machines/issued-key.ts). */
export const IssuedKey = ({ rotated, onClosed }: Props) => {
  const intl = useIntl();
  const { state, send } = useIssuedKey({ ...(rotated && { rotated }), onClosed });
  const { issued, overlapHours, failure } = state.context;
  const close = () => send({ type: 'close' });
  if (state.matches('composing'))
    return (
      <RecordModal
        resource={apiKeys}
        kind="add"
        id={null}
        variant={{
          title: intl.formatMessage(
            { id: 'record.add' },
            { one: intl.formatMessage({ id: 'resource.apiKeys.one' }) },
          ),
          action: intl.formatMessage({ id: 'api_key.create' }),
          head: () => null,
          reportsSaved: true,
        }}
        onClosed={(saved: Saved | null) =>
          saved === null ? close() : send({ type: 'created', issued: issuedOf(saved) })
        }
      />
    );
  if (state.matches('leaving')) return <Leaving onBack={() => send({ type: 'back' })} onLeave={close} />;
  if (state.hasTag('secret') && issued !== null)
    return (
      <Secret
        issued={issued}
        isRotated={rotated !== undefined}
        onCopied={() => send({ type: 'copied' })}
        onClose={close}
      />
    );
  if (rotated === undefined || state.matches('closed')) return null;
  return (
    <Rotation
      name={rotated.name}
      overlapHours={overlapHours}
      busy={state.hasTag('busy')}
      failure={failure}
      onChoose={hours => send({ type: 'choose', overlapHours: hours })}
      onRotate={() => send({ type: 'rotate' })}
      onClose={close}
    />
  );
};

const OVERLAPS = [0, 1, 24, 168, 720] as const;

interface RotationProps {
  readonly name: string;
  readonly overlapHours: number;
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly onChoose: (hours: number) => void;
  readonly onRotate: () => void;
  readonly onClose: () => void;
}

/** Choice of how long the present secret remains valid. */
const Rotation = ({ name, overlapHours, busy, failure, onChoose, onRotate, onClose }: RotationProps) => (
  <Dialog title={<FormattedMessage id="api_key.rotate" />} busy={busy} onClose={onClose}>
    <div className="tp-dialog-body">
      <p className="tp-key-name">{name}</p>
      <p>
        <FormattedMessage id="api_key.rotate_text" />
      </p>
      <fieldset className="tp-key-overlaps" disabled={busy}>
        <legend>
          <FormattedMessage id="api_key.overlap" />
        </legend>
        {OVERLAPS.map(hours => (
          <label key={hours} className="check">
            <input
              type="radio"
              name="overlap"
              checked={hours === overlapHours}
              onChange={() => onChoose(hours)}
            />
            <FormattedMessage id={`api_key.overlap.${hours}`} />
          </label>
        ))}
      </fieldset>
      {failure !== null && <FailureNote failure={failure} />}
    </div>
    <div className="tp-dialog-foot">
      <button type="button" className="p-button p-button-outlined" disabled={busy} onClick={onClose}>
        <FormattedMessage id="confirm.no" />
      </button>
      <BusyButton busy={busy} onClick={onRotate}>
        <FormattedMessage id="api_key.rotate_confirm" />
      </BusyButton>
    </div>
  </Dialog>
);

interface SecretProps {
  readonly issued: IssuedSecret;
  readonly isRotated: boolean;
  readonly onCopied: () => void;
  readonly onClose: () => void;
}

/** The secret, which is shown only now. */
const Secret = ({ issued: { secret, previousUntil }, isRotated, onCopied, onClose }: SecretProps) => {
  const intl = useIntl();
  return (
    <Dialog
      title={<FormattedMessage id={isRotated ? 'api_key.rotated' : 'api_key.created'} />}
      onClose={onClose}
    >
      <div className="tp-dialog-body tp-key-secret">
        <p>
          <FormattedMessage id="api_key.shown_once" />
        </p>
        <Copyable label={intl.formatMessage({ id: 'api_key.secret' })} text={secret} onCopied={onCopied} />
        <p className="tp-note">
          <FormattedMessage id="api_key.usage" />{' '}
          <code translate="no">Authorization: Bearer {secret.slice(0, 9)}…</code>
        </p>
        {isRotated && (
          <p className="tp-note">
            <FormattedMessage
              id={previousUntil === null ? 'api_key.previous_ended' : 'api_key.previous_until'}
              values={{ time: previousUntil === null ? '' : time(previousUntil) }}
            />
          </p>
        )}
      </div>
      <div className="tp-dialog-foot">
        <button type="button" className="p-button" onClick={onClose}>
          <FormattedMessage id="api_key.done" />
        </button>
      </div>
    </Dialog>
  );
};

/** Question whether to close without having copied the secret. */
const Leaving = ({ onBack, onLeave }: { readonly onBack: () => void; readonly onLeave: () => void }) => (
  <Dialog title={<FormattedMessage id="api_key.not_copied" />} size="small" alert onClose={onBack}>
    <div className="tp-dialog-body">
      <p>
        <FormattedMessage id="api_key.not_copied_hint" />
      </p>
    </div>
    <div className="tp-dialog-foot">
      <button type="button" className="p-button p-button-outlined" onClick={onLeave}>
        <FormattedMessage id="api_key.close_anyway" />
      </button>
      <button type="button" className="p-button" data-first onClick={onBack}>
        <FormattedMessage id="api_key.back" />
      </button>
    </div>
  </Dialog>
);
