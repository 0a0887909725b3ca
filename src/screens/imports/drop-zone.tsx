import { useId, useState, type DragEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { Icon } from '../../components/icon.tsx';

interface Props {
  readonly onFile: (file: File) => void;
  readonly describedBy?: string;
}

/**
 * File types that the browser offers first; others can be chosen too, and the server determines the format.
 */
const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.json';

/** File field that also accepts a file dropped on the area around it. */
export const DropZone = ({ onFile, describedBy }: Props) => {
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) onFile(file);
  };
  return (
    <div
      className="tp-drop-zone"
      data-over={over}
      role="presentation"
      onDragOver={event => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="up" />
      <span aria-hidden="true">
        <FormattedMessage id="import.drop" />
      </span>
      <label htmlFor={id} className="p-button p-button-sm tp-button">
        <span className="p-button-label">
          <FormattedMessage id="import.choose" />
        </span>
      </label>
      <input
        id={id}
        className="tp-drop-field"
        type="file"
        accept={ACCEPTED}
        data-first
        {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
        onChange={event => {
          const file = event.target.files?.[0];
          // Reset, so that choosing the same file after a correction fires an event again.
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </div>
  );
};
