import { FormattedMessage } from 'react-intl';
import { Dialog } from '../../components/dialog.tsx';
import { useAsk } from '../../console/context.ts';
import { useFailureText } from '../../console/texts.ts';
import { roleOperations, type RoleRow } from '../../resources/role.ts';
import { useConfirm } from '../record/use-confirm.ts';

/** Asks before a role is deleted; a role that users still have stays, and the dialog says so. */
export const RoleRemoval = ({ role, onSettled }: { readonly role: RoleRow; readonly onSettled: (happened: boolean) => void }) => {
  const ask = useAsk();
  const failureText = useFailureText();
  const { busy, failure, yes, no } = useConfirm(role, ({ role_id }, signal) => ask(roleOperations.remove, { id: role_id }, signal), onSettled);
  return (
    <Dialog title={<FormattedMessage id="role.delete.title" />} size="small" alert busy={busy} onClose={no}>
      <div className="tp-dialog-body">
        {failure && <p className="form-failure" role="alert">{failureText(failure)}</p>}
        <p><FormattedMessage id="role.delete.ask" values={{ name: role.role_name }} /></p>
      </div>
      <div className="tp-dialog-foot">
        <button type="button" className="p-button p-button-outlined" onClick={no}><FormattedMessage id="role.cancel" /></button>
        <button type="button" className="p-button" aria-disabled={busy} onClick={yes}>
          {busy && <span className="spinner" aria-hidden="true" />}
          <FormattedMessage id={busy ? 'role.deleting' : 'role.delete'} />
        </button>
      </div>
    </Dialog>
  );
};
