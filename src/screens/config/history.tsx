import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { Dialog } from '../../components/dialog.tsx';
import { time } from '../../components/formats.ts';
import type { RowAction } from '../../components/grid/types.ts';
import { changes, type Change } from '../../resources/changes.ts';
import { ListScreen } from '../list/list-screen.tsx';
import { useFieldTexts } from '../record/fields.ts';
import { AccessFields } from '../record/access-fields.tsx';
import { ACCESS_ACTIONS } from '../record/changed-fields.ts';
import { ChangedFields } from '../record/history.tsx';
import { useWords } from '../use-words.ts';

interface DetailProps {
  readonly change: Change;
  readonly onClose: () => void;
}

/** One entry, with the changed fields by their names and the values before and after. */
const Detail = ({ change, onClose }: DetailProps) => {
  const {
    entity,
    row_id: row,
    action,
    user_name: user,
    api_key_name: key,
    ip_address: ip,
    ua,
    changed_at: at,
  } = change;
  const words = useWords(changes.name);
  const texts = useFieldTexts(entity);
  const who = [time(at), key, user, ip, ua].filter(part => part !== null && part !== '').join(' · ');
  return (
    <Dialog
      title={`${words.choice('entity', entity)}${row === 0 ? '' : ` #${row}`}: ${words.choice('action', action)}`}
      onClose={onClose}
    >
      <div className="tp-dialog-body tp-history">
        <p className="tp-note">{who}</p>
        {ACCESS_ACTIONS.has(action) ? (
          <AccessFields change={change} />
        ) : (
          <ChangedFields change={change} fields={[]} texts={texts} blank={null} />
        )}
      </div>
    </Dialog>
  );
};

/** /config/history: all changes of settings, for administrators. */
export const Screen = () => {
  const intl = useIntl();
  const [shown, show] = useState<Change | null>(null);
  const actions = useMemo(
    (): readonly RowAction<Change>[] => [
      { id: 'detail', label: intl.formatMessage({ id: 'action.detail' }), icon: 'detail', run: show },
    ],
    [intl],
  );
  return (
    <>
      <ListScreen resource={changes} actions={actions} />
      {shown !== null && <Detail change={shown} onClose={() => show(null)} />}
    </>
  );
};
