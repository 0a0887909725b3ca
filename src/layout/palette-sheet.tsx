import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Dialog } from '../components/dialog.tsx';
import { useCommands } from './palette-commands.ts';
import './palette.css';

interface Props {
  readonly enabled: boolean;
  readonly onChange: (enabled: boolean) => void;
  readonly onClose: () => void;
}

/** Dialog with the keyboard shortcuts, and a switch that enables those of single letters. */
const PaletteSheet = ({ enabled, onChange, onClose }: Props) => {
  const commands = useCommands();
  return (
    <Dialog title={<FormattedMessage id="keys.title" />} size="small" onClose={onClose}>
      <div className="tp-dialog-body">
        <dl className="keys">
          <Key keys={['Ctrl', 'K']}>
            <FormattedMessage id="palette.title" />
          </Key>
          <Key keys={['?']} off={!enabled}>
            <FormattedMessage id="keys.show_list" />
          </Key>
          <Key keys={['/']} off={!enabled}>
            <FormattedMessage id="keys.filter" />
          </Key>
          {commands.flatMap(({ id, label, keys }) =>
            keys === undefined
              ? []
              : [
                  <Key key={id} keys={keys.split(' ')} off={!enabled}>
                    {label}
                  </Key>,
                ],
          )}
        </dl>
        <label className="check">
          <input type="checkbox" checked={enabled} onChange={event => onChange(event.target.checked)} />
          <FormattedMessage id="keys.enabled" />
        </label>
        <p className="field-hint">
          <FormattedMessage id="keys.enabled.hint" />
        </p>
      </div>
    </Dialog>
  );
};
export default PaletteSheet;

const Key = ({
  keys,
  off = false,
  children,
}: {
  readonly keys: readonly string[];
  readonly off?: boolean;
  readonly children: ReactNode;
}) => (
  <div data-off={off}>
    <dt>{children}</dt>
    <dd>
      {keys.map(key => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dd>
  </div>
);
